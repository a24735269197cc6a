import { slackIdOf } from '../channels/slack/index.ts';
import { textsOf } from '../../messages/language/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { outcomeOf, receiverWords } from '../../messages/incidents/index.ts';
import type { TimelineEntry } from '../../messages/incidents/index.ts';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import type { Incident, IncidentEvent } from '../../store/incidents/index.ts';

/** Names of people in the form that an incident shows. */
export interface People {
  /** Returns a person's name; `undefined` for Tripline itself, or without a person. */
  nameOf(who: string | null | undefined): string | undefined;
  /** Text for the manager of the incident's driver, shown in place of the manager's address. */
  readonly manager: string;
}

/** Returns the Slack ids that occur in an incident and its timeline. */
export function slackIdsIn(incident: Incident, events: readonly IncidentEvent[]): readonly string[] {
  const named = [incident.assignee, incident.acknowledgedBy, incident.resolvedBy];
  for (const { who, by, details } of events)
    named.push(who, by, ...['assignee', 'to', 'from', 'person'].map((key) => text(details, key) ?? null));
  for (const { details } of events) named.push(...receiversOf(details).map(({ receiver }) => receiver));
  return named.flatMap((each) => slackIdOf(each) ?? []);
}

/**
 * Returns the names of an incident's people: for Slack users the name in Slack, for others the name that they entered. A person
 * who is stored under a Slack user name gets the Slack name too.
 */
export function peopleOf(
  events: readonly IncidentEvent[],
  names: ReadonlyMap<string, string>,
  language: Language,
): People {
  const aliases = new Map<string, string>();
  for (const { who, by } of events) {
    const name = names.get(slackIdOf(who) ?? '');
    if (by !== null && name !== undefined) aliases.set(by, name);
  }
  return {
    manager: textsOf(language)('incidents.driversManager'),
    nameOf(who) {
      if (who === null || who === undefined || who === 'tripline') return undefined;
      const id = slackIdOf(who);
      return aliases.get(who) ?? (id === undefined ? who : (names.get(id) ?? id));
    },
  };
}

/** Returns an event of the timeline with people's names. @param ruleNames the names of the incident's rules, by id */
export function entryOf(
  event: IncidentEvent,
  { people, ruleNames }: { readonly people: People; readonly ruleNames: ReadonlyMap<string, string> },
): TimelineEntry {
  const { kind, via, note, details } = event;
  const by = people.nameOf(
    kind === 'paging_resumed' ? text(details, 'assignee') : personBehind(event, people),
  );
  const notified = receiversOf(details).map((each) => ({
    name: receiverWords(each, people),
    ...each.outcome,
  }));
  const rule = text(details, 'rule');
  const optional = {
    by,
    round: number(details, 'round'),
    step: number(details, 'step'),
    reason: text(details, 'reason'),
    to: people.nameOf(text(details, 'to')),
    disposition: text(details, 'disposition'),
    answer: text(details, 'answer'),
    despiteHours: details?.['despite_hours'] === true || undefined,
    afterNobody: text(details, 'cause') === 'undelivered' || undefined,
    minutes: number(details, 'minutes'),
    isSnoozeOver: details?.['snoozed'] === true || undefined,
    note: note ?? undefined,
    rule: rule === undefined ? undefined : (ruleNames.get(rule) ?? rule),
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { kind, via, ...(notified.length > 0 && { notified }), ...known };
}

/** Returns the person's id if Slack has a name for it, otherwise the user name that came with the press. */
function personBehind({ who, by }: IncidentEvent, people: People): string {
  return slackIdOf(who) !== undefined && people.nameOf(who) !== slackIdOf(who) ? who : (by ?? who);
}

/** A recipient whom an entry of the timeline notified. */
interface Notified {
  readonly action: string;
  readonly receiver: string;
  readonly person?: string;
  readonly rotation?: string;
  /** Set when the recipient's address comes from the driver record, so that it is not shown. */
  readonly isOfRecord?: true;
  /** Outcome of the message in the ledger. */
  readonly outcome: ReturnType<typeof outcomeOf>;
}

/** Returns the recipients whom an entry of the timeline notified, in the entry's order. */
export function receiversOf(details: JsonObject | null): readonly Notified[] {
  const notified = details?.['notified'];
  if (!Array.isArray(notified)) return [];
  return (notified as readonly Json[]).flatMap((each) => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return [];
    const [action, receiver, name, rotation] = ['action', 'receiver', 'person', 'rotation'].map((key) =>
      text(each as JsonObject, key),
    );
    const isOfRecord = name === undefined && isFromRecord(each as JsonObject);
    return receiver === undefined
      ? []
      : [
          {
            action: action ?? '',
            receiver,
            outcome: outcomeOf(each as JsonObject),
            ...(name !== undefined && { person: name }),
            ...(isOfRecord && { isOfRecord }),
            ...(rotation !== undefined && { rotation }),
          },
        ];
  });
}

/** Returns whether a recipient's address comes from the driver record. */
function isFromRecord({ because }: JsonObject): boolean {
  if (because === null || typeof because !== 'object' || Array.isArray(because)) return false;
  return text(because as JsonObject, 'origin') !== undefined;
}

/** Returns a property of an event's details if it is a text. */
export function text(details: JsonObject | null, key: string): string | undefined {
  const value = details?.[key];
  return typeof value === 'string' ? value : undefined;
}

function number(details: JsonObject | null, key: string): number | undefined {
  const value = details?.[key];
  return typeof value === 'number' ? value : undefined;
}
