import type { ProcessName } from './faultPlan.ts';

/** A process that was killed, stopped or away, and when, in milliseconds since 1970. */
export interface Disturbance {
  readonly process: ProcessName;
  /** In words. */
  readonly what: string;
  readonly from: number;
  /** When it did its work again. */
  readonly to: number;
}

/** What was done to processes, and what became of them by themselves. A receiver's moods are not in it: it writes these down. */
export class Disturbances {
  readonly #all: {
    readonly process: ProcessName;
    readonly what: string;
    readonly from: number;
    to: number;
  }[] = [];

  /** Keeps note of a fault from now until `work` is over. */
  async during<T>(processes: readonly ProcessName[], what: string, work: () => Promise<T>): Promise<T> {
    const begun = processes.map((process) => ({ process, what, from: Date.now(), to: Infinity }));
    this.#all.push(...begun);
    try {
      return await work();
    } finally {
      for (const each of begun) each.to = Date.now();
    }
  }

  add(disturbance: Disturbance): void {
    this.#all.push({ ...disturbance });
  }

  /** Those of these processes that lay, if only for a part, between two moments. */
  between(processes: readonly ProcessName[], from: number, to: number): readonly Disturbance[] {
    return this.#all.filter((each) => processes.includes(each.process) && each.from <= to && each.to >= from);
  }
}
