import { ServiceError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { UnknownFleetError } from '../../../activities/dependencies/index.ts';
import {
  failingForMs,
  failsNoLonger,
  failureWatch,
  isOfThisWork,
  isUnforeseen,
  safeError,
  shortNameOf,
} from '../../../activities/resilience/index.ts';

const withCode = (code: string, message = 'm'): Error => Object.assign(new Error(message), { code });

describe('an error is foreseen or not', () => {
  const grpc = Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} });
  it.each<[string, unknown, boolean]>([
    ['a failure worth a retry', ApplicationFailure.retryable('m', 'slack_not_sent'), false],
    ['a cancelled activity', new CancelledFailure('m'), false],
    ['a database that is away', withCode('57P01'), false],
    ['a transaction that met another', withCode('40001'), false],
    ['a deadlock', withCode('40P01'), false],
    ['Temporal away', grpc, false],
    ['Temporal away, in the words of its client', new ServiceError('m', { cause: grpc }), false],
    ['a value that a column cannot hold', withCode('22003'), true],
    ['a broken constraint', withCode('23514'), true],
    ['a mistake of ours', new TypeError('m'), true],
    ['no error at all', 'thrown', true],
  ])('%s', (_what, error, expected) => {
    expect(isUnforeseen(error)).toBe(expected);
  });
});

describe('an error that may hang on the work itself', () => {
  it.each<[string, unknown, boolean]>([
    ['a value that a column cannot hold', withCode('22003'), true],
    ['a broken constraint', withCode('23514'), true],
    ['a row too large for its index', withCode('54000'), true],
    ['a mistake of ours', new TypeError('m'), true],
    ['a refused login', withCode('28P01'), false],
    ['a missing database', withCode('3D000'), false],
    ['a missing table', withCode('42P01'), false],
    ['a missing right', withCode('42501'), false],
    ['a broken transaction', withCode('25P02'), false],
    ['an expired certificate', withCode('CERT_HAS_EXPIRED'), false],
    ['a stream that is gone', withCode('ERR_STREAM_DESTROYED'), false],
    [
      'an argument that Node refuses',
      Object.assign(new TypeError('m'), { code: 'ERR_INVALID_ARG_TYPE' }),
      false,
    ],
    ['words of a package', new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE'), false],
    ['a fleet that is not configured', new UnknownFleetError('north'), false],
    ['a failure worth a retry', ApplicationFailure.retryable('m'), false],
  ])('%s', (_what, error, expected) => {
    expect(isOfThisWork(error)).toBe(expected);
  });
});

describe('what the log says of an error', () => {
  it('is where it came from, and its words', () => {
    const error = new TypeError('x is undefined');
    expect(safeError(error)).toMatchObject({
      name: 'TypeError',
      message: 'x is undefined',
      at: expect.stringContaining('failureWatch.test.ts') as string,
    });
    expect(shortNameOf(error)).toBe('TypeError');
  });

  it('never repeats a value: neither what could not be parsed nor what a column refused', () => {
    const parsed = (() => {
      try {
        return JSON.parse('{"latitude": 52.520008, planted}') as unknown;
      } catch (error) {
        return error;
      }
    })();
    const refused = Object.assign(withCode('22P02', 'invalid input syntax for type integer: "planted"'), {
      table: 'decisions',
      column: 'version',
      detail: 'Failing row contains (planted).',
    });
    for (const error of [parsed, refused]) expect(JSON.stringify(safeError(error))).not.toContain('planted');
    expect(safeError(refused)).toMatchObject({ code: '22P02', table: 'decisions', column: 'version' });
    expect([shortNameOf(parsed), shortNameOf(refused)]).toEqual(['SyntaxError', 'SQLSTATE 22P02']);
    expect(safeError('thrown')).toEqual({ name: 'not an error' });
  });
});

describe('work that fails inside', () => {
  function watched() {
    const messages: string[] = [];
    const logged: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as never) });
    const alarms = {
      raise: (...about: unknown[]) => Promise.resolve(void messages.push(`raise ${about.join(' ')}`)),
      clear: (...about: unknown[]) => Promise.resolve(void messages.push(`clear ${about.join(' ')}`)),
      note: () => Promise.resolve(),
    };
    const watch = failureWatch({ alarms, log });
    const run = (attempt: number, work: () => Promise<unknown>, isLocal = false): Promise<unknown> =>
      new MockActivityEnvironment(
        { activityType: 'assessTrip', attempt, isLocal },
        { interceptors: [watch], logger: new DefaultLogger('ERROR') },
      ).run((_input: object) => work(), { fleet: 'north', driverId: 'd-1', tripId: 't-1' });
    return { messages, logged, run };
  }
  const fail = (error: Error) => (): Promise<never> => Promise.reject(error);

  it('is a line of the log each time, and an alarm from the fourth time on, until it is done', async () => {
    const { messages, logged, run } = watched();
    for (const attempt of [1, 2, 3, 4])
      await expect(run(attempt, fail(new TypeError('broken')))).rejects.toThrow('broken');
    expect(logged).toHaveLength(4);
    expect(logged[0]).toMatchObject({
      fleet: 'north',
      driver: 'd-1',
      trip: 't-1',
      activity: 'assessTrip',
      attempt: 1,
      error: { name: 'TypeError', message: 'broken' },
      msg: 'internal error in an activity',
    });
    expect(messages).toEqual(['raise north work_failing assessTrip']);
    expect(await run(5, () => Promise.resolve('done'))).toBe('done');
    expect(messages.slice(1)).toEqual(['clear north work_failing assessTrip']);
  });

  it('counts no other failure, whatever the number of the attempt, and begins anew after one', async () => {
    const { messages, logged, run } = watched();
    const broken = fail(new TypeError('broken'));
    for (const attempt of [20, 21, 22]) await expect(run(attempt, broken)).rejects.toThrow('broken');
    await expect(run(23, fail(ApplicationFailure.retryable('later')))).rejects.toThrow('later');
    for (const attempt of [24, 25, 26]) await expect(run(attempt, broken)).rejects.toThrow('broken');
    expect([messages, logged.length]).toEqual([[], 6]);
  });

  it('raises no alarm for a fleet that is not configured: nobody would hear it, and its work waits', async () => {
    const { messages, logged, run } = watched();
    for (const attempt of [1, 2, 3, 4, 5])
      await expect(run(attempt, fail(new UnknownFleetError('north')))).rejects.toThrow('not configured');
    expect([messages, logged.length]).toEqual([[], 5]);
  });

  it('is not what a retry waits for, and a local activity, tried once, raises nothing', async () => {
    const { messages, logged, run } = watched();
    await expect(run(9, fail(ApplicationFailure.retryable('later')))).rejects.toThrow('later');
    expect([messages, logged]).toEqual([[], []]);
    await expect(run(9, fail(new TypeError('broken')), true)).rejects.toThrow('broken');
    expect([messages, logged.length]).toEqual([[], 1]);
  });
});

describe('for how long it has failed', () => {
  const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 10, 12, 0, seconds));
  async function attempt(heartbeatDetails: unknown, work: () => number | undefined | void) {
    const environment = new MockActivityEnvironment({ heartbeatDetails });
    let beat: unknown;
    environment.on('heartbeat', (details: unknown) => (beat = details));
    return { answer: await environment.run(() => Promise.resolve(work())), beat };
  }

  it('is counted from the first attempt on, over all that follow', async () => {
    const first = await attempt(undefined, () => failingForMs(at(0)));
    expect(first).toEqual({ answer: 0, beat: { failingSince: at(0).toISOString() } });
    const later = await attempt(first.beat, () => failingForMs(at(40)));
    expect(later).toEqual({ answer: 40_000, beat: first.beat });
  });

  it('begins anew after something else was met', async () => {
    const other = await attempt({ failingSince: at(0).toISOString() }, () => failsNoLonger());
    expect(other.beat).toEqual({});
    expect((await attempt(other.beat, () => failingForMs(at(50)))).answer).toBe(0);
    expect((await attempt(undefined, () => failsNoLonger())).beat).toBeUndefined();
  });

  it('is not known outside of an activity', () => {
    expect(failingForMs(at(0))).toBeUndefined();
  });
});
