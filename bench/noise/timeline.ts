import type { SimulatedClock } from '../../simulator/world/index.ts';

/** Something that happens at a simulated instant. */
interface Happening {
  readonly atMs: number;
  readonly run: () => Promise<void>;
}

/** Simulated time: what was planned happens in order, one after the other, each at its own instant. */
export class Timeline {
  readonly #clock: SimulatedClock;
  /** By instant; those of one instant in the order of planning. */
  readonly #planned: Happening[] = [];

  constructor(clock: SimulatedClock) {
    this.#clock = clock;
  }

  /** The simulated instant. */
  now(): Date {
    return new Date(this.#clock.now());
  }

  /** Plans something; what lies in the past happens next. */
  at(instantMs: number, run: () => Promise<void>): void {
    const atMs = Math.ceil(instantMs);
    let [low, high] = [0, this.#planned.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#planned[middle]!.atMs <= atMs) low = middle + 1;
      else high = middle;
    }
    this.#planned.splice(low, 0, { atMs, run });
  }

  /** Lets everything happen that falls due by an instant, also what is planned on the way. */
  async runUntil(endMs: number): Promise<void> {
    for (let next = this.#planned[0]; next && next.atMs <= endMs; next = this.#planned[0]) {
      this.#planned.shift();
      this.#clock.advance(Math.max(0, next.atMs - this.#clock.now()));
      await next.run();
    }
  }
}
