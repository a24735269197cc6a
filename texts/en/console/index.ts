/** The texts of the console in English, one file for each view. Every language has the same keys. */
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

export const CONSOLE = {
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
} as const;

/** The console's texts in any language: a missing text is a type error. */
export type ConsoleTexts = {
  readonly [Room in keyof typeof CONSOLE]: { readonly [Name in keyof (typeof CONSOLE)[Room]]: string };
};
