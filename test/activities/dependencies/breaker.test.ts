import type { ActivityOptions } from '@temporalio/workflow';
import { describe, expect, it } from 'vitest';
import { BREAKER_TIMES, createBreaker, createBreakers } from '../../../activities/dependencies/index.ts';
import { retryWaitMs } from '../../../activities/resilience/index.ts';
import { SEND, SEND_PAGE } from '../../../workflows/profiles.ts';

function inTest() {
  const clock = { ms: 0 };
  const changes: string[] = [];
  const breaker = createBreaker({
    nowMs: () => clock.ms,
    changed: (to, unavailableMs) => void changes.push(`${to} after ${unavailableMs}`),
  });
  const fail = (times: number): void => {
    for (let each = 0; each < times; each += 1) breaker.enter()?.end('unavailable');
  };
  return { clock, changes, breaker, fail };
}

describe('a breaker', () => {
  it('opens after five failures in a row, and not before', () => {
    const { breaker, fail, changes } = inTest();
    fail(4);
    breaker.enter()!.end('there');
    fail(4);
    expect(breaker.unavailableForMs()).toBeUndefined();
    fail(1);
    expect(breaker.enter()).toBeUndefined();
    expect(changes).toEqual(['open after 0']);
  });

  it('lets one probe through at a time, twice as late each time that nobody answers, at most twice a minute', () => {
    const { breaker, fail, clock } = inTest();
    fail(5);
    const waits: number[] = [];
    for (let probe = 0; probe < 8; probe += 1) {
      const before = clock.ms;
      let passage = breaker.enter();
      for (; !passage; passage = breaker.enter()) clock.ms += 500;
      waits.push(clock.ms - before);
      expect(passage.isProbe).toBe(true);
      expect(breaker.enter()).toBeUndefined();
      passage.end('unavailable');
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('closes with the first answer, and counts anew', () => {
    const { breaker, fail, clock, changes } = inTest();
    fail(5);
    clock.ms = 90_000;
    breaker.enter()!.end('there');
    expect(changes).toEqual(['open after 0', 'closed after 90000']);
    fail(4);
    expect(breaker.enter()?.isProbe).toBe(false);
  });

  it('leaves a turn that asked nobody to the next, and does not wait for a probe that never ends', () => {
    const { breaker, fail, clock } = inTest();
    fail(5);
    clock.ms = 1_000;
    breaker.enter()!.end('nothing');
    const lost = breaker.enter()!;
    expect(lost.isProbe).toBe(true);
    clock.ms += BREAKER_TIMES.probeEndsMs - 1;
    expect(breaker.enter()).toBeUndefined();
    clock.ms += 1;
    expect(breaker.enter()?.isProbe).toBe(true);
    // A late result of the lost probe does not affect the probe that replaced it.
    lost.end('unavailable');
    expect(breaker.enter()).toBeUndefined();
  });

  it('asks one whose outcome is in doubt to find out only when nobody else came for a while', () => {
    const { breaker, fail, clock } = inTest();
    fail(5);
    clock.ms = 1_000;
    expect(breaker.enter({ unknownOutcome: true })).toBeUndefined();
    breaker.enter()!.end('unavailable');
    clock.ms = 3_000 + BREAKER_TIMES.slowestProbeMs - 1;
    expect(breaker.enter({ unknownOutcome: true })).toBeUndefined();
    clock.ms += 1;
    expect(breaker.enter({ unknownOutcome: true })?.isProbe).toBe(true);
  });

  it('lets what is urgent through in any case, and its answer counts', () => {
    const { breaker, fail } = inTest();
    fail(5);
    expect(breaker.enter()).toBeUndefined();
    const page = breaker.enter({ urgent: true })!;
    expect(page.isProbe).toBe(false);
    page.end('there');
    page.end('unavailable');
    expect(breaker.enter()).toBeDefined();
  });

  it('belongs to one fleet and one receiver', () => {
    const log = { warn: () => undefined, info: () => undefined };
    const breakers = createBreakers({ log });
    const receiver = 'https://one.example/hook';
    for (let each = 0; each < 5; each += 1)
      breakers.of({ fleet: 'a', kind: 'webhook', receiver }).enter()!.end('unavailable');
    expect(breakers.of({ fleet: 'a', kind: 'webhook', receiver }).enter()).toBeUndefined();
    for (const other of [
      { fleet: 'a', kind: 'webhook', receiver: 'https://two.example/hook' },
      { fleet: 'b', kind: 'webhook', receiver },
      { fleet: 'a', kind: 'slack' },
    ] as const)
      expect(breakers.of(other).enter()).toBeDefined();
  });
});

describe('a day without a receiver', () => {
  const DAY_S = 86_400;

  /** Simulates the attempts of a day second by second, with a retry profile of the workflows and jitter from a fixed sequence. */
  function day(options: {
    readonly waiting: number;
    readonly urgent: boolean;
    readonly profile: ActivityOptions;
  }) {
    const { waiting, urgent } = options;
    const clock = { ms: 0 };
    const breaker = createBreaker({ nowMs: () => clock.ms });
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    /** Numbers of the attempts due at each second. From the twelfth on, all attempts are alike. */
    const due = new Map<number, number[]>();
    const make = (second: number, attempt: number): void => {
      const then = due.get(second) ?? [];
      if (then.push(Math.min(attempt, 12)) === 1) due.set(second, then);
    };
    for (let each = 0; each < waiting; each += 1) make(each % 60, 1);
    const found = { calls: 0, left: waiting, drainedAfterS: 0 };
    for (let second = 0; found.left > 0 && second < DAY_S * 1.1; second += 1) {
      clock.ms = second * 1_000;
      const isBack = second >= DAY_S;
      for (const attempt of due.get(second) ?? []) {
        const passage = breaker.enter({ urgent });
        passage?.end(isBack ? 'there' : 'unavailable');
        if (passage && isBack) {
          found.left -= 1;
          found.drainedAfterS = second - DAY_S;
          continue;
        }
        if (passage) found.calls += 1;
        const waitS =
          (retryWaitMs(options.profile.retry!, attempt) / 1_000) * (passage ? 1 : 0.75 + random() / 4);
        make(second + Math.max(1, Math.round(waitS)), attempt + 1);
      }
      due.delete(second);
    }
    return found;
  }

  /** Returns the number of attempts for one delivery in that time with the retry profile alone. */
  function triesAlone(): number {
    let tries = 0;
    for (let ms = 0; ms < DAY_S * 1_000; ms += retryWaitMs(SEND.retry!, tries)) tries += 1;
    return tries;
  }

  it('ten thousand deliveries cost it two calls a minute, and all go within six minutes of its return', () => {
    expect(triesAlone() * 10_000).toBeGreaterThan(2_500_000);
    const { calls, ...after } = day({ waiting: 10_000, urgent: false, profile: SEND });
    expect(calls).toBeGreaterThan(24 * 60);
    expect(calls).toBeLessThanOrEqual(2 * 24 * 60 + 20);
    expect(after.left).toBe(0);
    // Five minutes of their own backoff, and half a minute until the probe that finds the receiver available.
    expect(after.drainedAfterS).toBeLessThanOrEqual(330);
  }, 120_000);

  it('no page waits longer than its own thirty seconds', () => {
    const pages = day({ waiting: 20, urgent: true, profile: SEND_PAGE });
    expect(pages.left).toBe(0);
    expect(pages.drainedAfterS).toBeLessThanOrEqual(30);
  });
});
