/** The texts of the console in German, in the words that `texts/de/index.ts` lists. */
import type { ConsoleTexts } from '../../en/console/index.ts';
import { channels } from './channels.ts';
import { lists } from './lists.ts';
import { silences } from './silences.ts';
import { deletions } from './deletions.ts';
import { alarms } from './alarms.ts';
import { outbox } from './outbox.ts';
import { audit } from './audit.ts';
import { users } from './users.ts';
import { incidents } from './incidents.ts';
import { overview } from './overview.ts';
import { shell } from './shell.ts';
import { signIn } from './signIn.ts';
import { words } from './words.ts';

export const CONSOLE: ConsoleTexts = {
  shell,
  signIn,
  words,
  overview,
  incidents,
  lists,
  silences,
  deletions,
  alarms,
  outbox,
  audit,
  channels,
  users,
};
