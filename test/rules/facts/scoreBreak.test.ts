import { becauseWords } from '../../../messages/decisions/index.ts';
import { describe, expect, it } from 'vitest';
import { resolveFacts } from '../../../rules/facts/index.ts';
import type { FactValue, ReadSpan, ScoreBreak } from '../../../rules/facts/index.ts';
import type { DriverReading, Trip } from '../../../rules/vocabulary/index.ts';

const trip: Trip = {
  driverId: 'd',
  tripId: 't',
  endTime: '2026-11-20T10:00:00Z',
  ratings: {},
  extra: {},
  problems: [],
};
const reading = (score: number): DriverReading =>
  ({ driverId: 'd', score, ratings: {}, problems: [] }) as never;
const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`);
const read = (time: string): ReadSpan => ({ earliest: at(time), latest: at(time) });

/** Returns the change over seven days, from 80 to 70, with these deletions in between. */
function change(
  scoreBreaks: readonly ScoreBreak[],
  more: { readAt?: ReadonlyMap<string, ReadSpan>; over?: string; trip?: Trip } = {},
): FactValue {
  const requests = [{ fact: 'driver.score_change', params: { over: more.over ?? '7d' } }];
  const table = resolveFacts(requests, {
    trip: more.trip ?? trip,
    decidedAt: '2026-11-20T10:05:00Z',
    readings: new Map([
      ['2026-11-20', reading(70)],
      ['2026-11-13', reading(80)],
      ['2026-11-19', reading(72)],
    ]),
    readAt: more.readAt,
    scoreBreaks,
    windows: new Map(),
  });
  return [...table.values()][0]!;
}

const deleted = (more: Partial<ScoreBreak> = {}): ScoreBreak => ({
  tripDate: '2026-11-18',
  from: at('19T12:00'),
  until: at('19T12:01'),
  baseline: { endDate: '2026-11-19', score: 71 },
  ...more,
});
const { baseline: _none, ...pending } = deleted();
const because = (of: FactValue): string =>
  of.known ? `known ${JSON.stringify(of.value)}` : becauseWords(of.because, 'en');

describe('a change of score across a deletion of ours', () => {
  it('is counted from the score right after it', () => {
    expect(change([deleted()])).toEqual({ known: true, value: -1, sinceDeletion: '2026-11-19' });
  });

  it('is not known until that score is there', () => {
    expect(because(change([pending]))).toBe(
      'a trip of the driver was deleted on 2026-11-19, and the score after that is not read yet',
    );
  });

  it('is not known while a deletion is under way', () => {
    const { until: _until, ...underWay } = pending;
    expect(because(change([underWay]))).toBe('a trip of the driver is being deleted just now');
  });

  it.each([
    ['could not be rated', { endDate: '2026-11-19', score: null }, /after that cannot be rated$/],
    ['was not there', { endDate: '2026-11-19' }, /the service had no score after that$/],
    ['is of a later day than the trip', { endDate: '2026-11-21', score: 1 }, /ended before that day/],
  ])('is not known when that score %s', (_what, baseline, said) => {
    expect(because(change([deleted({ baseline })]))).toMatch(said);
  });

  it('is counted from the last of several', () => {
    const later = deleted({
      from: at('20T08:00'),
      until: at('20T08:01'),
      baseline: { endDate: '2026-11-20', score: 69 },
    });
    expect(change([later, deleted()])).toMatchObject({ value: 1, sinceDeletion: '2026-11-20' });
    const { baseline: _missing, ...unread } = later;
    expect(because(change([deleted(), unread]))).toMatch(/not read yet$/);
  });

  it('of a trip whose end is not known counts as well', () => {
    const { tripDate: _date, ...undated } = deleted();
    expect(change([undated])).toMatchObject({ value: -1 });
  });

  it('on the same date as the trip counts as well', () => {
    const today = deleted({
      tripDate: '2026-11-20',
      from: at('20T09:00'),
      until: at('20T09:01'),
      baseline: { endDate: '2026-11-20', score: 70 },
    });
    expect(change([today])).toMatchObject({ value: 0 });
  });
});

describe('a deletion that lies elsewhere', () => {
  it.each<[string, Partial<ScoreBreak>, string]>([
    ['of a trip of a later day', { tripDate: '2026-11-21' }, '7d'],
    [
      'before the earlier date',
      { tripDate: '2026-11-10', from: at('12T09:00'), until: at('12T09:01') },
      '7d',
    ],
  ])('%s changes nothing', (_what, more, over) => {
    expect(change([deleted(more)], { over })).toEqual({ known: true, value: -10 });
  });

  it('on the earlier date itself is across it: what was kept as of that date may be from before', () => {
    expect(change([deleted()], { over: '1d' })).toMatchObject({ value: -1 });
  });
});

describe('scores that were read at another time, as a back-test has them', () => {
  const kept = (end: string, start: string): ReadonlyMap<string, ReadSpan> =>
    new Map([
      ['2026-11-20', read(end)],
      ['2026-11-13', read(start)],
    ]);

  it('both before the deletion: it is in neither', () => {
    expect(
      change([deleted({ from: at('22T09:00'), until: at('22T09:01') })], {
        readAt: kept('20T10:05', '13T10:05'),
      }),
    ).toEqual({
      known: true,
      value: -10,
    });
  });

  it('the later one after it: counted from the baseline', () => {
    expect(change([deleted()], { readAt: kept('20T10:05', '13T10:05') })).toMatchObject({ value: -1 });
  });

  it('only the earlier one after it, and it held the trip: not known', () => {
    const old = deleted({ tripDate: '2026-11-12', from: at('21T09:00'), until: at('21T09:01') });
    expect(because(change([old], { readAt: kept('20T10:05', '22T10:05') }))).toBe(
      'a trip of the driver was deleted on 2026-11-21, and the score on 2026-11-20 was read before that',
    );
  });

  it('only the earlier one after it, and it never held the trip: nothing changed it', () => {
    const late = deleted({ from: at('21T09:00'), until: at('21T09:01') });
    expect(change([late], { readAt: kept('20T10:05', '22T10:05') })).toEqual({ known: true, value: -10 });
  });

  it('while the trip was being deleted: not known', () => {
    const slow = deleted({ from: at('20T10:00'), until: at('20T10:30') });
    expect(because(change([slow], { readAt: kept('20T10:05', '13T10:05') }))).toMatch(
      /was read before that$/,
    );
  });
});
