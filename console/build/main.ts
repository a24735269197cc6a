/**
 * Builds the console into `dist/console`. With `--if-changed` a build of the same sources is kept: `npm start` asks for that at
 * every start. Writes the list of the console's paths and compressed copies of what is served.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { PATHS } from '../app/paths.ts';
import { compressAssets } from './compress.ts';
import { checkFirstLoad } from './firstLoad.ts';
import { CONSOLE_FOLDER, ROOT, sourceHash } from './source.ts';

const built = join(CONSOLE_FOLDER, 'source.sha256');
const hash = sourceHash();
const isCurrent = existsSync(built) && readFileSync(built, 'utf8') === hash;
if (process.argv.includes('--if-changed') && isCurrent) {
  process.stdout.write('up to date\n');
} else {
  await build({ configFile: join(ROOT, 'console/vite.config.ts') });
  writeFileSync(join(CONSOLE_FOLDER, 'paths.json'), JSON.stringify(PATHS));
  compressAssets(CONSOLE_FOLDER);
  process.stdout.write(`${checkFirstLoad(CONSOLE_FOLDER)}\n`);
  writeFileSync(built, hash);
}
