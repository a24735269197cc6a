import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Browser } from 'playwright-core';

/**
 * What the package sets and people's browsers do not: without web security no `Origin` is sent; in one process the browser ends
 * with its first context.
 */
const UNLIKE_PEOPLES: readonly string[] = [
  ...['--disable-web-security', '--allow-running-insecure-content', '--disable-site-isolation-trials'],
  '--single-process',
];

/** A real browser, without anything of the system: the package's own Chromium, or the one that `CHROMIUM_PATH` names. */
export async function startChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH names nothing: ${named}`);
  if (named === undefined && process.platform !== 'linux')
    throw new Error('The package’s Chromium runs on Linux: set CHROMIUM_PATH to a Chromium of this machine.');
  const args = chromium.args.filter((each) => !UNLIKE_PEOPLES.includes(each));
  return playwright.launch({
    args: named === undefined ? args : ['--no-sandbox'],
    executablePath: named ?? (await chromium.executablePath()),
  });
}
