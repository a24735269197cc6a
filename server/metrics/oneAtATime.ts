/**
 * A look that many may ask for at once: those who come while one is under way get what it finds, so that however many ask, one
 * is made at a time. What it throws, all of them get.
 */
export function oneAtATime<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
