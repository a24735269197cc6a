import { CHANNELS, PERSON_CHANNELS, isPersonChannel, sameReceiver } from '../channels/index.ts';
import { IssueList, inOrder, sentence } from '../documents/index.ts';
import type {
  DocumentIssue,
  EscalationPolicy,
  Rotation,
  RotationPerson,
  Sentence,
} from '../documents/index.ts';
import { namedReceivers, receiverListsOf } from '../escalation/index.ts';
import { rotationOf } from '../recipients/index.ts';
import type { NamedReceiver } from '../escalation/index.ts';
import type { Rotations } from '../recipients/index.ts';
import { quoted } from '../vocabulary/index.ts';

function refuseNamesakes({ people }: Rotation, issues: IssueList): void {
  const names = new Map<string, number>();
  const addresses = new Map<string, string>();
  people.forEach((person, index) => {
    const { name } = person;
    const pointer = `/people/${index}`;
    const earlier = names.get(name.toLowerCase());
    if (earlier !== undefined)
      issues.error(`${pointer}/name`, sentence('namesake', { earlier, example: quoted(`${name} B.`) }));
    else names.set(name.toLowerCase(), index);
    for (const field of PERSON_CHANNELS) {
      if (person[field] === undefined) continue;
      const address = sameReceiver(field, person[field]);
      const other = addresses.get(address);
      if (other !== undefined)
        issues.warn(`${pointer}/${field}`, sentence('sameAddress', { name: quoted(other) }));
      else addresses.set(address, name);
    }
  });
}

function isReachable(person: RotationPerson): boolean {
  return PERSON_CHANNELS.some((name) => person[name] !== undefined);
}

function lintReach({ people }: Rotation, issues: IssueList): void {
  if (!people.some(isReachable)) return issues.error('/people', sentence('nobodyReachable'));
  people.forEach((person, index) => {
    if (!isReachable(person))
      issues.warn(`/people/${index}`, sentence('personUnreachable', { name: quoted(person.name) }));
  });
}

function lintOverrides({ people, overrides = [] }: Rotation, issues: IssueList): void {
  const names = people.map(({ name }) => name);
  const known = new Set(names);
  overrides.forEach(({ from, to, person }, index) => {
    if (issues.full) return;
    const pointer = `/overrides/${index}`;
    if (!known.has(person))
      issues.error(
        `${pointer}/person`,
        sentence('noPerson', { name: quoted(person), hint: issues.hint(person, names) }),
        names,
      );
    // Local times in one time zone can be compared as text.
    if (from === to) issues.error(`${pointer}/to`, sentence('overrideEmpty'));
    else if (from > to) issues.error(`${pointer}/to`, sentence('beforeFrom', { from }));
    const over = overrides.findIndex(
      (later, place) => place > index && later.from <= from && to <= later.to && later.from < later.to,
    );
    if (over >= 0) issues.warn(pointer, sentence('overrideCovered', { over }));
  });
}

/** Finds mistakes and probable mistakes in a rotation. Its fields must be valid. */
export function lintRotation(rotation: Rotation, issues: IssueList): void {
  refuseNamesakes(rotation, issues);
  lintReach(rotation, issues);
  lintOverrides(rotation, issues);
}

/** Maximum number of people that a message names. */
const MOST_NAMED = 10;

/** Checks a recipient that names a rotation. Other recipients are accepted. */
export function lintRotationName(
  { action, receiver, pointer }: NamedReceiver,
  rotations: Rotations,
  issues: IssueList,
): void {
  const id = rotationOf(receiver);
  if (id === undefined || !isPersonChannel(action)) return;
  const rotation = rotations.get(id);
  if (!rotation) {
    const names = [...rotations.keys()];
    issues.error(pointer, sentence('noRotation', { name: quoted(id), hint: issues.hint(id, names) }), names);
    return;
  }
  const lacking = rotation.people.filter((person) => person[action] === undefined);
  const way = CHANNELS[action].person ?? '';
  const other = PERSON_CHANNELS.filter((each) => each !== action)
    .map((each) => sentence('byWay', { way: CHANNELS[each].inText }))
    .reduce((first, second) => sentence('orWay', { first, second }));
  if (lacking.length === rotation.people.length)
    return issues.error(pointer, sentence('rotationLacks', { name: quoted(id), way, other }));
  for (const person of lacking.slice(0, MOST_NAMED))
    issues.warn(
      pointer,
      sentence('personLacks', {
        person: quoted(person.name),
        name: quoted(id),
        way: way.replace(/^an? /, ''),
        effect: insteadOf(person, other),
      }),
    );
}

/** Returns the consequence if the person on call has no address in the recipient's channel. */
function insteadOf(person: RotationPerson, other: Sentence): Sentence {
  return isReachable(person) ? sentence('notifiedInstead', { other }) : sentence('shiftUnheard');
}

/** Returns the errors and warnings about a policy's references to published rotations. */
export function lintRotationUse(
  policy: EscalationPolicy,
  rotations: Rotations,
): { readonly errors: readonly DocumentIssue[]; readonly warnings: readonly DocumentIssue[] } {
  const issues = new IssueList();
  for (const named of receiverListsOf(policy).flatMap(namedReceivers))
    lintRotationName(named, rotations, issues);
  return { errors: inOrder(issues.errors), warnings: inOrder(issues.warnings) };
}
