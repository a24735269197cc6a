/** A function that waits until a simulated time. */
interface Waiting {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * Longest real delay of a timer in milliseconds. A longer wait uses several timers, because a timer's delay is limited to 31
 * bits.
 */
const LONGEST_REAL_DELAY_MS = 1_000_000_000;

/**
 * Clock of the simulator. It starts at the given time, and runs `speed` simulated seconds per real second. At speed 0 only
 * `advance` moves it, so that schedules can be tested to the second.
 */
export class SimulatedClock {
  readonly speed: number;
  #anchorMs: number;
  #anchorRealMs = performance.now();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: { readonly startAtMs: number; readonly speed: number }) {
    if (!(options.speed >= 0) || !Number.isFinite(options.speed))
      throw new RangeError(`speed ${options.speed} is not a number from 0 up: write 1 for real time.`);
    this.#anchorMs = options.startAtMs;
    this.speed = options.speed;
  }

  /** Returns the simulated time, in whole epoch milliseconds. */
  now(): number {
    return Math.floor(this.#anchorMs + (performance.now() - this.#anchorRealMs) * this.speed);
  }

  /** Calls `run` at a simulated time. If that time has passed, calls it in the next iteration of the event loop. */
  at(atMs: number, run: () => void): void {
    if (this.#stopped) return;
    const entry = { atMs, run };
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#waiting[middle]!.atMs <= atMs) low = middle + 1;
      else high = middle;
    }
    this.#waiting.splice(low, 0, entry);
    this.#arm();
  }

  /** Calls `run` after so many simulated milliseconds. */
  after(delayMs: number, run: () => void): void {
    this.at(this.now() + delayMs, run);
  }

  /** Moves the clock forward. Calls the functions that are due until then, in order and each at its own time. */
  advance(byMs: number): void {
    if (!(byMs >= 0))
      throw new RangeError('The clock moves forward only: give a number of seconds from 0 up.');
    const target = this.now() + byMs;
    for (let next = this.#waiting[0]; next && next.atMs <= target; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#setTo(Math.max(next.atMs, this.now()));
      next.run();
    }
    this.#setTo(Math.max(target, this.now()));
    this.#arm();
  }

  /** Removes all waiting functions. Nothing is called afterwards. */
  stop(): void {
    this.#stopped = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  #setTo(nowMs: number): void {
    this.#anchorMs = nowMs;
    this.#anchorRealMs = performance.now();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const next = this.#waiting[0];
    if (this.#stopped || !next) return;
    const left = next.atMs - this.now();
    if (left > 0 && this.speed === 0) return;
    const realMs = left <= 0 ? 0 : Math.min(Math.ceil(left / this.speed), LONGEST_REAL_DELAY_MS);
    this.#timer = setTimeout(() => this.#runDue(), realMs);
  }

  #runDue(): void {
    for (let next = this.#waiting[0]; next && next.atMs <= this.now(); next = this.#waiting[0]) {
      this.#waiting.shift();
      next.run();
    }
    this.#arm();
  }
}
