import { setImmediate } from 'node:timers/promises';

/** Longest work in one go. */
const IN_ONE_GO_MS = 10;

/** Goes through items, and lets other requests have their turn whenever that has taken 10 ms. */
export async function* givingWay<T>(items: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since > IN_ONE_GO_MS) {
      await setImmediate();
      since = performance.now();
    }
    yield item;
  }
}
