import type { ProcessName } from './faultPlan.ts';

/** A period in which a process was killed, stopped or unavailable; times in milliseconds since 1970. */
export interface Disturbance {
  readonly process: ProcessName;
  /** In words. */
  readonly what: string;
  readonly from: number;
  /** When it worked again. */
  readonly to: number;
}

/** Faults of processes, and processes that ended by themselves. Receivers record the effects of their moods themselves. */
export class Disturbances {
  readonly #all: {
    readonly process: ProcessName;
    readonly what: string;
    readonly from: number;
    to: number;
  }[] = [];

  /** Records a fault that lasts from now until `work` settles. */
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

  /** Returns the disturbances of the processes that overlap the period between two moments. */
  between(processes: readonly ProcessName[], from: number, to: number): readonly Disturbance[] {
    return this.#all.filter((each) => processes.includes(each.process) && each.from <= to && each.to >= from);
  }
}
