import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Browser } from './browser.ts';
import type { Screen, Shot } from './browser.ts';
import { htmlBytes } from './kind.ts';
import type { Kind } from './kind.ts';
import { mails } from './mails.ts';
import { pages } from './pages.ts';
import { inPalette } from './palettePng.ts';

/**
 * Draws each kind of message and page on a phone and a desktop, light and dark. Fails if one is unreadable, too wide or too
 * large, or has its action too far down. Writes sheets to `docs/images` for the kinds that the documentation shows.
 * - `--all FOLDER` writes the sheets of all kinds to another folder
 * - other arguments are the kinds to draw; default: all
 */
const SCREENS: readonly Screen[] = [
  { name: 'phone, light', width: 390, scheme: 'light' },
  { name: 'phone, dark', width: 390, scheme: 'dark' },
  { name: 'desktop, light', width: 1_280, scheme: 'light' },
  { name: 'desktop, dark', width: 1_280, scheme: 'dark' },
];
/** Screens on a sheet. The remaining screen is only checked. */
const SHOWN = SCREENS.slice(0, 3);
/** Greatest height that is drawn, in pixels: all of a message, but only the beginning of a long page. */
const MOST_HIGH = 2_600;
/** Scales of the screens on a sheet, chosen so that a phone's is readable. */
const SCALE = { phone: 0.85, desktop: 0.5 };
const ACTION_WITHIN = 400;
const ESSENTIALS_WITHIN = 1_200;
const LARGEST_HTML_BYTES = 100_000;
const LARGEST_PNG_BYTES = 400_000;

/** Share of differing pixels below which two pictures are the same. */
const SAME_BELOW = 0.002;

const { values: asked, positionals: wanted } = parseArgs({
  options: { all: { type: 'string' } },
  allowPositionals: true,
});
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const folder = asked.all ?? join(docs, 'images');
const pagesText = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(docs, name), 'utf8'))
  .join('');
const isKept = ({ name }: Kind): boolean =>
  asked.all !== undefined || pagesText.includes(`images/${name}.png`);

function faultsOf(kind: Kind, shots: readonly Shot[]): readonly string[] {
  const faults = shots.flatMap(({ actionEndsAt, essentialsEndAt, contentWidth, unreadable }, index) => {
    const { name, width } = SCREENS[index]!;
    return [
      ...(contentWidth > width ? [`${name}: ${contentWidth} pixels wide`] : []),
      ...((kind.hasAction || actionEndsAt !== undefined) && !((actionEndsAt ?? Infinity) <= ACTION_WITHIN)
        ? [`${name}: its action ends at ${actionEndsAt ?? 'no place'}`]
        : []),
      ...(kind.hasEssentials && !((essentialsEndAt ?? Infinity) <= ESSENTIALS_WITHIN)
        ? [`${name}: its essentials end at ${essentialsEndAt ?? 'no place'}`]
        : []),
      ...unreadable.map((text) => `${name}: cannot be read: ${text}`),
    ];
  });
  return htmlBytes(kind) > LARGEST_HTML_BYTES ? [...faults, `${htmlBytes(kind)} bytes of HTML`] : faults;
}

/** Returns the width of a screen on the sheet. */
function shownWidth(width: number): number {
  return Math.round(width * (width < 600 ? SCALE.phone : SCALE.desktop));
}

/** Returns the HTML of a sheet with the shown screens side by side. */
function sheetHtml(shots: readonly Shot[]): string {
  const columns = SHOWN.map(({ name, width }, index) => {
    const { png } = shots[index]!;
    const source = `data:image/png;base64,${png.toString('base64')}`;
    return `<figure><figcaption>${name}</figcaption><img src="${source}" width="${shownWidth(width)}" alt=""></figure>`;
  });
  return `<!doctype html><style>body{margin:0;padding:12px;display:flex;gap:12px;align-items:flex-start;background:#8894a3;font:12px sans-serif}figure{margin:0}img{display:block}figcaption{padding:0 0 6px;color:#000}</style>${columns.join('')}`;
}

const SHEET_WIDTH = SHOWN.reduce((sum, { width }) => sum + shownWidth(width) + 12, 12);

async function draw(browser: Browser, kind: Kind): Promise<readonly string[]> {
  const shots: Shot[] = [];
  for (const screen of SCREENS) shots.push(await browser.draw(kind.html, screen, { mostHigh: MOST_HIGH }));
  const heights = shots.map(({ height }) => height).join(', ');
  process.stdout.write(`${kind.name}: ${htmlBytes(kind)} bytes of HTML, ${heights} pixels high\n`);
  const faults = faultsOf(kind, shots);
  if (!isKept(kind)) return faults;
  const sheet = await browser.draw(
    sheetHtml(shots),
    { name: 'sheet', width: SHEET_WIDTH, scheme: 'light' },
    { mostHigh: 10_000 },
  );
  const png = inPalette(sheet.png);
  const path = join(folder, `${kind.name}.png`);
  const before = await readFile(path).catch(() => undefined);
  // Keeps the old file, because another machine smooths letters a little differently.
  if (before && (await browser.differingShare(before, png)) < SAME_BELOW) return faults;
  await writeFile(path, png);
  process.stdout.write(`${kind.name}: a new picture of ${png.length} bytes\n`);
  return png.length > LARGEST_PNG_BYTES ? [...faults, `an image of ${png.length} bytes`] : faults;
}

/** Reduces the console's pictures, which the browser tests take in full colour, to a palette. */
async function packConsolePictures(): Promise<void> {
  const names = readdirSync(folder).filter((name) => /^(console|german)-.*\.png$/.test(name));
  for (const name of names) {
    const png = await readFile(join(folder, name));
    if (png[COLOUR_TYPE_AT] === PALETTE) continue;
    await writeFile(join(folder, name), inPalette(png));
  }
}

/** Offset of a PNG's colour type, and its value for a palette. */
const COLOUR_TYPE_AT = 25;
const PALETTE = 3;

await mkdir(folder, { recursive: true });
await packConsolePictures();
const browser = await Browser.start();
try {
  for (const kind of [...mails, ...pages]) {
    if (wanted.length > 0 && !wanted.includes(kind.name)) continue;
    for (const fault of await draw(browser, kind)) {
      process.exitCode = 1;
      process.stderr.write(`${kind.name}: ${fault}\n`);
    }
  }
} finally {
  await browser.stop();
}
