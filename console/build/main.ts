/**
 * Builds the console into `dist/console`, with the list of its paths and compressed copies of what is served. A build of the
 * same sources is kept, because `npm start` asks at every start; with `--force` it is built anew. The last line that it writes
 * says how that went.
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
  // Loaded only here: a bundler takes longer to load than the sources to compare.
  const { build } = await import('vite');
  await build({ configFile: join(ROOT, 'console/vite.config.ts') });
  writeFileSync(join(CONSOLE_FOLDER, 'paths.json'), JSON.stringify(PATHS));
  compressAssets(CONSOLE_FOLDER);
  process.stdout.write(`${scriptSizes(CONSOLE_FOLDER)}\n${checkFirstLoad(CONSOLE_FOLDER)}\n`);
  writeFileSync(built, hash);
}
