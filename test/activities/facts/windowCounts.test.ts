import { describe, expect, it } from 'vitest';
import { fullestWindow } from '../../../activities/facts/index.ts';
import type { LateTrip } from '../../../activities/facts/index.ts';

const DAY_MS = 86_400_000;
const day = (number: number): Date => new Date(Date.UTC(2026, 2, 1) + number * DAY_MS);
const trip = (number: number, count: number) => ({
  endedAt: day(number),
  eventsKnown: true,
  count,
  distanceKm: 10,
  durationSeconds: 600,
});
const silent = (number: number) => ({ ...trip(number, 0), eventsKnown: false });

function count(late: Partial<LateTrip>) {
  return fullestWindow({ own: trip(10, 1), others: [], laterEnds: [], windowSeconds: 7 * 86_400, ...late });
}

describe('the windows a late trip is counted in', () => {
  it('are its own, without later trips', () => {
    expect(count({ others: [trip(3, 9), trip(4, 1), trip(9, 1)] })).toEqual({
      count: 3,
      distanceKm: 30,
      durationSeconds: 1_800,
    });
  });

  it('are those of later trips as well: the fullest stands, with its own distance, and says where it ends', () => {
    const others = [trip(5, 1), trip(12, 1), trip(14, 1), trip(16, 0)];
    expect(count({ others, laterEnds: [day(12), day(14), day(16)] })).toEqual({
      count: 3,
      distanceKm: 30,
      durationSeconds: 1_800,
      windowEnd: day(14).toISOString(),
    });
  });

  it('of which several hold as much: the earliest stands, the trip’s own first', () => {
    const others = [trip(4, 1), trip(12, 1)];
    expect(count({ others, laterEnds: [day(12)] })).not.toHaveProperty('windowEnd');
  });

  it('are a lower bound when events did not arrive in any of them: the fullest may hold more, or be another', () => {
    const others = [silent(4), trip(12, 1), silent(16), silent(18)];
    expect(count({ others, laterEnds: [day(12), day(16)] })).toEqual({
      count: 2,
      distanceKm: 20,
      durationSeconds: 1_200,
      windowEnd: day(12).toISOString(),
      tripsWithoutEvents: 2,
    });
    expect(count({ others: [silent(3), silent(18)], laterEnds: [] })).not.toHaveProperty(
      'tripsWithoutEvents',
    );
  });

  it('show which trips of the largest one have no distance or duration', () => {
    const others = [
      { ...trip(4, 0), distanceKm: null },
      { ...trip(12, 1), durationSeconds: null },
    ];
    expect(count({ others, laterEnds: [day(12)] })).toMatchObject({
      count: 2,
      distanceKm: 20,
      durationSeconds: 600,
      tripsWithoutDuration: 1,
    });
    expect(count({ others, laterEnds: [day(12)] })).not.toHaveProperty('tripsWithoutDistance');
  });

  it('say where history begins inside the one that stands', () => {
    const late = { others: [trip(12, 1)], laterEnds: [day(12)] };
    expect(count({ ...late, historyBegin: day(10) })).toMatchObject({
      historySince: day(10).toISOString(),
    });
    expect(count({ ...late, historyBegin: day(5) })).not.toHaveProperty('historySince');
  });
});
