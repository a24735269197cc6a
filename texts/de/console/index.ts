/** The texts of the console in German, in the words that `texts/de/index.ts` lists. */
import type { ConsoleTexts } from '../../en/console/index.ts';
import { alarms } from './alarms.ts';
import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { channels } from './channels.ts';
import { deletions } from './deletions.ts';
import { deliveries } from './deliveries.ts';
import { incidents } from './incidents.ts';
import { lists } from './lists.ts';
import { overview } from './overview.ts';
import { backtests, factHelp, reasons, ruleEditor, rules, why } from './rules/index.ts';
import { shell } from './shell.ts';
import { signIn } from './signIn.ts';
import { silences } from './silences.ts';
import { trips } from './trips.ts';
import { users } from './users.ts';
import { words } from './words.ts';

export const CONSOLE: ConsoleTexts = {
  shell,
  signIn,
  words,
  lists,
  overview,
  incidents,
  alerts,
  trips,
  why,
  reasons,
  ruleEditor,
  backtests,
  silences,
  deletions,
  alarms,
  deliveries,
  audit,
  users,
  channels,
  factHelp,
  rules,
};
