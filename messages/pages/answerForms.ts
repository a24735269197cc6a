import { LONGEST_NAME, markup, oneLine } from '../format/index.ts';
import type { AlertMessage, Html, HtmlValue, MessageFleet, MessageTrip } from '../format/index.ts';
import { DISPOSITIONS, dispositionWords } from '../incidents/index.ts';
import type { DriverHistory, IncidentMessage } from '../incidents/index.ts';
import { textsOf } from '../language/index.ts';
import type { Say } from '../language/index.ts';
import { sayMarkup } from './page.ts';

/** Everything that the page behind an e-mail's answer link shows. Every text is plain and unescaped. */
export interface AnswerPageInput {
  readonly fleet: MessageFleet;
  readonly incident: Pick<
    IncidentMessage['incident'],
    | 'id'
    | 'state'
    | 'openedAt'
    | 'assignee'
    | 'acknowledgedAt'
    | 'givenAt'
    | 'resolvedAt'
    | 'resolvedBy'
    | 'disposition'
    | 'note'
    | 'isUnanswered'
    | 'ageSeconds'
    | 'clock'
    | 'repageAt'
    | 'snoozedUntil'
  >;
  readonly rule: Pick<AlertMessage['rule'], 'id' | 'name' | 'severity'>;
  readonly driver: AlertMessage['driver'];
  readonly trip: MessageTrip;
  /** Reason that the rule fired, if the decision is stored. */
  readonly sentence?: string;
  readonly place?: IncidentMessage['place'];
  /** The driver's last trips and other open incidents, as far as looked for. */
  readonly history?: DriverHistory;
  /** A `data:` URL of the PNG. */
  readonly pictureSource?: string;
  /** A path on this server: the page that explains the trip. */
  readonly tripLink?: string;
  /** The next page of an open incident if no one answers: its time and its recipients. */
  readonly nextStep?: NonNullable<IncidentMessage['nextStep']>;
  /** Oldest first. */
  readonly timeline: readonly { readonly at: string; readonly text: string }[];
  /** The person in whose name this page answers. */
  readonly answerer: {
    readonly name: string;
    readonly address: string;
    /** Whether this person is the assignee, because another may have the same name. */
    readonly hasIt: boolean;
  };
  /** The result of the answer that was just given. */
  readonly result?: { readonly counts: boolean; readonly words: string };
  /** Makes a form that is sent twice one answer. */
  readonly formKey: string;
  /** ISO 8601. */
  readonly now: string;
  /** The nonce of the answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

/** Longest note that a form takes, in characters. */
export const LONGEST_FORM_NOTE = 2_000;

/** Renders the answers that an incident's state allows, the likeliest one largest and first. */
export function answerForms(input: AnswerPageInput): Html {
  const { incident } = input;
  const say = textsOf(input.fleet.language);
  if (incident.state === 'resolved')
    return markup`<p class="card muted">${say('incidents.isResolved')} <a href="/fleets/${encodeURIComponent(input.fleet.id)}/incidents/${encodeURIComponent(incident.id)}">${say('incidents.reopenInConsole')}</a>. ${say('incidents.reopenNeeds')}</p>`;
  const isMine = incident.state === 'acknowledged' && input.answerer.hasIt;
  const isFree = incident.state === 'open' || incident.snoozedUntil !== undefined;
  const { name, address } = input.answerer;
  const isNamed = name !== address;
  const taken = say(isMine ? 'incidents.snoozeEnds' : 'incidents.youBecomeAssignee');
  const who = markup`<strong><bdi>${oneLine(name, LONGEST_NAME)}</bdi></strong>${isNamed && markup` (<bdi>${oneLine(address, LONGEST_NAME)}</bdi>)`}`;
  return markup`<div class="answers">
${isFree && acknowledge(input, say('incidents.acknowledge'), taken)}
${isMine && incident.repageAt !== undefined && acknowledge(input, say('incidents.stillWorking'), say('incidents.notPagedForNow'))}
${isFree && snooze(input, say)}
${escalate(input, { isMine, say })}
${resolve(input, { isOpen: isMine, say })}
<p class="muted small">${sayMarkup(say, 'incidents.youAnswerAs', { who })}</p>
</div>`;
}

function form(input: AnswerPageInput, answer: string, inside: HtmlValue): Html {
  return markup`<form method="post"><input type="hidden" name="answer" value="${answer}"><input type="hidden" name="key" value="${input.formKey}-${answer}">${inside}</form>`;
}

function acknowledge(input: AnswerPageInput, words: string, help: string): Html {
  return form(
    input,
    'acknowledge',
    markup`<button class="primary">${words}<span class="help">${help}</span></button>`,
  );
}

function snooze(input: AnswerPageInput, say: Say): Html {
  const inside = markup`<button class="secondary">${say('incidents.snooze')}<span class="help">${say('incidents.snoozeHelp')}</span></button>`;
  return form(input, 'snooze', inside);
}

function escalate(input: AnswerPageInput, { isMine, say }: { isMine: boolean; say: Say }): Html {
  const { isUnanswered } = input.incident;
  const help = isMine
    ? say(isUnanswered ? 'incidents.handOnHelpLast' : 'incidents.handOnHelp')
    : say(isUnanswered ? 'incidents.escalateHelpLast' : 'incidents.escalateHelp');
  return form(
    input,
    'escalate',
    markup`<button class="secondary">${say('incidents.escalate')}<span class="help">${help}</span></button>`,
  );
}

/**
 * Renders the form that resolves an incident. It is folded until the incident is acknowledged, because the outcome is known only
 * after a check.
 */
function resolve(input: AnswerPageInput, { isOpen, say }: { isOpen: boolean; say: Say }): Html {
  const choices = DISPOSITIONS.map(
    (value) =>
      markup`<label class="choice"><input type="radio" name="disposition" value="${value}" required> <span>${dispositionWords(value, input.fleet.language)}</span></label>`,
  );
  const inside = markup`<fieldset><legend>${say('incidents.whatWasIt')}</legend>${choices}</fieldset>
<label class="note">${say('incidents.noteOptional')}<textarea name="note" rows="3" maxlength="${LONGEST_FORM_NOTE}"></textarea></label>
<button class="primary">${say('incidents.resolve')}<span class="help">${say('incidents.resolveHelp')}</span></button>`;
  return markup`<details class="card resolve"${isOpen && markup` open`}><summary>${say('incidents.resolveMore')}</summary>${form(input, 'resolve', inside)}</details>`;
}
