import { z } from 'zod';

/** One variable of the configuration. */
export interface Variable {
  /** What it is for, in a line. */
  readonly purpose: string;
  /** What stands for it when it is not set. */
  readonly otherwise?: string;
  /** What it may be; any text when absent. Its messages follow the variable's name, and hold no value: it may be a secret. */
  readonly type?: z.ZodType<unknown, unknown>;
  /**
   * A secret, and who needs it: the web server, the worker, the command line that asks the API, or the codec server. A
   * secret may also be given as `NAME_FILE`, a file that holds it.
   */
  readonly secretOf?: readonly ('serve' | 'worker' | 'cli' | 'codec')[];
}

/** What a variable holds once it is read: of its type, and absent only when nothing stands for it. */
export type ValueOf<V> =
  | (V extends { readonly type: z.ZodType<infer T> } ? T : string)
  | (V extends { readonly otherwise: string } ? never : undefined);

/** Reads some of the variables. */
export type Read<V> = <N extends keyof V>(name: N) => ValueOf<V[N]>;

/** A secret of the web server and of the worker. */
export const BOTH = ['serve', 'worker'] as const;

/** Whether a text is a URL with one of these schemes. */
export function isUrl(text: string, ...schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1));
}

/** A text that passes a check; the message follows the variable's name. */
export const checked = (is: (text: string) => boolean, message: string) => z.string().refine(is, message);
