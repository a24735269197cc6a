/** The texts of the console in English, a file a view. Their keys are those of every language. */
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

export const CONSOLE = {
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
} as const;

/** The console's texts in any language: a missing text is a type error. */
export type ConsoleTexts = {
  readonly [Room in keyof typeof CONSOLE]: { readonly [Name in keyof (typeof CONSOLE)[Room]]: string };
};
