import type { components } from '../../api/index.ts';
import type { Say } from '../../language/index.ts';
import { shapeOf } from './words/index.ts';

/** An entry of the audit log. */
export type Entry = components['schemas']['AuditEntry'];

const CHANNELS = ['slack', 'email', 'webhook', 'escalate', 'delete_trip'] as const;

/**
 * Returns the actor's name as people read it: the person whom a request named, otherwise the person or token
 * that made the request.
 */
export function actorOf({ who, by }: Pick<Entry, 'who' | 'by'>): string {
  if (by !== undefined) return by;
  return who === 'tripline' ? 'Tripline' : who;
}

/** The parts of an entry that its sentence needs. */
type AuditItem = Pick<
  Entry,
  'action' | 'who' | 'by' | 'subject_type' | 'subject_id' | 'subject_name' | 'details'
>;

const MISSING = '–';

/**
 * Returns an entry as a sentence. An action that has no words here keeps the API's name.
 * @param missing text in the place of values that the entry lacks, so that every sentence is complete
 */
export function sentenceOf(entry: AuditItem, say: Say, missing = MISSING): string {
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
    driver: driverOf(entry, say) ?? missing,
    thing: shape.document === undefined ? '' : say(`audit.thing_${shape.document}`, { name }),
    channel: channel === undefined ? missing : say(`deliveries.action_${channel}`),
    ...textsOf(details, missing),
  });
  return shape.isAgain ? say('audit.again', { sentence }) : sentence;
}

/** Returns the sentence of an action with gaps for its values: `… acknowledged incident …`. */
export function patternOf(action: string, type: string, say: Say): string {
  const gap = '…';
  return sentenceOf({ action, who: gap, subject_type: type, subject_id: gap, subject_name: gap }, say, gap);
}

/** Returns the name of an entry's subject: its present name, otherwise the recorded name, otherwise its id. */
function nameOf({ subject_name: now, details, subject_id: id }: AuditItem): string {
  if (now !== undefined) return now;
  const recorded = details?.['name'];
  return typeof recorded === 'string' ? recorded : id;
}

function driverOf(
  { subject_type: type, subject_id: id, subject_name: name, details = {} }: AuditItem,
  say: Say,
): string | undefined {
  const { driver_id: driver, driver_name: known } = details;
  if (typeof known === 'string') return known;
  if (typeof driver === 'string') return say('words.unknownDriver', { id: driver });
  return type === 'driver' ? (name ?? say('words.unknownDriver', { id })) : undefined;
}

/** Returns those values of an entry's details that sentences use. */
function textsOf(
  details: Readonly<Record<string, unknown>>,
  missing: string,
): Record<'version' | 'to' | 'from' | 'receiver', string> {
  const textOf = (name: string): string => {
    const value = details[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : missing;
  };
  return {
    version: textOf('version'),
    to: textOf('to'),
    from: textOf('from'),
    receiver: textOf('receiver'),
  };
}

/** Returns the alert that a delivery's entry is about; undefined for every other entry. */
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

/**
 * Returns the ids to show beside a sentence: the subject's, and the driver's in the details. Ids that the
 * sentence already contains are left out.
 */
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

/**
 * Returns whether another id includes this id. The subject of a trip, for example, is `driver/trip`, which
 * includes the driver's id.
 */
function isWithin(id: string, all: readonly string[]): boolean {
  return all.some((other) => other !== id && other.startsWith(`${id}/`));
}
