import { sentence } from '../documents/index.ts';
import type { IssueList, Settings } from '../documents/index.ts';

/** The minimum contrast that WCAG 2.2 requires for text of normal size (AA, 1.4.3). */
const LEAST_CONTRAST = 4.5;

/** Returns the red, green and blue parts of a colour such as `#12395f`, each from 0 to 255. */
function channelsOf(colour: string): readonly [number, number, number] {
  const at = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

/** Returns the contrast between white text and a colour by WCAG's formula, from 1 to 21. */
export function contrastWithWhite(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05);
}

/** Returns a darker colour of the same hue, on which white text has enough contrast. */
function darkEnough(colour: string): string {
  for (let percent = 99; percent > 0; percent -= 1) {
    const channels = channelsOf(colour).map((value) => Math.round((value * percent) / 100));
    const darker = `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    if (contrastWithWhite(darker) >= LEAST_CONTRAST) return darker;
  }
  return '#000000';
}

/** Refuses an accent colour on which white text cannot be read. */
export function lintSettings({ brand }: Settings, issues: IssueList): void {
  const accent = brand?.accent;
  if (accent === undefined) return;
  const contrast = contrastWithWhite(accent);
  if (contrast >= LEAST_CONTRAST) return;
  // The contrast is rounded down, so that 4.46 is not shown as a sufficient 4.5.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
  issues.error(
    '/brand/accent',
    sentence('contrast', { accent, shown, least: LEAST_CONTRAST, darker: darkEnough(accent) }),
  );
}
