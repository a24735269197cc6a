/** Lets other tasks, such as requests, have the event loop. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
