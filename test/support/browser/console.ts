import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { Db } from '../../../store/db/index.ts';
import { storeCode } from '../../../store/identity/index.ts';

const ROOT = join(import.meta.dirname, '../../..');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Everything of WCAG 2.2 up to level AA, with what was in it before. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The screens that every view is shown on, by name. */
export const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 1920, height: 1080 },
} as const;

/** Factor by which Chromium is slowed down, to find tests that pass on fast machines only. */
const SLOWDOWN = Number(process.env['CONSOLE_SLOWDOWN'] ?? 1);

/** Builds the console as it is in the sources, unless it is built. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'console/build/main.ts'], {
    cwd: ROOT,
  });
}

/** How a page is opened. */
export interface Screen {
  readonly screen: keyof typeof SCREENS;
  readonly scheme: 'light' | 'dark';
  readonly language?: 'en' | 'de';
}

/** A page of the console with what went wrong in it: errors of scripts, and what the content security policy refused. */
export interface ConsolePage {
  readonly page: Page;
  readonly mistakes: string[];
}

/** Opens a page of its own, with no cookies. */
export async function openPage(
  browser: Browser,
  { screen, scheme, language = 'en' }: Screen,
): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: SCREENS[screen],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: language === 'en' ? 'en-GB' : 'de-DE',
    timezoneId: 'America/Chicago',
    hasTouch: screen === 'phone',
    deviceScaleFactor: 1,
  });
  await context.addInitScript(`localStorage.setItem('tripline.language', '${language}')`);
  const mistakes: string[] = [];
  await context.exposeFunction('noteRefusal', (what: string) => void mistakes.push(what));
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      noteRefusal('Refused by the policy: ' + effectiveDirective + ' ' + blockedURI))`,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  if (SLOWDOWN > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  page.on('pageerror', ({ message }) => mistakes.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error' && !/status of 401/.test(line.text()))
      mistakes.push(`${line.text()} ${line.location().url}`);
  });
  return { page, mistakes };
}

/** Signs a page in to the sandbox, as its one-time link does. */
export async function signIn(
  page: Page,
  { db, url }: { readonly db: Db; readonly url: string },
): Promise<void> {
  const at = new Date();
  const code = await storeCode(db, { purpose: 'dev', at, expiresAt: new Date(at.getTime() + 60_000) });
  // Its start page would still be loading when a test goes on to another one.
  await page.context().request.get(`${url}/sign-in/once/${code}`, { headers: { accept: 'text/html' } });
}

/** Waits until a view has what it shows: nothing of it loads, and what was drawn is laid out. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').waitFor();
  await page.locator('.mantine-Skeleton-root, [data-loading=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))');
}

/** Returns the problems that axe finds on a page, a line for each place. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // Injected by the test's debugger, which the content security policy does not bind.
  await page.evaluate(AXE);
  const results = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} } })`,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/**
 * Lists the targets that have less than 24 pixels in one direction, a line for each. A link within a sentence is as high as
 * its line (WCAG 2.2, 2.5.8); a box or switch counts together with its label, which can be pressed as well.
 */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(SMALL_TARGETS);
}

const SMALL_TARGETS = `
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=tab], [role=option], [role=menuitem]')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert], [aria-hidden=true]') && !each.disabled)
    .filter((each) => getComputedStyle(each).display !== 'inline')
    .flatMap((each) => {
      const isBox = each.type === 'checkbox' || each.type === 'radio';
      const boxes = (isBox ? [each, ...each.labels] : [each]).map((part) => part.getBoundingClientRect());
      const [width, height] = ['width', 'height'].map((side) => Math.max(...boxes.map((box) => box[side])));
      return width >= 23.5 && height >= 23.5 ? [] : [Math.round(width) + 'x' + Math.round(height) + ' ' + each.outerHTML.slice(0, 160)];
    })`;

/** By how many pixels a page is wider than its screen. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>(
    'document.scrollingElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** Takes a picture into the folder that `CONSOLE_PICTURES` names; none is taken without it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CONSOLE_PICTURES'];
  if (folder === undefined) return;
  mkdirSync(join(ROOT, folder), { recursive: true });
  await page.screenshot({ path: join(ROOT, folder, `${name}.png`) });
}
