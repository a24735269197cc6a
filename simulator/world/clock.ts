/** Something that waits for a moment of simulated time. */
interface Waiting {
  readonly atMs: number;
  readonly run: () => void;
}

/** Real delays beyond this are cut and checked again: a timer holds 31 bits of milliseconds. */
const LONGEST_REAL_DELAY_MS = 1_000_000_000;

/**
 * The simulator's own time: it starts at the given time and runs `speed` simulated seconds in each real second. At speed 0 it
 * moves by `advance` alone, which makes schedules testable to the second.
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

  /** The simulated moment, epoch milliseconds (whole). */
  now(): number {
    return Math.floor(this.#anchorMs + (performance.now() - this.#anchorRealMs) * this.speed);
  }

  /** Runs `run` once the simulated moment has come; at the next turn of the event loop when it has passed. */
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

  /** Runs `run` after that many simulated milliseconds. */
  after(delayMs: number, run: () => void): void {
    this.at(this.now() + delayMs, run);
  }

  /** Jumps forward and runs, in order and each at its own moment, what falls due on the way. */
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

  /** Forgets everything that waits; nothing runs afterwards. */
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
