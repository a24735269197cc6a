import { eventWords, markup, oneLine } from '../format/index.ts';
import type { Html } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { MARKED_TYPES, drawMark, eventMark, round } from './marks.ts';
import { SPEED_BANDS, bandWords } from './pathLine.ts';
import type { Pixel } from './pathProjection.ts';

/** Data that the legend explains. */
export interface LegendContent {
  /** Number of the path's points. The legend explains the start if there is a point, and the end if there are two or more. */
  readonly points: number;
  /** Indices into `SPEED_BANDS` of the bands on the line. */
  readonly bands: readonly number[];
  /** Event types with their number, most frequent first. */
  readonly counts: readonly (readonly [typeName: string, count: number])[];
  /** A sentence, e.g. that there was no movement. */
  readonly note?: string;
  readonly language: Language;
}

/** A legend ready to be put below the path. */
export interface Legend {
  readonly svg: Html;
  readonly height: number;
}

interface Item {
  readonly words: string;
  /** Draws the sample left of the words, centred at a place. */
  readonly draw: (place: Pixel) => Html;
}

const FONT_SIZE = 26;
const LINE_HEIGHT = 44;
const SAMPLE_WIDTH = 36;
const GAP = 30;
/** Width of an average letter of DejaVu Sans, which is wide, in font sizes. */
export const LETTER_WIDTH = 0.57;
const LONGEST_WORDS = 40;
const MOST_OTHER_TYPES = 3;

/** Draws start and end, speeds and event types in words, on as many lines as they need. */
export function legendOf(
  content: LegendContent,
  at: { readonly left: number; readonly top: number; readonly width: number },
): Legend {
  const items = [ends(content), bands(content), events(content)];
  const rows = items.flatMap((each) => wrapped(each, at.width));
  const middle = (line: number): number => at.top + (line + 0.5) * LINE_HEIGHT;
  const lines = rows.map((row, line) => drawRow(row, { x: at.left, y: middle(line) }));
  const note = content.note && words(content.note, { x: at.left, y: middle(rows.length) });
  return { svg: markup`${lines}${note}`, height: (rows.length + (note ? 1 : 0)) * LINE_HEIGHT };
}

function words(text: string, { x, y }: Pixel): Html {
  return markup`<text x="${round(x)}" y="${round(y + FONT_SIZE * 0.36)}" fill="#243140" font-size="${FONT_SIZE}">${text}</text>`;
}

function ends({ points, language }: LegendContent): readonly Item[] {
  const say = textsOf(language);
  const items: readonly Item[] = [
    { words: say('picture.start'), draw: (place) => startMark(place, 10) },
    { words: say('picture.end'), draw: (place) => endMark(place, 10) },
  ];
  return items.slice(0, points);
}

/** Draws a hollow green circle. */
export function startMark({ x, y }: Pixel, size: number): Html {
  return markup`<circle cx="${round(x)}" cy="${round(y)}" r="${size}" fill="#ffffff" stroke="#0c6b45" stroke-width="${size / 2}"/>`;
}

/** Draws a dark square with a white middle. */
export function endMark({ x, y }: Pixel, size: number): Html {
  const square = (half: number, style: Html): Html =>
    markup`<rect x="${round(x - half)}" y="${round(y - half)}" width="${round(half * 2)}" height="${round(half * 2)}" ${style}/>`;
  const rim = markup`fill="#14202e" stroke="#ffffff" stroke-width="${round(size / 3)}"`;
  return markup`${square(size, rim)}${square(size / 3, markup`fill="#ffffff"`)}`;
}

function bands({ bands: present, language }: LegendContent): readonly Item[] {
  return present.flatMap((index) => {
    const band = SPEED_BANDS[index];
    if (!band) return [];
    const draw = ({ x, y }: Pixel): Html =>
      markup`<rect x="${round(x - 15)}" y="${round(y - 5)}" width="30" height="10" rx="5" fill="${band.color}"/>`;
    return [{ words: bandWords(index, language), draw }];
  });
}

function events({ counts, language }: LegendContent): readonly Item[] {
  const marked = counts.filter(([typeName]) => MARKED_TYPES.includes(typeName));
  const others = counts.filter(([typeName]) => !MARKED_TYPES.includes(typeName));
  const rest = others.slice(MOST_OTHER_TYPES).reduce((sum, [, count]) => sum + count, 0);
  const named = [...marked, ...others.slice(0, MOST_OTHER_TYPES)].map(([typeName, count]) => ({
    words: `${oneLine(eventWords(typeName, language), LONGEST_WORDS)} × ${count}`,
    draw: (place: Pixel) => drawMark(eventMark(typeName), place, 11),
  }));
  if (rest > 0)
    named.push({
      words: textsOf(language)('picture.otherEvents', { count: `${rest}` }),
      draw: (place) => drawMark(eventMark(''), place, 11),
    });
  return named;
}

function widthOf({ words }: Item): number {
  return SAMPLE_WIDTH + words.length * FONT_SIZE * LETTER_WIDTH + GAP;
}

function wrapped(items: readonly Item[], width: number): readonly (readonly Item[])[] {
  const rows: Item[][] = [];
  let used = Infinity;
  for (const item of items) {
    if (used + widthOf(item) > width + GAP) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(item);
    used += widthOf(item);
  }
  return rows;
}

function drawRow(items: readonly Item[], { x, y }: Pixel): readonly Html[] {
  let left = x;
  return items.map((item) => {
    const at = left;
    left += widthOf(item);
    return markup`${item.draw({ x: at + 15, y })}${words(item.words, { x: at + SAMPLE_WIDTH + 2, y })}`;
  });
}

/** Types named one by one; the rest are summed up. */
const NAMED_TYPES = 5;

/** Counts the events of each type, most frequent first. */
export function countByType(
  events: readonly { readonly typeName: string }[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { typeName } of events) counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** Describes the picture in words, for people who do not see it. */
export function pictureAltText(
  events: readonly { readonly typeName: string }[],
  language: Language = 'en',
): string {
  const say = textsOf(language);
  const counts = countByType(events);
  const named = counts
    .slice(0, NAMED_TYPES)
    .map(([typeName, count]) => `${count} × ${eventWords(oneLine(typeName, 80), language)}`);
  const others = counts.slice(NAMED_TYPES).reduce((sum, [, count]) => sum + count, 0);
  if (others > 0) named.push(say('picture.altTextOthers', { count: `${others}` }));
  return named.length === 0
    ? say('picture.altText')
    : say('picture.altTextEvents', { events: named.join(', ') });
}
