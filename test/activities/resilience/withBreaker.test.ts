import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createBreakers } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { unlessUnavailable, updateUnlessUnavailable } from '../../../activities/resilience/index.ts';
import type { SendResult } from '../../../activities/failures/index.ts';

const ABOUT = { fleet: 'north', kind: 'smtp' } as const;
const UNAVAILABLE: SendResult = { kind: 'unknown_outcome', reason: 'r', unavailable: true };

function inTest() {
  const resolved: string[] = [];
  const parts = {
    breakers: createBreakers({ log: pino({ level: 'silent' }), nowMs: () => 0 }),
    alarms: {
      clear: (_fleet: string, kind: string) => Promise.resolve(void resolved.push(kind)),
      raise: () => Promise.resolve(),
      note: () => Promise.resolve(),
    },
    alarmAfterMs: 0,
  };
  const deps = parts as Partial<ActivityDependencies> as ActivityDependencies;
  const breaker = deps.breakers.of(ABOUT);
  const attempt = (result: SendResult): Promise<void> =>
    unlessUnavailable(deps, { ...ABOUT, how: () => Promise.resolve({ urgent: true }) }, (its) => {
      its.heard(result);
      return Promise.resolve();
    });
  return { deps, breaker, attempt, resolved };
}

describe('an attempt at a receiver that is unavailable', () => {
  it.each<[string, SendResult]>([
    ['what is not known any more', { kind: 'not_sent', reason: 'r', unasked: true }],
    ['a message that this side will not send', { kind: 'refused', reason: 'r', unasked: true }],
    ['a stop of ours before the answer', { kind: 'unknown_outcome', reason: 'r', unasked: true }],
  ])('that ends with %s leaves it away', async (_name, result) => {
    const { breaker, attempt, resolved } = inTest();
    for (let each = 0; each < 5; each += 1) await attempt(UNAVAILABLE);
    await attempt(result);
    expect(breaker.unavailableForMs()).toBe(0);
    expect(resolved).toEqual([]);
  });

  it.each<[string, SendResult]>([
    ['a message sent', { kind: 'sent' }],
    ['a refusal', { kind: 'refused', reason: 'r' }],
    ['a wish to wait', { kind: 'not_sent', reason: 'r', afterMs: 1 }],
  ])('that ends with %s finds it back', async (_name, result) => {
    const { breaker, attempt, resolved } = inTest();
    for (let each = 0; each < 5; each += 1) await attempt(UNAVAILABLE);
    await attempt(result);
    expect(breaker.unavailableForMs()).toBeUndefined();
    expect(resolved).toEqual(['smtp_unavailable']);
  });
});

it('an update that asked nobody leaves Slack away', async () => {
  const { deps } = inTest();
  const key = { fleet: 'north', kind: 'slack' } as const;
  const slack = deps.breakers.of(key);
  const probe = (result: SendResult) => updateUnlessUnavailable(deps, key, () => Promise.resolve(result));
  for (let each = 0; each < 4; each += 1) await probe(UNAVAILABLE);
  await probe({ kind: 'not_sent', reason: 'r', unasked: true });
  await probe(UNAVAILABLE);
  expect(slack.unavailableForMs()).toBe(0);
});
