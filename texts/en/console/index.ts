/** The texts of the console in English, a file a view. Their keys are those of every language. */
import { backtests } from './backtests.ts';
import { factHelp } from './factHelp.ts';
import { incidents } from './incidents.ts';
import { overview } from './overview.ts';
import { ruleEditor } from './ruleEditor.ts';
import { rules } from './rules.ts';
import { shell } from './shell.ts';
import { signIn } from './signIn.ts';
import { words } from './words.ts';

export const CONSOLE = {
  shell,
  signIn,
  words,
  overview,
  incidents,
  ruleEditor,
  backtests,
  factHelp,
  rules,
} as const;

/** The console's texts in any language: a missing text is a type error. */
export type ConsoleTexts = {
  readonly [Room in keyof typeof CONSOLE]: { readonly [Name in keyof (typeof CONSOLE)[Room]]: string };
};
