import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLORS = 256;
/** Part of the palette that is kept for rare colours unlike any other. */
const RARE = 48;

/** Reduces a picture to 256 colours, a third of the bytes. @param png opaque, 8 bits a channel, not interlaced */
export function inPalette(png: Buffer): Buffer {
  const { width, height, pixels } = decoded(png);
  const bins = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let at = 0; at < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    const bin = bins.get(binOf(red, green, blue)) ?? { count: 0, red: 0, green: 0, blue: 0 };
    bins.set(binOf(red, green, blue), bin);
    bin.count += 1;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
  }
  const palette = paletteOf(
    [...bins.values()]
      .sort((one, other) => other.count - one.count)
      .map(({ count, red, green, blue }): Color => [red / count, green / count, blue / count]),
  );
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue] = [pixels[at * 3]!, pixels[at * 3 + 1]!, pixels[at * 3 + 2]!];
    const bin = binOf(red, green, blue);
    const index = nearest.get(bin) ?? nearestIn(palette, [red, green, blue]);
    nearest.set(bin, index);
    rows[at + Math.floor(at / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => color.map(Math.round)))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Color = readonly [red: number, green: number, blue: number];

/** Returns the most frequent colours, and those of the rest that are least like them, so that small marks keep their colour. */
function paletteOf(byCount: readonly Color[]): readonly Color[] {
  const palette = byCount.slice(0, COLORS - RARE);
  const rest = byCount.slice(COLORS - RARE).map((color) => ({ color, away: awayFrom(palette, color) }));
  for (let taken = 0; taken < RARE && rest.length > 0; taken += 1) {
    const { color } = rest.reduce((one, other) => (other.away > one.away ? other : one));
    palette.push(color);
    for (const each of rest) each.away = Math.min(each.away, distance(each.color, color));
  }
  return palette;
}

function awayFrom(palette: readonly Color[], color: Color): number {
  return Math.min(...palette.map((each) => distance(each, color)));
}

function distance(one: Color, other: Color): number {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
}

/** Returns the bin of a colour, which it shares with similar ones: five bits a channel, six for green. */
function binOf(red: number, green: number, blue: number): number {
  return ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3);
}

function nearestIn(palette: readonly Color[], color: Color): number {
  let best = 0;
  let smallest = Infinity;
  for (const [index, each] of palette.entries()) {
    const away = distance(each, color);
    if (away < smallest) [best, smallest] = [index, away];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Returns the pixels of a PNG as bytes of red, green and blue. */
function decoded(png: Buffer): { readonly width: number; readonly height: number; readonly pixels: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? lines[y * stride + x - channels]! : 0;
      const up = y > 0 ? lines[(y - 1) * stride + x]! : 0;
      const corner = x >= channels && y > 0 ? lines[(y - 1) * stride + x - channels]! : 0;
      const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      lines[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + added;
    }
  }
  if (channels === 3) return { width, height, pixels: lines };
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) lines.copy(pixels, at * 3, at * 4, at * 4 + 3);
  return { width, height, pixels };
}

/** Computes the predictor of PNG's fourth filter (RFC 2083, 6.6). */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
