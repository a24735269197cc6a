/** Settles on the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((done) => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(130);
      asked = true;
      done();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

/** The same as a signal, for work that is to end with it. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  return stop.signal;
}

/** Settles when the signal comes. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** A connection that is being tried, or a migration that waits for its lock, must not hold up a stop for longer. */
const LEFTOVERS_MAY_TAKE_MS = 1_000;

/** Ends the process although something still holds it; to be called when all that matters has ended. */
export function endDespiteLeftovers(): void {
  setTimeout(() => process.exit(), LEFTOVERS_MAY_TAKE_MS).unref();
}
