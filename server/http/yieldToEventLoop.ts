import { setImmediate } from 'node:timers/promises';

/** Maximum milliseconds of uninterrupted work. */
const IN_ONE_GO_MS = 10;

/** Yields the given items. After every 10 ms, lets the event loop process other requests. */
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
