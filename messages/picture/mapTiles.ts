import { markup } from '../format/index.ts';
import type { Html } from '../format/index.ts';
import { LETTER_WIDTH } from './legend.ts';
import { round } from './marks.ts';
import type { Frame, Projection } from './pathProjection.ts';

/** One tile of a raster map, as `{z}/{x}/{y}` names it. */
export interface MapTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A tile and its place in the picture. */
export interface PlacedTile extends MapTile {
  readonly left: number;
  readonly top: number;
  /** Width and height in pixels. */
  readonly size: number;
}

/** The map below a path: the fetched tiles by `tileKey`, PNG or JPEG, and their attribution. */
export interface MapBelow {
  readonly tiles: ReadonlyMap<string, Uint8Array>;
  /** Names of the map's makers, as their terms require. */
  readonly attribution: string;
}

/** Largest number of tiles below one picture, because each is a request. */
export const MOST_TILES = 12;
/** Finest zoom, because many servers have nothing finer. */
const FINEST_ZOOM = 18;

/** Returns the key of a tile in a `MapBelow`. */
export function tileKey({ zoom, x, y }: MapTile): string {
  return `${zoom}/${x}/${y}`;
}

/** Returns the tiles that cover an area of the picture, of the finest zoom that needs no more than `MOST_TILES`. */
export function tilesUnder({ world }: Pick<Projection, 'world'>, area: Frame): readonly PlacedTile[] {
  for (let zoom = FINEST_ZOOM; zoom >= 0; zoom -= 1) {
    const across = 2 ** zoom;
    const size = world.width / across;
    const columns = between((area.left - world.left) / size, (area.left + area.width - world.left) / size);
    // The world repeats to the east and to the west, but ends in the north and in the south.
    const rows = between((area.top - world.top) / size, (area.top + area.height - world.top) / size).filter(
      (row) => row >= 0 && row < across,
    );
    if (columns.length * rows.length > MOST_TILES) continue;
    return rows.flatMap((row) =>
      columns.map((column) => ({
        zoom,
        x: ((column % across) + across) % across,
        y: row,
        size,
        left: world.left + column * size,
        top: world.top + row * size,
      })),
    );
  }
  return [];
}

/** Lists whole numbers whose tiles lie between two places, but no more than one beyond `MOST_TILES`. */
function between(from: number, to: number): readonly number[] {
  const first = Math.floor(from);
  const count = Math.min(Math.ceil(to) - first, MOST_TILES + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
}

/** Draws the map paler than it is, so that the path is easy to see; undefined when no tile arrived. */
export function drawTiles(placed: readonly PlacedTile[], { tiles }: MapBelow): Html | undefined {
  const images = placed.flatMap((tile) => {
    const bytes = tiles.get(tileKey(tile));
    const type = bytes && imageType(bytes);
    if (!bytes || !type) return [];
    const source = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    // Adds half a pixel on each side, so that there is no seam between neighbours.
    const [left, top, size] = [tile.left - 0.5, tile.top - 0.5, tile.size + 1].map(round);
    return [
      markup`<image x="${left}" y="${top}" width="${size}" height="${size}" preserveAspectRatio="none" href="${source}"/>`,
    ];
  });
  return images.length > 0 ? markup`<g opacity="0.8">${images}</g>` : undefined;
}

const CREDIT_SIZE = 20;

/**
 * Draws the map's makers in a box as wide as the words. Long words are drawn smaller.
 * @param at the box's right edge, and its greatest width
 */
export function creditOf(
  words: string,
  at: { readonly right: number; readonly top: number; readonly width: number; readonly height: number },
): { readonly svg: Html; readonly frame: Frame } {
  const { right, top, height } = at;
  const widest = at.width - 16;
  const size = Math.min(CREDIT_SIZE, widest / (words.length * LETTER_WIDTH));
  const width = round(Math.min(widest, words.length * size * LETTER_WIDTH)) + 16;
  const frame = { left: right - width, top, width, height };
  const box = markup`<rect x="${frame.left}" y="${top}" width="${width}" height="${height}" rx="6" fill="#ffffff" fill-opacity="0.85"/>`;
  const text = markup`<text x="${right - 8}" y="${round(top + height / 2 + size * 0.36)}" text-anchor="end" font-size="${round(size)}" fill="#243140">${words}</text>`;
  return { svg: markup`${box}${text}`, frame };
}

/** Longest side of a tile in pixels, because a small file may hold a picture that fills the memory. */
const LARGEST_SIDE = 1_024;

/**
 * Returns the type of a picture that can be drawn: a PNG or a JPEG, by its first bytes, of a tile's size. Undefined for other
 * bytes.
 */
export function imageType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = pngSide(view);
  if (png !== undefined) return png <= LARGEST_SIDE ? 'image/png' : undefined;
  const jpeg = jpegSide(view);
  return jpeg !== undefined && jpeg <= LARGEST_SIDE ? 'image/jpeg' : undefined;
}

/** Returns the longer side of a PNG, from its first chunk. */
function pngSide(bytes: Buffer): number | undefined {
  const isPng = bytes.length > 24 && bytes.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001a\n';
  return isPng ? Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : undefined;
}

/** Returns the longer side of a JPEG, from the segment that begins its frame (ITU-T T.81, B.2.2). */
function jpegSide(bytes: Buffer): number | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    // Start of frame, except for three markers of that range that are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return Math.max(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
