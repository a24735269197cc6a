import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** What a document is shown on. */
export interface Screen {
  readonly name: string;
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** A document as a browser draws it. */
export interface Shot {
  readonly png: Buffer;
  /** Of the whole document, in CSS pixels. */
  readonly height: number;
  /** Wider than its screen: something sticks out. */
  readonly contentWidth: number;
  /** Lower edge of the first primary action, in CSS pixels from the top; undefined where there is none. */
  readonly actionEndsAt: number | undefined;
  /** Where a digest’s essentials end; undefined where nothing is left to its page. */
  readonly essentialsEndAt: number | undefined;
  /** Texts that cannot be read: their contrast with the ground behind them is below 4.5. */
  readonly unreadable: readonly string[];
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** A headless Chromium, spoken to over its pipe (Chrome DevTools Protocol): no port, no further package. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #last = 0;
  #session: string | undefined;

  private constructor(process: ChildProcess, folder: string) {
    this.#process = process;
    this.#folder = folder;
    let rest = '';
    (process.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\0');
      rest = parts.pop() ?? '';
      for (const part of parts) this.#read(JSON.parse(part) as Reply);
    });
  }

  /** Starts the program that `CHROMIUM_PATH` names, else `chromium` on the path. */
  static async start(): Promise<Browser> {
    const folder = await mkdtemp(join(tmpdir(), 'tripline-images-'));
    const path = process.env['CHROMIUM_PATH'] ?? 'chromium';
    // A sandboxed frame stays in the page's process, or it would not be drawn.
    const frames = '--disable-features=IsolateSandboxedIframes';
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', frames];
    const child = spawn(path, [...flags, '--remote-debugging-pipe', `--user-data-dir=${folder}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    await new Promise((resolve, reject) =>
      child.once('spawn', () => resolve(undefined)).once('error', reject),
    );
    const browser = new Browser(child, folder);
    const { targetId } = await browser.#call('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.#call('Target.attachToTarget', { targetId, flatten: true });
    browser.#session = String(sessionId);
    await browser.#call('Page.enable', {});
    return browser;
  }

  /** Ends the program that was started, and nothing else. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Draws a document on a screen. @param options.mostHigh pixels of a longer document that are drawn */
  async draw(
    html: string,
    screen: Screen,
    options: { readonly mostHigh: number; readonly scale: number },
  ): Promise<Shot> {
    const { width, scheme } = screen;
    const metrics = { width, height: 800, deviceScaleFactor: 1, mobile: width < 600 };
    await this.#call('Emulation.setDeviceMetricsOverride', metrics);
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await this.#call('Emulation.setEmulatedMedia', { features });
    const { frameTree } = await this.#call('Page.getFrameTree', {});
    const frameId = (frameTree as { readonly frame: { readonly id: string } }).frame.id;
    await this.#call('Page.setDocumentContent', { frameId, html });
    const measured = (await this.#evaluate(MEASURE)) as Omit<Shot, 'png'>;
    const height = Math.min(measured.height, options.mostHigh);
    // Frames outside the screen are not painted.
    await this.#call('Emulation.setDeviceMetricsOverride', { ...metrics, height });
    await this.#evaluate(PAINTED);
    const clip = { ...{ x: 0, y: 0, width, height }, scale: options.scale };
    const { data } = await this.#call('Page.captureScreenshot', {
      ...{ format: 'png', captureBeyondViewport: true, optimizeForSpeed: false, clip },
    });
    return { ...measured, png: Buffer.from(String(data), 'base64') };
  }

  async #evaluate(expression: string): Promise<unknown> {
    const { result } = await this.#call('Runtime.evaluate', {
      ...{ expression, returnByValue: true, awaitPromise: true },
    });
    return (result as { readonly value?: unknown }).value;
  }

  #call(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    this.#last += 1;
    const id = this.#last;
    const session = this.#session === undefined ? {} : { sessionId: this.#session };
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {}),
      );
    });
  }

  #read(reply: Reply): void {
    if (reply.id === undefined) return;
    this.#waiting.get(reply.id)?.(reply);
    this.#waiting.delete(reply.id);
  }
}

/** Run inside the document: waits until what is new on the screen is painted. */
const PAINTED = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))`;

/**
 * Run inside the document: its size, where its first primary action ends, and the texts whose contrast with the nearest
 * painted ground is below 4.5 (WCAG 2, level AA).
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
  const action = document.querySelector('.button a, button.primary, .leaving button');
  return {
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
    contentWidth: document.documentElement.scrollWidth,
    actionEndsAt: action ? Math.round(action.getBoundingClientRect().bottom) : undefined,
    essentialsEndAt: essentials ? Math.round(essentials.getBoundingClientRect().top) : undefined,
    unreadable,
  };
})()`;
