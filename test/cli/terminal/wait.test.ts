import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopRequests, stopWithoutReader, waitFor } from '../../../cli/terminal/index.ts';
import type { Part } from '../../../cli/terminal/index.ts';

let stop: AbortController;
let said: string[];
const log = pino(
  { level: 'debug' },
  { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) },
);
beforeEach(() => {
  stop = new AbortController();
  said = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const part = (attempt: () => Promise<string>): Part<string> => ({
  name: 'Temporal',
  attempt,
  inWords: (error) => `Temporal: ${(error as Error).message}.`,
  meanwhile: 'Nothing works.',
});
/** Returns an attempt that fails this often and then succeeds. */
const afterFailures = (times: number) => {
  const attempt = vi.fn(() => Promise.resolve('here'));
  for (let failure = 0; failure < times; failure += 1)
    attempt.mockRejectedValueOnce(new Error('unavailable'));
  return attempt;
};
const wait = (what: Part<string>) => waitFor(what, { log, signal: stop.signal });

describe('waitFor', () => {
  it('says nothing when the part is there', async () => {
    expect(await wait(part(afterFailures(0)))).toEqual({ value: 'here' });
    expect(said).toEqual([]);
  });

  it('says what is wrong once, and that it is over', async () => {
    const attempt = afterFailures(5);
    const waiting = wait(part(attempt));
    await vi.runAllTimersAsync();
    expect(await waiting).toEqual({ value: 'here' });
    expect(attempt).toHaveBeenCalledTimes(6);
    expect(said).toEqual([
      'Temporal: unavailable. Nothing works. Retrying until it works.',
      'Temporal is available now.',
    ]);
  });

  it('neither hurries nor floods the log in a long outage, and reminds of it', async () => {
    const attempt = vi.fn(() => Promise.reject<string>(new Error('unavailable')));
    const waiting = wait(part(attempt));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(attempt.mock.calls.length).toBeGreaterThan(100);
    expect(attempt.mock.calls.length).toBeLessThan(180);
    expect(said.length).toBeGreaterThan(10);
    expect(said.length).toBeLessThanOrEqual(21);
    stop.abort();
    expect(await waiting).toBeUndefined();
  });

  it('says at once when something else is wrong', async () => {
    const attempt = afterFailures(1);
    attempt.mockRejectedValueOnce(new Error('no namespace'));
    const waiting = wait(part(attempt));
    await vi.runAllTimersAsync();
    await waiting;
    expect(said.map((words) => words.split('.')[0])).toEqual([
      'Temporal: unavailable',
      'Temporal: no namespace',
      'Temporal is available now',
    ]);
  });

  it('ends with the signal, in a pause and in an attempt that hangs', async () => {
    const inPause = wait(part(afterFailures(100)));
    const inAttempt = wait(part(() => new Promise(() => undefined)));
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort();
    expect(await Promise.all([inPause, inAttempt])).toEqual([undefined, undefined]);
    expect(await wait(part(afterFailures(0)))).toBeUndefined();
  });

  it('throws what waiting does not mend', async () => {
    const broken = { ...part(afterFailures(1)), isPassing: () => false };
    await expect(wait(broken)).rejects.toThrow('unavailable');
    expect(said).toEqual([]);
  });
});

describe('stopRequests', () => {
  const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  afterEach(() => {
    for (const signal of SIGNALS)
      for (const listener of process.listeners(signal))
        if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
  });

  /** Returns the settled requests after each signal, or after the output has lost its reader. */
  async function afterEachOf(
    isOnTerminal: boolean,
    ...signals: readonly (NodeJS.Signals | 'no reader' | 'pause')[]
  ): Promise<string[]> {
    const settled: string[] = [];
    const { first, second } = stopRequests(isOnTerminal);
    void first.then(() => settled.push('first'));
    void second.then(() => settled.push('second'));
    for (const signal of signals) {
      if (signal === 'pause') await vi.advanceTimersByTimeAsync(1_000);
      else if (signal === 'no reader') stopWithoutReader();
      else process.emit(signal, signal);
      await vi.advanceTimersByTimeAsync(0);
    }
    return settled;
  }

  it('a press of Ctrl-C that arrives twice is one request', async () => {
    expect(await afterEachOf(true, 'SIGINT', 'SIGINT')).toEqual(['first']);
  });

  it('two presses are two requests', async () => {
    expect(await afterEachOf(true, 'SIGINT', 'pause', 'SIGINT')).toEqual(['first', 'second']);
  });

  it('an output that loses its reader after a press is no second request', async () => {
    expect(await afterEachOf(true, 'SIGINT', 'pause', 'no reader')).toEqual(['first']);
    expect(await afterEachOf(true, 'no reader', 'pause', 'SIGTERM')).toEqual(['first', 'second']);
  });

  it('a terminal that is closed requests a stop, which nohup prevents', async () => {
    expect(await afterEachOf(true, 'SIGHUP')).toEqual(['first']);
    const known = process.listenerCount('SIGHUP');
    expect(await afterEachOf(false)).toEqual([]);
    expect(process.listenerCount('SIGHUP')).toBe(known);
  });
});
