const MOST_KEPT = 10_000;

/** The last ten thousand items that were added, so that tests can check them. */
export class Recent<T> {
  #kept: T[] = [];

  add(item: T): void {
    if (this.#kept.length >= 2 * MOST_KEPT) this.#kept = this.#kept.slice(-MOST_KEPT);
    this.#kept.push(item);
  }

  /** Returns the items since the start or the last `clear`, oldest first. */
  all(): readonly T[] {
    return this.#kept.slice(-MOST_KEPT);
  }

  clear(): void {
    this.#kept = [];
  }
}
