import { afterAll, beforeAll } from 'vitest';

/** A part that a test file starts and closes. */
interface Closable {
  close(): Promise<unknown>;
}

/**
 * Starts a part before the tests of the calling file or block, and closes it after them.
 *
 * @returns the part itself, for use inside tests and hooks: its fields exist once it has started
 */
export function useStarted<T extends Closable>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  const part = (): T => {
    if (started === undefined) throw new Error('A started part exists inside tests and hooks only.');
    return started;
  };
  return new Proxy({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(part(), key);
      // Methods of classes read private fields of the part itself.
      return typeof value === 'function' ? (value.bind(part()) as unknown) : value;
    },
    set: (_, key, value) => Reflect.set(part(), key, value),
    has: (_, key) => Reflect.has(part(), key),
    ownKeys: () => Reflect.ownKeys(part()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(part(), key),
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(part(), key, descriptor),
  });
}

/** A value, or a function that makes it once the parts that it reads have started. */
export type Late<T> = T | (() => T);

/** Returns a value that may depend on parts that have started. */
export const present = <T extends object>(late: Late<T>): T => (typeof late === 'function' ? late() : late);
