import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitTo, tripPicture, tripPictureSvg, unrolled } from '../../../messages/picture/index.ts';
import type { TripPictureInput } from '../../../messages/picture/index.ts';
import type { PathPoint, TripEvent } from '../../../rules/vocabulary/index.ts';

const START = Date.UTC(2025, 10, 21, 13, 3);

/** Makes a bend of a few kilometres with a point every five seconds. */
function bend(points: number, longitude = 13.4): readonly PathPoint[] {
  return Array.from({ length: points }, (_, index) => ({
    latitude: 52.5 + Math.sin(index / 40) * 0.02,
    longitude: longitude + index * 0.0004,
    timeMillis: START + index * 5_000,
  }));
}

function event(
  typeName: string,
  place: Partial<TripEvent> = { latitudeStart: 52.51, longitudeStart: 13.42 },
): TripEvent {
  return { typeName, extra: {}, ...place };
}

/** Reads width and height from a PNG's header. Fails if it is no PNG. */
function sizeOf(png: Uint8Array | undefined): { width: number; height: number } {
  expect(png).toBeDefined();
  const bytes = Buffer.from(png ?? []);
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect(bytes.subarray(12, 16).toString('latin1')).toBe('IHDR');
  expect(bytes.subarray(-8, -4).toString('latin1')).toBe('IEND');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function svgOf(input: TripPictureInput): string {
  const svg = tripPictureSvg(input);
  expect(svg).toBeDefined();
  return svg ?? '';
}

describe('tripPicture', () => {
  it('is a PNG of twice the width an e-mail shows, of a few tens of kilobytes', () => {
    const speedProfile = bend(300).map(({ timeMillis = 0 }, index) => ({ timeMillis, speedKmph: index / 2 }));
    const png = tripPicture({
      path: bend(300),
      speedProfile,
      events: [event('COLLISION'), event('HARD_BRAKE')],
    });
    const { width, height } = sizeOf(png);
    expect(width).toBe(1072);
    expect(height).toBeGreaterThan(600);
    expect(height).toBeLessThan(900);
    expect(png?.length).toBeLessThan(80_000);
  });

  it.each<readonly [string, TripPictureInput]>([
    ['one point', { path: bend(1) }],
    ['a car that stands still', { path: Array.from({ length: 50 }, () => bend(1)[0] as PathPoint) }],
    ['two equal points', { path: [...bend(1), ...bend(1)] }],
    ['events without a path', { events: [event('COLLISION')] }],
    [
      'the North Pole',
      {
        path: [
          { latitude: 90, longitude: 0 },
          { latitude: 89.9, longitude: 180 },
        ],
      },
    ],
    [
      'the whole Earth',
      {
        path: [
          { latitude: -90, longitude: -180 },
          { latitude: 90, longitude: 179 },
        ],
      },
    ],
    [
      'points that are none',
      { path: [{ latitude: NaN, longitude: 200 }, ...bend(5), { latitude: 0, longitude: 0 }] },
    ],
    ['hostile event types', { path: bend(5), events: [event(']]></text><script>\u0000\ud83d&'), event('')] }],
    [
      'very many event types',
      { path: bend(5), events: Array.from({ length: 500 }, (_, index) => event(`TYPE_${index}`)) },
    ],
  ])('draws %s', (_name, input) => {
    expect(sizeOf(tripPicture(input)).height).toBeGreaterThan(500);
  });

  it.each<readonly [string, TripPictureInput]>([
    ['nothing at all', {}],
    ['an empty path', { path: [], events: [] }],
    ['events without a place', { events: [event('COLLISION', {})] }],
    ['only points without a fix', { path: [{ latitude: 0, longitude: 0 }] }],
  ])('draws no picture of %s', (_name, input) => {
    expect(tripPicture(input)).toBeUndefined();
  });

  it('draws a tangled path of a hundred thousand points smaller rather than large', () => {
    const path = Array.from({ length: 100_000 }, (_, index) => ({
      latitude: 50 + Math.sin(index / 3_000) * 0.2 * Math.cos(index / 911),
      longitude: 8 + Math.cos(index / 2_777) * 0.3,
      timeMillis: START + index * 500,
    }));
    const speedProfile = path.map(({ timeMillis }, index) => ({
      timeMillis,
      speedKmph: 60 + 60 * Math.sin(index / 500),
    }));
    const png = tripPicture({ path, speedProfile });
    expect(sizeOf(png).width).toBe(536);
    expect(png?.length).toBeLessThan(100_000);
  });
});

describe('what the picture says', () => {
  it('explains start, end, each speed and each type of event in words', () => {
    const speedProfile = bend(300).map(({ timeMillis = 0 }, index) => ({
      timeMillis,
      speedKmph: index < 150 ? 20 : 100,
    }));
    const svg = svgOf({
      path: bend(300),
      speedProfile,
      events: [event('HARD_BRAKE'), event('HARD_BRAKE'), event('COLLISION')],
    });
    for (const words of ['Start', 'End', 'under 30 km/h', '90–120', 'Hard brake × 2', 'Collision × 1', '>N<'])
      expect(svg).toContain(words);
    expect(svg).not.toContain('60–90');
    expect(svg).toMatch(/>\d+ (?:km|m)</);
  });

  it('draws one plain line without speeds or times', () => {
    const svg = svgOf({ path: bend(300).map(({ latitude, longitude }) => ({ latitude, longitude })) });
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).not.toContain('km/h');
  });

  it('prints no coordinates', () => {
    const svg = svgOf({ path: bend(300), events: [event('COLLISION')] });
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) expect(text).not.toMatch(/52|13\.4|°/);
  });

  it('says so when the vehicle hardly moved, and has no end without a second point', () => {
    expect(svgOf({ path: bend(1) })).toContain('Only one point');
    expect(svgOf({ path: bend(1) })).not.toContain('>End<');
    expect(svgOf({ path: [...bend(1), ...bend(1)] })).toContain('hardly moved');
    expect(svgOf({ path: bend(300) })).not.toContain('hardly moved');
    expect(svgOf({ events: [event('COLLISION')] })).toContain('No path was recorded');
  });

  it('puts an event without a place where the path was at that time, and only near it', () => {
    const at = (offsetMillis: number): TripEvent =>
      event('COLLISION', { startTime: new Date(START + offsetMillis).toISOString() });
    expect(svgOf({ path: bend(300), events: [at(60_000)] })).toContain('Collision × 1');
    expect(svgOf({ path: bend(300), events: [at(86_400_000)] })).not.toContain('Collision');
  });
});

describe('projection', () => {
  const frame = { left: 0, top: 0, width: 1000, height: 500 };

  it('puts north up, east right, and one kilometre as wide as high', () => {
    const middle = { latitude: 60, longitude: 10 };
    const { toPixel, pixelsPerKm } = fitTo(
      [
        { latitude: 59.8, longitude: 9.6 },
        { latitude: 60.2, longitude: 10.4 },
      ],
      frame,
    );
    const [here, north, east] = [
      middle,
      { latitude: 60.1, longitude: 10 },
      { latitude: 60, longitude: 10.2 },
    ].map(toPixel);
    expect(north?.y).toBeLessThan(here?.y ?? 0);
    expect(east?.x).toBeGreaterThan(here?.x ?? 0);
    // 0.1 degrees of latitude and 0.2 of longitude at 60 degrees north are both 11.1 km.
    expect((here?.y ?? 0) - (north?.y ?? 0)).toBeCloseTo(11.12 * pixelsPerKm, 0);
    expect((east?.x ?? 0) - (here?.x ?? 0)).toBeCloseTo(11.12 * pixelsPerKm, -1);
  });

  it('runs on across the antimeridian, both ways', () => {
    const longitudes = [179.8, 179.9, -180, -179.9, 179.9].map((longitude) => ({ latitude: -16, longitude }));
    const unrolledOnes = unrolled(longitudes).map(({ longitude }) => longitude);
    [179.8, 179.9, 180, 180.1, 179.9].forEach((expected, index) =>
      expect(unrolledOnes[index]).toBeCloseTo(expected, 6),
    );
  });

  it('shows an event beyond the antimeridian beside the path', () => {
    const path = bend(200, 179.95).map((point) => ({
      ...point,
      longitude: point.longitude > 180 ? point.longitude - 360 : point.longitude,
    }));
    const svg = svgOf({
      path,
      events: [event('COLLISION', { latitudeStart: 52.5, longitudeStart: -179.99 })],
    });
    const scale = />(\d+) (km|m)</.exec(svg);
    expect(Number(scale?.[1])).toBeLessThanOrEqual(5);
  });
});

/** A mark, the arrow to the north or the scale: a circle around all that is drawn of it. */
interface Circle {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

function around(points: readonly (readonly [number, number])[]): Circle {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  return { x, y, reach: Math.max(...points.map(([px, py]) => Math.hypot(px - x, py - y))) };
}

/** Returns the marks on the path, read from the drawing. */
function marksIn(svg: string): readonly Circle[] {
  return [...svg.matchAll(/<g class="mark">(.*?)<\/g>/gs)].map(([, mark = '']) => {
    const number = (name: string): number => Number(new RegExp(` ${name}="([-.\\d]+)"`).exec(mark)?.[1]);
    if (mark.startsWith('<circle')) return { x: number('cx'), y: number('cy'), reach: number('r') };
    if (mark.startsWith('<rect')) {
      const [x, y, width] = [number('x'), number('y'), number('width')];
      return { x: x + width / 2, y: y + width / 2, reach: width / Math.SQRT2 };
    }
    const corners = /points="([^"]*)"/.exec(mark)?.[1] ?? '';
    return around(corners.split(' ').map((corner) => corner.split(',').map(Number) as [number, number]));
  });
}

describe('the marks on the path', () => {
  const corner = (typeName: string, index: number, path: readonly PathPoint[]): TripEvent =>
    event(typeName, { latitudeStart: path[index]!.latitude, longitudeStart: path[index]!.longitude });

  it('keeps the end beside the collision that lies on it, and leads to where it belongs', () => {
    const path = bend(100);
    const svg = svgOf({ path, events: [corner('COLLISION', 99, path)] });
    const [collision, start, end] = marksIn(svg);
    expect(marksIn(svg)).toHaveLength(3);
    expect(Math.hypot(end!.x - collision!.x, end!.y - collision!.y)).toBeGreaterThan(
      end!.reach + collision!.reach,
    );
    expect(Math.hypot(start!.x - collision!.x, start!.y - collision!.y)).toBeGreaterThan(100);
    expect(svg.match(/<path d="M[^"]*" stroke="#14202e"/g)).toHaveLength(1);
  });

  it('draws several events of a type in one place once, and has their number in the legend', () => {
    const path = bend(100);
    const events = [50, 50, 50].map((index) => corner('HARD_BRAKE', index, path));
    const svg = svgOf({ path, events });
    expect(marksIn(svg)).toHaveLength(3);
    expect(svg).toContain('Hard brake × 3');
  });

  it('never lie on each other, on the arrow to the north or on the scale', () => {
    const typeNames = ['COLLISION', 'HARD_BRAKE', 'PHONE_USE', 'OVERSPEEDING', 'HARD_TURN', 'IMPACT'];
    const at = fc.record({
      latitude: fc.double({ min: 52, max: 52.1, noNaN: true }),
      longitude: fc.double({ min: 13, max: 13.2, noNaN: true }),
    });
    const corners = [
      { latitude: 52, longitude: 13 },
      { latitude: 52.1, longitude: 13.2 },
      { latitude: 52.1, longitude: 13 },
      { latitude: 52, longitude: 13.2 },
    ];
    const path = fc.array(fc.oneof(at, fc.constantFrom(...corners)), { minLength: 2, maxLength: 12 });
    const events = fc.array(fc.tuple(fc.constantFrom(...typeNames), fc.nat(11)), { maxLength: 40 });
    fc.assert(
      fc.property(path, events, (points, marked) => {
        const svg = svgOf({
          path: points,
          events: marked.map(([typeName, index]) => corner(typeName, index % points.length, points)),
        });
        const marks = marksIn(svg);
        for (const [index, one] of marks.entries())
          for (const other of marks.slice(index + 1))
            expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(
              one.reach + other.reach,
            );
        for (const { x, y, reach } of marks) {
          expect(x + reach < 1072 - 46 || y - reach > 78).toBe(true);
          expect(x - reach > 304 || y + reach < 560 - 58).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
