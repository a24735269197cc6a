import { z } from 'zod';

/** One variable of the configuration. */
export interface Variable {
  /** The purpose of the variable, in one line. */
  readonly purpose: string;
  /** The default for a variable that is not set. */
  readonly otherwise?: string;
  /**
   * The type of the value; any text when absent. Its messages follow the variable's name, and hold no value, which may be a
   * secret.
   */
  readonly type?: z.ZodType<unknown, unknown>;
  /**
   * A secret, and the programs that need it: the web server, the worker, the command line that calls the API, or the codec
   * server. A secret may also be given as `NAME_FILE`, a file that holds it.
   */
  readonly secretOf?: readonly ('serve' | 'worker' | 'cli' | 'codec')[];
}

/** The value of a variable after reading, of the variable's type. It is absent only when the variable has no default. */
export type ValueOf<V> =
  | (V extends { readonly type: z.ZodType<infer T> } ? T : string)
  | (V extends { readonly otherwise: string } ? never : undefined);

/** Reads some of the variables. */
export type Read<V> = <N extends keyof V>(name: N) => ValueOf<V[N]>;

/** A secret of the web server and of the worker. */
export const BOTH = ['serve', 'worker'] as const;

/** Returns whether a text is a URL with one of these schemes. */
export function isUrl(text: string, ...schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1));
}

/** Creates a schema of texts that pass a check; the message follows the variable's name. */
export const checked = (is: (text: string) => boolean, message: string) => z.string().refine(is, message);
