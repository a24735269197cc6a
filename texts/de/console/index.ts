/** The texts of the console in German, in the words that `texts/de/index.ts` lists. */
import type { ConsoleTexts } from '../../en/console/index.ts';
import { backtests } from './backtests.ts';
import { factHelp } from './factHelp.ts';
import { incidents } from './incidents.ts';
import { overview } from './overview.ts';
import { ruleEditor } from './ruleEditor.ts';
import { rules } from './rules.ts';
import { shell } from './shell.ts';
import { signIn } from './signIn.ts';
import { words } from './words.ts';

export const CONSOLE: ConsoleTexts = {
  shell,
  signIn,
  words,
  overview,
  incidents,
  ruleEditor,
  backtests,
  factHelp,
  rules,
};
