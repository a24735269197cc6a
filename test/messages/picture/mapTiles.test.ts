import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MOST_TILES,
  fitTo,
  imageType,
  tileKey,
  tilesOfPicture,
  tilesUnder,
  tripPicture,
  tripPictureSvg,
} from '../../../messages/picture/index.ts';
import { mapTilePng } from '../../support/stand-ins/mapTilePng.ts';

const MAP = { left: 0, top: 0, width: 1072, height: 560 };
const FRAME = { left: 76, top: 56, width: 920, height: 422 };
const ATTRIBUTION = '© OpenStreetMap contributors';

/** Returns the north-west corner of a tile on Earth (wiki.openstreetmap.org/wiki/Slippy_map_tilenames). */
function cornerOf({ zoom, x, y }: { zoom: number; x: number; y: number }) {
  const across = 2 ** zoom;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / across))) * 180) / Math.PI;
  return { latitude, longitude: (x / across) * 360 - 180 };
}

const trip = (latitude: number, longitude: number, span = 0.02) => ({
  path: Array.from({ length: 40 }, (_, index) => ({
    latitude: latitude + (span * index) / 40,
    longitude: longitude + span * Math.sin(index / 12),
  })),
});

describe('the tiles below a path', () => {
  it('are those that the map itself has for a known place', () => {
    // The example of that page: Shibuya Crossing lies in tile 232798, 103246 of zoom 18; a coarser tile holds four.
    const shibuya = { latitude: 35.6590699, longitude: 139.7006793 };
    const projection = fitTo([shibuya], FRAME);
    const tiles = tilesUnder(projection, MAP);
    const { zoom } = tiles[0]!;
    expect(zoom).toBeGreaterThan(14);
    const known = { zoom, x: 232798 >> (18 - zoom), y: 103246 >> (18 - zoom) };
    const tile = tiles.find((each) => tileKey(each) === tileKey(known));
    expect(tile).toBeDefined();
    const { x, y } = projection.toPixel(shibuya);
    expect(x).toBeGreaterThan(tile!.left);
    expect(x).toBeLessThan(tile!.left + tile!.size);
    expect(y).toBeGreaterThan(tile!.top);
    expect(y).toBeLessThan(tile!.top + tile!.size);
  });

  it('lie exactly where the projection puts their corners, cover the whole map, and are few', () => {
    const position = fc.record({
      latitude: fc.double({ min: -70, max: 70, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(position, fc.double({ min: 0.0001, max: 20, noNaN: true }), (from, span) => {
        const to = { latitude: from.latitude + span / 4, longitude: from.longitude + span };
        const projection = fitTo([from, to], FRAME);
        const tiles = tilesUnder(projection, MAP);
        expect(tiles.length).toBeGreaterThan(0);
        expect(tiles.length).toBeLessThanOrEqual(MOST_TILES);
        for (const tile of tiles) {
          const corner = cornerOf(tile);
          const turns = Math.round((tile.left - projection.toPixel(corner).x) / projection.world.width);
          const { x, y } = projection.toPixel({ ...corner, longitude: corner.longitude + 360 * turns });
          expect(Math.abs(x - tile.left)).toBeLessThan(0.01);
          expect(Math.abs(y - tile.top)).toBeLessThan(0.01);
          expect(tile.x).toBeGreaterThanOrEqual(0);
          expect(tile.x).toBeLessThan(2 ** tile.zoom);
        }
        const area = tiles.reduce((sum, { left, top, size }) => {
          const width = Math.min(1072, left + size) - Math.max(0, left);
          return sum + width * (Math.min(560, top + size) - Math.max(0, top));
        }, 0);
        expect(area).toBeGreaterThan(1072 * 560 - 1);
      }),
      { numRuns: 200 },
    );
  });

  it('are of a finer zoom for a shorter trip, and none of a trip without a place', () => {
    const zoomOf = (span: number) => tilesOfPicture(trip(52.5, 13.4, span))[0]!.zoom;
    expect(zoomOf(0.01)).toBeGreaterThan(zoomOf(0.1));
    expect(zoomOf(0.1)).toBeGreaterThan(zoomOf(1));
    expect(zoomOf(0.00001)).toBe(16);
    expect(tilesOfPicture({})).toEqual([]);
  });
});

describe('a picture with a map', () => {
  const input = trip(52.51, 13.37);
  const tiles = (bytes: (key: string) => Uint8Array) =>
    new Map(tilesOfPicture(input).map((tile) => [tileKey(tile), bytes(tileKey(tile))]));
  const pixelAt = (svg: string, x: number, y: number): readonly number[] => {
    const image = new Resvg(svg).render();
    const at = (y * image.width + x) * 4;
    return [...image.pixels.subarray(at, at + 3)];
  };

  it('has the tiles below the path, and names their makers', () => {
    const map = { tiles: tiles(() => mapTilePng('#00a000')), attribution: ATTRIBUTION };
    const svg = tripPictureSvg(input, { map })!;
    expect(svg).toContain(ATTRIBUTION);
    const [, green] = pixelAt(svg, 540, 12);
    const plain = pixelAt(tripPictureSvg(input)!, 540, 12);
    expect(green).toBeGreaterThan(pixelAt(svg, 540, 12)[0]! + 50);
    expect(plain[0]).toBeGreaterThan(200);
    expect(svg.indexOf('<image')).toBeLessThan(svg.indexOf('<polyline'));
    expect(tripPicture(input, { map })!.length).toBeLessThan(500_000);
  });

  it('escapes what names the makers', () => {
    const map = { tiles: tiles(() => mapTilePng('#00a000')), attribution: '</text><script>"&' };
    expect(tripPictureSvg(input, { map })).not.toContain('<script>');
  });

  it.each([
    ['no picture', Buffer.from('<html>rate limited</html>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['nothing', Buffer.alloc(0)],
  ])('is the picture without one when every tile is %s', (_name, bytes) => {
    const map = { tiles: tiles(() => bytes), attribution: ATTRIBUTION };
    expect(tripPictureSvg(input, { map })).toBe(tripPictureSvg(input));
  });

  it('is drawn although tiles are cut off or missing, with those that are whole', () => {
    const [whole] = tilesOfPicture(input).map(tileKey);
    const png = mapTilePng('#00a000');
    const map = {
      tiles: tiles((key) => (key === whole ? png : png.subarray(0, 60))),
      attribution: ATTRIBUTION,
    };
    expect(tripPicture(input, { map })).toBeDefined();
    const one = { tiles: new Map([[whole!, png]]), attribution: ATTRIBUTION };
    expect(tripPictureSvg(input, { map: one })!.match(/<image/g)).toHaveLength(1);
  });

  it('is drawn of tiles that are larger than a tile is as if they were missing', () => {
    expect(imageType(mapTilePng('#fff', 256))).toBe('image/png');
    expect(imageType(mapTilePng('#fff', 1_025))).toBeUndefined();
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc000110801000100', 'hex');
    expect(imageType(jpeg)).toBe('image/jpeg');
    const large = Buffer.from(jpeg);
    large.writeUInt16BE(0x4000, jpeg.indexOf('ffc0', 0, 'hex') + 5);
    expect(imageType(large)).toBeUndefined();
    expect(imageType(Buffer.from('ffd8ffe0ffff', 'hex'))).toBeUndefined();
  });
});
