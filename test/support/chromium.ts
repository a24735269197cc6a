import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** A real browser, without anything of the system: the package's own Chromium, or the one that `CHROMIUM_PATH` names. */
export async function startChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH names nothing: ${named}`);
  if (named === undefined && process.platform !== 'linux')
    throw new Error('The package’s Chromium runs on Linux: set CHROMIUM_PATH to a Chromium of this machine.');
  // In one process, which suits the package's usual home, the browser ends with its first context.
  const args = chromium.args.filter((each) => each !== '--single-process');
  return playwright.launch({
    args: named === undefined ? args : ['--no-sandbox'],
    executablePath: named ?? (await chromium.executablePath()),
  });
}
