/** `npm run check:bundle`: fails if the console that is built needs more script than allowed before it shows a view. */
import { checkFirstLoad } from './firstLoad.ts';
import { CONSOLE_FOLDER } from './source.ts';

process.stdout.write(`${checkFirstLoad(CONSOLE_FOLDER)}\n`);
