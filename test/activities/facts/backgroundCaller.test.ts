import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { createBackfillCaller } from '../../../activities/facts/index.ts';
import type { BackfillCaller } from '../../../activities/facts/index.ts';
import { createServiceEvidence } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import type { Outcome } from '../../../analytics/index.ts';

const ok: Outcome<string> = { kind: 'ok', value: 'trip' };
const garbled: Outcome<string> = { kind: 'invalid', reason: 'a body that is not JSON' };
const said: Outcome<string> = { kind: 'unavailable', reason: 'HTTP 500', maybeTrip: true };
const unavailable: Outcome<string> = { kind: 'unavailable', reason: 'HTTP 503' };

/**
 * Creates what callers of a process share: its alarms and its evidence about the service. Two seconds pass between two reads of
 * the clock.
 */
function process(): { readonly deps: ActivityDependencies; readonly alarms: string[] } {
  const alarms: string[] = [];
  let nowMs = 0;
  const deps = {
    alarms: {
      raise: (_fleet: string, kind: string) => Promise.resolve(void alarms.push(kind)),
      note: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    },
    pulse: createServiceEvidence(() => new Date((nowMs += 2_000))),
  } as unknown as ActivityDependencies;
  return { deps, alarms };
}

function caller(
  stopCheck = (): void => undefined,
  { deps, alarms } = process(),
): BackfillCaller & {
  readonly alarms: string[];
} {
  const key = { fleetId: 'north', id: 'b' };
  return { ...createBackfillCaller(deps, { key, stopCheck }), alarms };
}

/** Makes a call that returns these outcomes one after the other, and then always the last one. */
function calls(...outcomes: Outcome<string>[]): (() => Promise<Outcome<string>>) & { made: number } {
  const call = (): Promise<Outcome<string>> =>
    Promise.resolve(outcomes[Math.min(call.made++, outcomes.length - 1)]!);
  call.made = 0;
  return call;
}

describe('a backfill’s caller', () => {
  it('has two trips at once and no more', async () => {
    let now = 0;
    let most = 0;
    const call = async (): Promise<Outcome<string>> => {
      most = Math.max(most, ++now);
      await new Promise((done) => setTimeout(done, 2));
      now -= 1;
      return ok;
    };
    const asking = caller();
    await Promise.all(Array.from({ length: 12 }, () => asking.inSlot(() => asking.askOfTrip(call))));
    expect(most).toBe(2);
  });

  it('asks again after one garbled answer, and does without after two', async () => {
    const once = calls(garbled, ok);
    expect(await caller().askOfTrip(once)).toEqual({ kind: 'ok', value: 'trip' });
    const twice = calls(garbled);
    expect(await caller().askOfTrip(twice)).toEqual({ kind: 'refused', reason: 'a body that is not JSON' });
    expect([once.made, twice.made]).toEqual([2, 2]);
  });

  it('takes a service for broken that answers nothing but nonsense', async () => {
    const shared = process();
    const attempt = async (): Promise<void> => {
      const asking = caller(undefined, shared);
      const call = calls(garbled);
      await asking.askOfTrip(call);
      await asking.askOfTrip(call);
      await expect(asking.askOfTrip(call)).rejects.toThrow(ApplicationFailure);
    };
    await attempt();
    expect(shared.alarms).toEqual([]);
    for (let retry = 0; retry < 3; retry += 1) await attempt();
    expect(shared.alarms).toEqual(['analytics_invalid']);
  });

  it('does without a trip of which the service says something', async () => {
    const call = calls(said);
    expect(await caller().askOfTrip(call)).toMatchObject({ kind: 'refused', reason: 'HTTP 500' });
    expect(call.made).toBe(1);
    await expect(caller().askOfTrip(calls(unavailable))).rejects.toThrow('HTTP 503');
    expect(await caller().askOfTrip(calls(garbled, ok))).toEqual({ kind: 'ok', value: 'trip' });
  });

  it('takes a service for away that says it of one trip after the other', async () => {
    const asking = caller();
    const [saying, missing] = [calls(said), calls({ kind: 'no_such_trip', message: 'HTTP 404' })];
    const many = async (): Promise<void> => {
      for (let trip = 0; trip < 20; trip += 1) await asking.askOfTrip(saying);
    };
    await many();
    expect(await asking.askOfTrip(missing)).toEqual({ kind: 'missing' });
    await many();
    await expect(many()).rejects.toThrow(ApplicationFailure);
  });

  it('leaves a service that is unavailable alone, whatever stands in line', async () => {
    const asking = caller();
    const call = calls(unavailable);
    const line = await Promise.allSettled(
      Array.from({ length: 20 }, () => asking.inSlot(() => asking.askOfTrip(call))),
    );
    expect(line.every(({ status }) => status === 'rejected')).toBe(true);
    expect(call.made).toBeLessThanOrEqual(2);
  });

  it('does not wait for a trip that no URL can carry, and holds it against nobody', async () => {
    const asking = caller();
    const call = calls({ kind: 'invalid', reason: 'not sent: an id is empty', unsendable: true });
    for (let trip = 0; trip < 20; trip += 1)
      expect(await asking.askOfTrip(call)).toMatchObject({ kind: 'refused', isPermanent: true });
    expect(call.made).toBe(20);
  });

  it('makes no more calls once the service is known to be unavailable, and raises an alarm', async () => {
    const shared = process();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const asking = caller(undefined, shared);
      await expect(asking.isUnavailable('HTTP 500')).rejects.toMatchObject({ nonRetryable: false });
      const call = calls(ok);
      await expect(asking.askOfTrip(call)).rejects.toThrow('HTTP 500');
      expect(call.made).toBe(0);
    }
    expect(shared.alarms).toEqual(['analytics_unavailable']);
  });

  it('waits as long as a limiting service asks', async () => {
    const failure = await caller()
      .askOfTrip(calls({ kind: 'limited', retryAfterMs: 90_000 }))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ type: 'analytics_limited', nextRetryDelay: 90_000, nonRetryable: false });
  });

  it('calls nobody once it is to stop', async () => {
    const call = calls(ok);
    const asking = caller(() => {
      throw new Error('stopped');
    });
    await expect(asking.askOfTrip(call)).rejects.toThrow('stopped');
    expect(call.made).toBe(0);
  });

  it('distinguishes a trip that went away from one that cannot be read', async () => {
    expect(await caller().askOfTrip(calls({ kind: 'no_such_trip', message: 'HTTP 404' }))).toEqual({
      kind: 'missing',
    });
  });
});
