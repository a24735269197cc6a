import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import type * as Module from '../../../server/workerThreads/pool.ts';
import type { ThreadLimits, Threads } from '../../../server/workerThreads/index.ts';

// As they run in a build: from sources each thread would compile them first.
const compiled = join(inject('programFolder'), 'server/workerThreads/pool.js');
const { createThreads, TaskEndedError, ThreadsBusyError } = (await import(compiled)) as typeof Module;

const LIMITS: ThreadLimits = {
  threads: 1,
  bytes: 10_000,
  bytesOfOne: 6_000,
  withinMs: 60_000,
  idleMs: 60_000,
  heapMegabytes: 256,
};
const scored = Buffer.from('{"type":"TRIP_SCORED","driver_id":"d-1","trip_id":"1"}');
const large = Buffer.from(
  `{"type":"TRIP_SCORED","driver_id":"d-1","trip_id":"1","data":[${'[],'.repeat(300_000)}0]}`,
);
const read = { kind: 'trip_scored', driverId: 'd-1', tripId: '1' };

let threads: Threads | undefined;
afterEach(() => threads?.close());

function started(change: Partial<ThreadLimits> = {}): Threads {
  threads = createThreads({ ...LIMITS, ...change });
  return threads;
}

const ask = (at: Threads, { bytes = 1, whose = 'north', body = scored } = {}): Promise<unknown> =>
  at.run('readNotification', body, { bytes, whose });

describe('threads', () => {
  it('compute while the event loop goes on', async () => {
    let isOver = false;
    let rounds = 0;
    const count = (): void => {
      rounds += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await ask(started(), { body: large })).toEqual(read);
    isOver = true;
    expect(rounds).toBeGreaterThan(100);
  });

  it('hand back what a task throws', async () => {
    const at = started();
    const broken = at.run(
      'drawTrip',
      { path: '{', speedProfile: undefined, events: undefined, leaves: [], language: 'en' },
      { bytes: 1, whose: 'north' },
    );
    await expect(broken).rejects.toThrow(SyntaxError);
    expect(await ask(at)).toEqual(read);
  });
});

describe('threads that are full', () => {
  it('refuse one fleet what would leave no room for the others, and all what is beyond their room', async () => {
    const at = started();
    const first = ask(at, { bytes: 6_000 });
    await expect(ask(at, { bytes: 1 })).rejects.toThrow(ThreadsBusyError);
    const second = ask(at, { bytes: 4_000, whose: 'south' });
    await expect(ask(at, { bytes: 1, whose: 'east' })).rejects.toThrow(ThreadsBusyError);
    expect(await Promise.all([first, second])).toEqual([read, read]);
    expect(await ask(at, { bytes: 6_000 })).toEqual(read);
  });

  it('take a task that is larger than the room when there is no other', async () => {
    expect(await ask(started(), { bytes: 20_000 })).toEqual(read);
  });
});

describe('a task beyond its limit', () => {
  it('is ended when it takes too long, and the next one is done', async () => {
    const limits = { ...LIMITS };
    threads = createThreads(limits);
    expect(await ask(threads)).toEqual(read);
    limits.withinMs = 400;
    const bytes = Buffer.from(`driver_id,name\n${'d-1,Ada Lovelace\n'.repeat(400_000)}`);
    const directory = threads.run('readDirectory', { bytes, isCsv: true }, { bytes: 1, whose: 'north' });
    await expect(directory).rejects.toThrow(TaskEndedError);
    limits.withinMs = LIMITS.withinMs;
    expect(await ask(threads)).toEqual(read);
  });

  it('is ended when it takes too much memory, and the next one is done', async () => {
    const at = started({ heapMegabytes: 32 });
    const body = Buffer.from(`[${'[[[[0]]]],'.repeat(200_000)}0]`);
    await expect(ask(at, { body })).rejects.toThrow(TaskEndedError);
    expect(await ask(at)).toEqual(read);
  });
});

describe('a task whose thread does not run it', () => {
  it('was not too much work: a thread that starts late is no reason to refuse the request for good', async () => {
    const limits = { ...LIMITS, withinMs: 1 };
    threads = createThreads(limits);
    await expect(ask(threads)).rejects.toThrow(ThreadsBusyError);
    limits.withinMs = LIMITS.withinMs;
    expect(await ask(threads)).toEqual(read);
  });

  it('may be sent again when the pool was closed before its end, or before it came', async () => {
    const at = started();
    expect(await ask(at)).toEqual(read);
    const running = expect(ask(at, { body: large })).rejects.toThrow(ThreadsBusyError);
    await at.close();
    await running;
    await expect(ask(at)).rejects.toThrow(ThreadsBusyError);
  });
});
