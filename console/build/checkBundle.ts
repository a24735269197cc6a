/** `npm run check:bundle`: fails when the built console needs more script than allowed before it shows a view. */
import { checkFirstLoad } from './firstLoad.ts';
import { CONSOLE_FOLDER } from './source.ts';

process.stdout.write(`${checkFirstLoad(CONSOLE_FOLDER)}\n`);
