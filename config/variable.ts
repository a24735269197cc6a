import { z } from 'zod';

/** An environment variable of the configuration. */
export interface Variable {
  /** Purpose of the variable, in one line. */
  readonly purpose: string;
  /** Value that is used if the variable is not set. */
  readonly otherwise?: string;
  /**
   * Schema of the value; any text if absent. Its messages are appended to the variable's name. They never contain the value,
   * which may be a secret.
   */
  readonly type?: z.ZodType<unknown, unknown>;
  /**
   * Programs that need the variable, which is a secret: the web server, the worker, the command line, or the codec server. A
   * secret may also be given as `NAME_FILE`, a file that contains it.
   */
  readonly secretOf?: readonly ('serve' | 'worker' | 'cli' | 'codec')[];
}

/** Type of a variable's value after reading. It can be undefined only if the variable has no default. */
export type ValueOf<V> =
  | (V extends { readonly type: z.ZodType<infer T> } ? T : string)
  | (V extends { readonly otherwise: string } ? never : undefined);

/** Function that reads one of these variables. */
export type Read<V> = <N extends keyof V>(name: N) => ValueOf<V[N]>;

/** Programs that need a secret of both the web server and the worker. */
export const BOTH = ['serve', 'worker'] as const;

/** Returns whether a text is a URL with one of these schemes. */
export function isUrl(text: string, ...schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1));
}

/** Creates a schema for texts that pass a check. The message is appended to the variable's name. */
export const checked = (is: (text: string) => boolean, message: string) => z.string().refine(is, message);
