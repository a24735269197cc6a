import type { Browser as Chromium, Page } from 'playwright-core';
import { startChromium } from '../support/browser/chromium.ts';

/** A screen on which documents are shown. */
export interface Screen {
  readonly name: string;
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** A picture of a document, with its measurements. */
export interface Shot {
  readonly png: Buffer;
  /** Height of the whole document, in CSS pixels. */
  readonly height: number;
  /** Width of the content, in CSS pixels. It overflows if it is wider than the screen. */
  readonly contentWidth: number;
  /** Lower edge of the first visible primary action, in CSS pixels from the top; undefined if there is none. */
  readonly actionEndsAt: number | undefined;
  /** End of a digest’s essentials, in CSS pixels from the top; undefined if its page contains nothing else. */
  readonly essentialsEndAt: number | undefined;
  /** Texts whose contrast with the ground behind them is below 4.5. */
  readonly unreadable: readonly string[];
}

/** A real Chromium that draws documents, one after the other. */
export class Browser {
  readonly #chromium: Chromium;
  readonly #page: Page;

  private constructor(chromium: Chromium, page: Page) {
    this.#chromium = chromium;
    this.#page = page;
  }

  /** Starts the package's Chromium, or the one that `CHROMIUM_PATH` names. */
  static async start(): Promise<Browser> {
    const chromium = await startChromium();
    return new Browser(chromium, await chromium.newPage());
  }

  /** Closes the browser that `start` launched. */
  async stop(): Promise<void> {
    await this.#chromium.close();
  }

  /** Draws a document on a screen. @param options.mostHigh greatest height that is drawn, in pixels */
  async draw(html: string, screen: Screen, options: { readonly mostHigh: number }): Promise<Shot> {
    const { width, scheme } = screen;
    const page = this.#page;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.setContent(html);
    const measured = await page.evaluate<Omit<Shot, 'png'>>(MEASURE);
    const height = Math.min(measured.height, options.mostHigh);
    // Frames outside the screen are not painted.
    await page.setViewportSize({ width, height });
    await page.evaluate(PAINTED);
    return { ...measured, png: await page.screenshot({ clip: { x: 0, y: 0, width, height } }) };
  }

  /** Returns the share of pixels, from 0 to 1, that differ clearly between two pictures; 1 when their sizes differ. */
  async differingShare(one: Buffer, other: Buffer): Promise<number> {
    const sources = JSON.stringify(
      [one, other].map((png) => `data:image/png;base64,${png.toString('base64')}`),
    );
    return this.#page.evaluate<number>(`(${DIFFERING})(${sources})`);
  }
}

/** Script for the document that compares two pictures by pixel. Differences up to 48 of 255 are ignored as smoothing. */
const DIFFERING = `async (sources) => {
  const [one, other] = await Promise.all(sources.map(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return 1;
  let differing = 0;
  for (let at = 0; at < one.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]) > 48)) differing += 1;
  return differing / (one.width * one.height);
}`;

/** Script for the document that waits until new content on the screen is painted. */
const PAINTED = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))`;

/**
 * Script for the document that measures its size and the lower edge of its first primary action. It also lists the texts whose
 * contrast with the nearest painted ground is below 4.5 (WCAG 2, level AA).
 */
const MEASURE = `(async () => {
  // A frame's document is loaded after that around it: loaded once more, it says when.
  await Promise.all([...document.querySelectorAll('iframe[srcdoc]')].map((frame) => new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    frame.srcdoc = frame.srcdoc;
  })));
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  const rgba = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [red, green, blue, alpha = 1] = rgba(getComputedStyle(at).backgroundColor);
      if (red !== undefined && alpha > 0) return [red, green, blue];
    }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
  };
  const luminance = (color) => color.slice(0, 3)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const unreadable = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (!text || !element.checkVisibility() || element.closest('style')) continue;
    const found = contrast(rgba(getComputedStyle(element).color), groundOf(element));
    if (found < 4.5) unreadable.push(text.slice(0, 40) + ' (' + found.toFixed(2) + ')');
  }
  const essentials = document.querySelector('.elsewhere');
  const action = [...document.querySelectorAll('.button a, button.primary, .leaving button')]
    .find((each) => each.checkVisibility());
  return {
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
    contentWidth: document.documentElement.scrollWidth,
    actionEndsAt: action ? Math.round(action.getBoundingClientRect().bottom) : undefined,
    essentialsEndAt: essentials ? Math.round(essentials.getBoundingClientRect().top) : undefined,
    unreadable,
  };
})()`;
