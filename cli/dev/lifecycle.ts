import { StoppedError, endDespiteLeftovers, stopRequests } from '../terminal/index.ts';
import type { StepWork, Terminal } from '../terminal/index.ts';

/** A started part of `dev`, such as a server. */
interface Started {
  readonly title: string;
  readonly stop: () => Promise<unknown>;
  /** Whether the part outlives this process, because it is a server in a process of its own. */
  readonly outlives: boolean;
}

/**
 * Starts the parts of `dev` and stops them in reverse order. The run ends with a request to stop, a part that
 * fails, or an unexpected error.
 * A second request skips every wait except for parts that outlive this process.
 */
export class Lifecycle {
  /** Promise that settles with the first request to stop. */
  readonly stopRequested: Promise<void>;
  /** Promise that rejects with the first uncaught error. */
  readonly broken: Promise<never>;
  /** Signal that is aborted once no further part may start. */
  readonly signal: AbortSignal;
  private readonly terminal: Terminal;
  private readonly requests = stopRequests();
  private readonly over = new AbortController();
  private readonly started: Started[] = [];
  private readonly takeUncaught: (error: Error) => void;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
    this.signal = this.over.signal;
    this.stopRequested = this.requests.first;
    void this.stopRequested.then(() => this.over.abort());
    let fail: (error: Error) => void;
    this.broken = new Promise((_done, reject) => (fail = reject));
    this.broken.catch(() => undefined);
    // During a stop, errors are only reported, so that the remaining parts are stopped.
    this.takeUncaught = (error) =>
      this.signal.aborted ? this.report('unforeseen error', error) : fail(error);
    process.on('uncaughtException', this.takeUncaught);
  }

  /** Registers a part. `end` stops the parts in reverse order. */
  add(title: string, stop: () => Promise<unknown>, { outlives = false } = {}): void {
    this.started.unshift({ title, stop, outlives });
  }

  /**
   * Runs a step of the start. The step is abandoned when a stop is requested.
   * @throws StoppedError when a stop is requested
   */
  step<T>(title: string, work: StepWork<T>): Promise<T> {
    return this.begin(title, (...write) => this.unlessStopped(work(...write)));
  }

  /**
   * Waits for work. The work is abandoned when a stop is requested.
   * @throws StoppedError when a stop is requested
   */
  unlessStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([
      work,
      this.broken,
      this.stopRequested.then(() => Promise.reject(new StoppedError())),
    ]);
  }

  /**
   * Runs a step that starts a process of its own. A stop waits for the step, because a server can be ended
   * only after its start.
   * @throws StoppedError when the step failed after a requested stop, because Ctrl-C reaches the step's
   * programs as well
   */
  server<T>(title: string, work: StepWork<T>): Promise<T> {
    return this.begin(title, (...write) =>
      work(...write).catch((error: unknown) => {
        throw this.signal.aborted ? new StoppedError() : error;
      }),
    );
  }

  private begin<T>(title: string, work: StepWork<T>): Promise<T> {
    return this.signal.aborted ? Promise.reject(new StoppedError()) : this.terminal.step(title, work);
  }

  /**
   * Stops all parts, and ends the process shortly after.
   * @returns whether a second request to stop cut the waiting short
   */
  async end(): Promise<boolean> {
    this.over.abort();
    let isHurried = false;
    const hurried = this.requests.second.then(() => void (isHurried = true));
    for (const { title, stop, outlives } of this.started.splice(0)) {
      const stopping = stop().catch((error: unknown) => this.report(title, error));
      await (outlives ? stopping : Promise.race([hurried, stopping]));
    }
    endDespiteLeftovers();
    return isHurried;
  }

  private report(title: string, error: unknown): void {
    this.terminal.line(`  ${this.terminal.colors.yellow('!')} ${title}: ${(error as Error).message}`);
  }
}
