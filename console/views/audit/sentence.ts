import type { components } from '../../api/index.ts';
import type { Say } from '../../language/index.ts';
import { shapeOf } from './words/index.ts';

/** An entry of the audit log. */
export type Entry = components['schemas']['AuditEntry'];

const CHANNELS = ['slack', 'email', 'webhook', 'escalate', 'delete_trip'] as const;

/** Returns the actor as people read it: the person whom a request named, otherwise the person or token that made it. */
export function actorOf({ who, by }: Entry): string {
  if (by !== undefined) return by;
  return who === 'tripline' ? 'Tripline' : who;
}

/** Returns an entry as a sentence. An action that has no words here keeps the API's name. */
export function sentenceOf(entry: Entry, say: Say): string {
  const who = actorOf(entry);
  const shape = shapeOf(entry.action);
  if (!shape) return `${who}: ${entry.action}`;
  const name = nameOf(entry);
  const { details = {} } = entry;
  const channel = CHANNELS.find((each) => each === details['action']);
  const sentence = say(`audit.say_${shape.name}`, {
    who,
    name,
    isSelf: String(who === name),
    driver: driverOf(entry, say),
    thing: shape.document === undefined ? '' : say(`audit.thing_${shape.document}`, { name }),
    channel: channel === undefined ? '' : say(`deliveries.action_${channel}`),
    ...textsOf(details, ['version', 'to', 'from', 'receiver']),
  });
  return shape.isAgain ? say('audit.again', { sentence }) : sentence;
}

/** Returns the name of an entry's subject: its present name, the recorded name, or its id. */
function nameOf({ subject_name: now, details, subject_id: id }: Entry): string {
  if (now !== undefined) return now;
  const recorded = details?.['name'];
  return typeof recorded === 'string' ? recorded : id;
}

function driverOf(
  { subject_type: type, subject_id: id, subject_name: name, details = {} }: Entry,
  say: Say,
): string {
  const { driver_id: driver, driver_name: known } = details;
  if (typeof known === 'string') return known;
  if (typeof driver === 'string') return say('words.unknownDriver', { id: driver });
  return type === 'driver' ? (name ?? say('words.unknownDriver', { id })) : '–';
}

/** Returns values of an entry's details as texts; a dash for each missing value, so that every sentence is whole. */
function textsOf<Name extends string>(
  details: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = details[name];
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : '–'];
    }),
  ) as Record<Name, string>;
}

/** Returns the alert whose message an entry is about; undefined for every other entry. */
export function alertOf({
  subject_type: type,
  details = {},
}: Pick<Entry, 'subject_type' | 'details'>):
  { readonly driver_id: string; readonly trip_id: string; readonly rule: string } | undefined {
  const { driver_id: driver, trip_id: trip, rule } = details;
  const isWhole = [driver, trip, rule].every((id) => typeof id === 'string' && id !== '');
  return type === 'delivery' && isWhole
    ? { driver_id: driver as string, trip_id: trip as string, rule: rule as string }
    : undefined;
}

/** Returns the ids beside a sentence: of the subject, unless the sentence has it already, and of the driver in the details. */
export function idsOf(entry: Entry, sentence: string): readonly string[] {
  const driver = entry.details?.['driver_id'];
  return [entry.subject_id, ...(typeof driver === 'string' ? [driver] : [])].filter(
    (id, at, all) => id !== '' && all.indexOf(id) === at && !says(sentence, id) && !isWithin(id, all),
  );
}

/** Returns whether a sentence contains an id, as a whole word. */
function says(sentence: string, id: string): boolean {
  return sentence.split(/[\s“”„:,]+/).includes(id);
}

/** Returns whether another id contains this one: a trip's subject is `driver/trip`, which includes the driver's id. */
function isWithin(id: string, all: readonly string[]): boolean {
  return all.some((other) => other !== id && other.startsWith(`${id}/`));
}
