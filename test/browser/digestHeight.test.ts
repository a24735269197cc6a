import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { digestEmail } from '../../messages/digests/index.ts';
import { exampleDigest } from '../messages/digests/exampleDigest.ts';
import { startChromium } from '../support/browser/chromium.ts';
import { useStarted } from '../support/run/useStarted.ts';

const browser = useStarted(startChromium);

/** Wider than the fonts of phones, and the same on every machine. */
const FONT = ['DejaVuSans', 'DejaVuSans-Bold'].map((name, index) => {
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
  const data = readFileSync(path).toString('base64');
  return `@font-face { font-family: Fixed; font-weight: ${index === 0 ? 400 : 700}; src: url(data:font/ttf;base64,${data}) }`;
});

const LINKS = { pageUrl: 'https://tripline.example/d/x.y', unsubscribeUrl: 'https://tripline.example/u/x.y' };

it.each([
  ['en', 390],
  ['en', 1_280],
  ['de', 390],
  ['de', 1_280],
] as const)(
  'a digest’s e-mail in %s has its essentials within the first 1,200 pixels of a screen %i wide',
  async (language, width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.setContent(digestEmail({ ...exampleDigest, language }, LINKS).html);
    await page.addStyleTag({ content: `${FONT.join('')} * { font-family: Fixed !important }` });
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    // The rest of the page after this element only lists what else it has.
    const others = await page.locator('.elsewhere').boundingBox();
    expect(others!.y).toBeGreaterThan(300);
    expect(others!.y).toBeLessThanOrEqual(1_200);
    await page.close();
  },
);
