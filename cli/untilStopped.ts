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
