import { slackIdOf } from '../channels/slack/index.ts';
import { textsOf } from '../../messages/language/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { outcomeOf, receiverWords } from '../../messages/incidents/index.ts';
import type { TimelineEntry } from '../../messages/incidents/index.ts';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import type { Incident, IncidentEvent } from '../../store/incidents/index.ts';

/** People's names as an incident shows them. */
export interface People {
  /** Returns a person's name; `undefined` for Tripline itself and for no person. */
  nameOf(who: string | null | undefined): string | undefined;
  /** The manager of the incident's driver, whose address is not shown. */
  readonly manager: string;
}

/** Returns the Slack ids that an incident and its timeline name. */
export function slackIdsIn(incident: Incident, events: readonly IncidentEvent[]): readonly string[] {
  const named = [incident.assignee, incident.acknowledgedBy, incident.resolvedBy];
  for (const { who, by, details } of events)
    named.push(who, by, ...['assignee', 'to', 'from', 'person'].map((key) => text(details, key) ?? null));
  for (const { details } of events) named.push(...receiversOf(details).map(({ receiver }) => receiver));
  return named.flatMap((each) => slackIdOf(each) ?? []);
}

/**
 * Returns people's names: in Slack the name that Slack gives, elsewhere the name that they gave. A person who answered under a
 * user name is found again by it.
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

/** Returns an event of the timeline with its people by name. @param ruleNames names of the incident's rules by id */
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

/** Returns Slack's own name for a person, else the user name that a press has. */
function personBehind({ who, by }: IncidentEvent, people: People): string {
  return slackIdOf(who) !== undefined && people.nameOf(who) !== slackIdOf(who) ? who : (by ?? who);
}

/** A recipient that an entry of a timeline notified. */
interface Notified {
  readonly action: string;
  readonly receiver: string;
  readonly person?: string;
  readonly rotation?: string;
  /** Set when the driver record named the receiver, so that the address is not shown. */
  readonly isOfRecord?: true;
  /** The message's outcome in the ledger. */
  readonly outcome: ReturnType<typeof outcomeOf>;
}

/** Returns the recipients that an entry of a timeline notified, as it lists them. */
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

/** Returns whether the driver record named a receiver. */
function isFromRecord({ because }: JsonObject): boolean {
  if (because === null || typeof because !== 'object' || Array.isArray(because)) return false;
  return text(because as JsonObject, 'origin') !== undefined;
}

/** Returns a text among an event's details. */
export function text(details: JsonObject | null, key: string): string | undefined {
  const value = details?.[key];
  return typeof value === 'string' ? value : undefined;
}

function number(details: JsonObject | null, key: string): number | undefined {
  const value = details?.[key];
  return typeof value === 'number' ? value : undefined;
}
