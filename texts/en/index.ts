/** All texts in English. Their keys are those of every language. */
import { alarms } from './alarms.ts';
import { alerts } from './alerts.ts';
import { decisions } from './decisions.ts';
import { deletions } from './deletions.ts';
import { digests } from './digests.ts';
import { explanations } from './explanations.ts';
import { exports } from './exports.ts';
import { facts } from './facts.ts';
import { format } from './format.ts';
import { incidents } from './incidents.ts';
import { lint } from './lint/index.ts';
import { pages } from './pages.ts';
import { picture } from './picture.ts';
import { recipients } from './recipients.ts';
import { problems } from './problems.ts';
import { setup } from './setup.ts';
import { states } from './states.ts';

export const ENGLISH = {
  alarms,
  alerts,
  decisions,
  deletions,
  digests,
  explanations,
  exports,
  facts,
  format,
  incidents,
  lint,
  pages,
  picture,
  recipients,
  problems,
  setup,
  states,
} as const;

/** A room's texts in any language: those of English. */
export type TextsOf<Room extends keyof typeof ENGLISH> = Readonly<
  Record<keyof (typeof ENGLISH)[Room], string>
>;
