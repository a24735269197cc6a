/**
 * Builds the console into `dist/console`, with the list of its paths and compressed copies of the served files. Skips the build
 * when the sources are unchanged, because `npm start` builds at every start; `--force` builds anyway. The last line of output
 * reports the result.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS } from '../app/index.ts';
import { compressAssets } from './compress.ts';
import { checkFirstLoad, scriptSizes } from './firstLoad.ts';
import { CONSOLE_FOLDER, ROOT, sourceHash } from './source.ts';

const built = join(CONSOLE_FOLDER, 'source.sha256');
const hash = sourceHash();
const isCurrent = existsSync(built) && readFileSync(built, 'utf8') === hash;
if (isCurrent && !process.argv.includes('--force')) {
  process.stdout.write('up to date\n');
} else {
  // Imported only here, because loading a bundler takes longer than comparing the sources.
  const { build } = await import('vite');
  await build({ configFile: join(ROOT, 'console/vite.config.ts') });
  writeFileSync(join(CONSOLE_FOLDER, 'paths.json'), JSON.stringify(PATHS));
  compressAssets(CONSOLE_FOLDER);
  process.stdout.write(`${scriptSizes(CONSOLE_FOLDER)}\n${checkFirstLoad(CONSOLE_FOLDER)}\n`);
  writeFileSync(built, hash);
}
