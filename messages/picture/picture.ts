import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import type { PathPoint, SpeedSample, TripEvent } from '../../rules/vocabulary/index.ts';
import { PICTURE_WIDTH, tripPictureSvg } from './svg.ts';

/** What the picture is drawn from; a `Trip` is one. */
export interface TripPictureInput {
  readonly path?: readonly PathPoint[];
  readonly events?: readonly TripEvent[];
  /** With it and times on the path's points, the line shows the speed. */
  readonly speedProfile?: readonly SpeedSample[];
}

const require = createRequire(import.meta.url);
const FONT_FILE = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** A tangled path makes a larger picture than an e-mail should carry; it is drawn at half the size then. */
const LARGEST_BYTES = 80_000;

/**
 * A PNG of the trip's path without a map: where it went, how fast, and where events happened. It prints no position.
 * Undefined when neither the path nor an event has a place.
 */
export function tripPicture(input: TripPictureInput): Uint8Array | undefined {
  const svg = tripPictureSvg(input);
  if (svg === undefined) return undefined;
  const sharp = drawn(svg, PICTURE_WIDTH);
  return sharp.length <= LARGEST_BYTES ? sharp : drawn(svg, PICTURE_WIDTH / 2);
}

function drawn(svg: string, width: number): Uint8Array {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: [FONT_FILE], defaultFontFamily: 'DejaVu Sans' },
  });
  return image.render().asPng();
}
