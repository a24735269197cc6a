import type { SimulatedClock } from '../../simulator/world/index.ts';

/** Something that happens at a simulated instant. */
interface Happening {
  readonly atMs: number;
  /** The order of planning, which decides between entries of one instant. */
  readonly order: number;
  readonly run: () => Promise<void>;
}

/** Simulated time: what was planned happens in order, one after the other, each at its own instant. */
export class Timeline {
  readonly #clock: SimulatedClock;
  /** A binary heap: the next one first. */
  readonly #heap: Happening[] = [];
  #planned = 0;

  constructor(clock: SimulatedClock) {
    this.#clock = clock;
  }

  /** The simulated instant. */
  now(): Date {
    return new Date(this.#clock.now());
  }

  /** Plans something; what lies in the past happens next. */
  at(atMs: number, run: () => Promise<void>): void {
    const heap = this.#heap;
    heap.push({ atMs: Math.ceil(atMs), order: (this.#planned += 1), run });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >>> 1;
      if (isBefore(heap[parent]!, heap[child]!)) break;
      [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
      child = parent;
    }
  }

  /** Lets everything happen that falls due by an instant, also what is planned on the way. */
  async runUntil(endMs: number): Promise<void> {
    for (let next = this.#heap[0]; next && next.atMs <= endMs; next = this.#heap[0]) {
      this.#removeFirst();
      this.#clock.advance(Math.max(0, next.atMs - this.#clock.now()));
      await next.run();
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let parent = 0; ;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let first = parent;
      if (left < heap.length && isBefore(heap[left]!, heap[first]!)) first = left;
      if (right < heap.length && isBefore(heap[right]!, heap[first]!)) first = right;
      if (first === parent) return;
      [heap[parent], heap[first]] = [heap[first]!, heap[parent]!];
      parent = first;
    }
  }
}

function isBefore(one: Happening, other: Happening): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
