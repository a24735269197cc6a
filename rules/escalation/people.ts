import { emailAddress } from '../documents/index.ts';
import type { Rotation, RotationPerson } from '../documents/index.ts';
import type { PageReceiver } from '../recipients/index.ts';

/**
 * How somebody to whom an incident is handed is told: by the e-mail address or the Slack id that names them, or by what
 * published rotations have of the one person with that name. Undefined: nobody knows how, or several people have the name.
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

/** Whom a text names by itself: a Slack id or an e-mail address. Undefined: a name, or nothing. */
export function receiverNamed(text: string): PageReceiver | undefined {
  const name = text.trim();
  const [, slackId] = SLACK_ID.exec(name) ?? [];
  // `SLACK_ID` also fits a name in capitals, such as UWE; an id has a digit or is longer than any such name.
  if (slackId !== undefined && (name.startsWith('slack:') || /\d/.test(slackId) || slackId.length > 8))
    return { action: 'slack', receiver: slackId };
  return email.safeParse(name).success ? { action: 'email', receiver: name } : undefined;
}

/** The ways by which one person is known, such as `slack:U01`, `email:ann@example.com` and `api:TOKEN Ann`. */
export type Identity = readonly string[];

/** Who speaks, as their way of speaking shows it. */
interface Speaker {
  readonly via: 'api' | 'slack' | 'email';
  /** The name of the token, `slack:U01`, or an address. */
  readonly who: string;
  /** The person, as people call them: of a call of the API, whom it speaks for. */
  readonly by?: string;
}

/**
 * Who somebody is that speaks, with every way by which rotations know them. A token speaks for whom it names, where rotations
 * have one such person; else that name counts beside this token only.
 */
export function identityOf({ via, who, by }: Speaker, rotations: readonly Rotation[]): Identity {
  if (via !== 'api') return withAllWays(via === 'slack' ? who : emailWay(who), rotations);
  return (
    (by === undefined ? undefined : identityNamed(by, rotations)) ?? [by ? `api:${who} ${by}` : `api:${who}`]
  );
}

/** Who is meant by a Slack id, an address or a name; undefined where nobody knows, or where several have the name. */
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

/** The people of rotations who have a name and can be notified: each person once, by all entries that are theirs. */
export function peopleNamed(
  name: string,
  rotations: readonly Rotation[],
): readonly (readonly RotationPerson[])[] {
  const wanted = name.trim().toLowerCase();
  return peopleIn(rotations).filter((entries) => entries.some((each) => each.name.toLowerCase() === wanted));
}

/** The people of rotations who read mail at an address: each person once, by all entries that are theirs. */
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

/** Of a mailbox that several read, nobody can say who wrote: it is no way by which one of them is known. */
function waysOf(person: readonly RotationPerson[], rotations: readonly Rotation[]): Identity {
  const others = peopleIn(rotations).filter((entries) => !entries.some((each) => person.includes(each)));
  const taken = new Set(others.flat().flatMap(waysOfEntry));
  return [...new Set(person.flatMap(waysOfEntry))].filter((way) => !taken.has(way));
}

/** Entries of rotations by person: with one Slack id they are one person's, and with one address under one name. */
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
