import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { cacheFolder } from '../../../cli/embedded/index.ts';

/**
 * Arguments of the package that browsers of people lack: without web security no `Origin` is sent; in one process the browser
 * ends with its first context.
 */
const UNLIKE_PEOPLES: readonly string[] = [
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
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
    executablePath: named ?? (await unpackedChromium()),
  });
}

/**
 * The package's Chromium in the user's cache, unpacked once for each of its versions. By itself the package unpacks to the
 * machine's `/tmp/chromium`, which belongs to the first user who ran it, and takes a file that is half written for whole.
 */
async function unpackedChromium(): Promise<string> {
  const manifest = join(import.meta.dirname, '../../../node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const cache = cacheFolder();
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return join(folder, 'chromium');
  mkdirSync(cache, { recursive: true });
  const unpacking = mkdtempSync(join(cache, 'chromium-'));
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = unpacking;
  try {
    await chromium.executablePath();
  } catch (error) {
    rmSync(unpacking, { recursive: true });
    throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  try {
    renameSync(unpacking, folder);
  } catch (error) {
    // Another run was faster.
    rmSync(unpacking, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return join(folder, 'chromium');
}
