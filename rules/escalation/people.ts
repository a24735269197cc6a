import { emailAddress } from '../documents/index.ts';
import type { Rotation, RotationPerson } from '../documents/index.ts';
import type { PageReceiver } from '../recipients/index.ts';

/**
 * Returns the receiver that notifies a new assignee. A person with that name in published rotations is preferred; otherwise the
 * text itself may be an e-mail address or Slack id. Returns `undefined` if the name is unknown, or if several people have it.
 */
export function receiverHandedTo(to: string, rotations: readonly Rotation[]): PageReceiver | undefined {
  const [entries, another] = peopleNamed(to, rotations);
  if (another) return undefined;
  if (!entries) return receiverNamed(to);
  const entry = entries.find((each) => each.slack !== undefined) ?? entries[0]!;
  const rotation = rotations.find(({ people }) => people.includes(entry))!.id;
  const { name: person, slack, email } = entry;
  if (slack !== undefined) return { action: 'slack', receiver: slack, person, rotation };
  return { action: 'email', receiver: email!, person, rotation };
}

const email = emailAddress();
const SLACK_ID = /^(?:slack:)?([UW][A-Z0-9]{1,20})$/;

/**
 * Returns the receiver that a text identifies by itself: a Slack id or an e-mail address. Returns `undefined` if the text is a
 * name or empty.
 */
export function receiverNamed(text: string): PageReceiver | undefined {
  const name = text.trim();
  const [, slackId] = SLACK_ID.exec(name) ?? [];
  // `SLACK_ID` also matches a name in capitals, such as UWE. A real id contains a digit, or is longer than such names.
  if (slackId !== undefined && (name.startsWith('slack:') || /\d/.test(slackId) || slackId.length > 8))
    return { action: 'slack', receiver: slackId };
  return email.safeParse(name).success ? { action: 'email', receiver: name } : undefined;
}

/** The identifiers of one person, such as `slack:U01`, `email:ann@example.com` and `api:TOKEN Ann`. */
export type Identity = readonly string[];

/** A person who answers, as identified by the channel. */
interface Speaker {
  readonly via: 'api' | 'slack' | 'email';
  /** The token's name, `slack:U01`, or an e-mail address. */
  readonly who: string;
  /** The person's name. For an API call, the person on whose behalf the token answers. */
  readonly by?: string;
}

/**
 * Returns the identity of a person who answers, with all identifiers that rotations contain for this person. An API call names a
 * person, who is looked up in the rotations. If there is not exactly one such person, the identity consists of token and name.
 */
export function identityOf({ via, who, by }: Speaker, rotations: readonly Rotation[]): Identity {
  if (via !== 'api') return withAllWays(via === 'slack' ? who : emailWay(who), rotations);
  return (
    (by === undefined ? undefined : identityNamed(by, rotations)) ?? [by ? `api:${who} ${by}` : `api:${who}`]
  );
}

/**
 * Returns the identity that belongs to a Slack id, an address or a name. Returns `undefined` if the name is unknown, or if
 * several people have it.
 */
export function identityNamed(text: string, rotations: readonly Rotation[]): Identity | undefined {
  const [person, another] = peopleNamed(text, rotations);
  if (person) {
    const ways = another ? [] : waysOf(person, rotations);
    return ways.length > 0 ? ways : undefined;
  }
  const receiver = receiverNamed(text);
  if (!receiver) return undefined;
  const { action, receiver: to } = receiver;
  return withAllWays(action === 'slack' ? `slack:${to}` : emailWay(to), rotations);
}

/** Returns the people in rotations who have a name and can be notified. Each person is a list of all their entries. */
export function peopleNamed(
  name: string,
  rotations: readonly Rotation[],
): readonly (readonly RotationPerson[])[] {
  const wanted = name.trim().toLowerCase();
  return peopleIn(rotations).filter((entries) => entries.some((each) => each.name.toLowerCase() === wanted));
}

/** Returns the people in rotations who have an e-mail address. Each person is a list of all their entries. */
export function peopleAt(
  address: string,
  rotations: readonly Rotation[],
): readonly (readonly RotationPerson[])[] {
  return peopleWith(emailWay(address), rotations);
}

function peopleWith(way: string, rotations: readonly Rotation[]): readonly (readonly RotationPerson[])[] {
  return peopleIn(rotations).filter((entries) => entries.some((each) => waysOfEntry(each).includes(way)));
}

function withAllWays(way: string, rotations: readonly Rotation[]): Identity {
  const [person, another] = peopleWith(way, rotations);
  return person && !another ? waysOf(person, rotations) : [way];
}

/**
 * Returns a person's identifiers, except those shared with another person. The sender of a shared mailbox, for example, is
 * unknown.
 */
function waysOf(person: readonly RotationPerson[], rotations: readonly Rotation[]): Identity {
  const others = peopleIn(rotations).filter((entries) => !entries.some((each) => person.includes(each)));
  const taken = new Set(others.flat().flatMap(waysOfEntry));
  return [...new Set(person.flatMap(waysOfEntry))].filter((way) => !taken.has(way));
}

/**
 * Groups the entries of all rotations by person. Entries with the same Slack id belong to one person; so do entries with the same
 * address and name.
 */
function peopleIn(rotations: readonly Rotation[]): readonly (readonly RotationPerson[])[] {
  let people: (readonly RotationPerson[])[] = [];
  for (const entry of rotations.flatMap((each) => each.people)) {
    if (waysOfEntry(entry).length === 0) continue;
    const theirs = people.filter((entries) => entries.some((each) => isOnePerson(each, entry)));
    people = [...people.filter((entries) => !theirs.includes(entries)), [...theirs.flat(), entry]];
  }
  return people;
}

function isOnePerson(one: RotationPerson, other: RotationPerson): boolean {
  if (one.slack !== undefined && other.slack !== undefined) return one.slack === other.slack;
  if (one.name.toLowerCase() !== other.name.toLowerCase()) return false;
  return one.email !== undefined && one.email.toLowerCase() === other.email?.toLowerCase();
}

function waysOfEntry({ slack, email }: RotationPerson): readonly string[] {
  return [
    ...(slack === undefined ? [] : [`slack:${slack}`]),
    ...(email === undefined ? [] : [emailWay(email)]),
  ];
}

function emailWay(address: string): string {
  return `email:${address.toLowerCase()}`;
}
