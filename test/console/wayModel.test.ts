import { describe, expect, it } from 'vitest';
import { BOX, speedAt, spotAt, wayOf } from '../../console/views/trips/model/index.ts';
import type { TripPath } from '../../console/views/trips/model/index.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 2, 10, 12, 0, seconds)).toISOString();
const trip: TripPath = {
  path: [
    { latitude: 52.5, longitude: 13.3, at: at(0) },
    { latitude: 52.5, longitude: 13.4, at: at(60) },
    { latitude: 52.55, longitude: 13.4, at: at(120) },
  ],
  speeds: [
    { at: at(0), speed_kmph: 10 },
    { at: at(100), speed_kmph: 72 },
  ],
  events: [{ type: 'COLLISION', at: at(60), latitude: 52.5, longitude: 13.4 }, { type: 'PHONE_USE' }],
};

describe('the way of a trip', () => {
  const way = wayOf(trip);

  it('lies within its box, north up and to scale', () => {
    const [start, corner, end] = way.spots as [
      { x: number; y: number },
      { x: number; y: number },
      { x: number; y: number },
    ];
    for (const { x, y } of [start, corner, end]) {
      expect(x).toBeGreaterThanOrEqual(BOX.padding - 0.01);
      expect(x).toBeLessThanOrEqual(BOX.width - BOX.padding + 0.01);
      expect(y).toBeGreaterThanOrEqual(BOX.padding - 0.01);
      expect(y).toBeLessThanOrEqual(BOX.height - BOX.padding + 0.01);
    }
    expect(corner.y).toBeCloseTo(start.y, 6);
    expect(end.y).toBeLessThan(corner.y);
    expect(end.x).toBeCloseTo(corner.x, 6);
    // 0.1 degrees of longitude at 52.5 degrees north are 6.77 km, 0.05 of latitude 5.56 km.
    expect((corner.x - start.x) / (corner.y - end.y)).toBeCloseTo(1.217, 2);
  });

  it('has its events on the path, and on the time axis where they have a time', () => {
    expect(way.events).toEqual([
      {
        type: 'COLLISION',
        millis: Date.parse(at(60)),
        spot: { x: way.spots[1]!.x, y: way.spots[1]!.y },
      },
      { type: 'PHONE_USE' },
    ]);
    expect(way.span).toEqual({ from: Date.parse(at(0)), to: Date.parse(at(120)) });
    expect(way.topKmph).toBe(72);
  });

  it('says where the trip was and how fast, and nothing far from a sample', () => {
    expect(spotAt(way, Date.parse(at(61)))).toEqual(way.spots[1]);
    expect(spotAt(way, Date.parse(at(-10)))).toEqual(way.spots[0]);
    expect(speedAt(way, Date.parse(at(20)))).toBe(10);
    expect(speedAt(way, Date.parse(at(50)))).toBeUndefined();
    expect(speedAt(way, Date.parse(at(110)))).toBe(72);
  });

  it('of a trip that never moved or has nothing is drawn as well', () => {
    const still = wayOf({ ...trip, path: [trip.path[0]!, trip.path[0]!] });
    expect(still.spots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
    expect(wayOf({ path: [], speeds: [], events: [] })).toEqual({
      spots: [],
      speeds: [],
      events: [],
      topKmph: 0,
    });
  });
});
