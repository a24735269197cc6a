import { CHANNELS, PERSON_CHANNELS, isPersonChannel, sameReceiver } from '../channels/index.ts';
import { IssueList, inOrder } from '../documents/index.ts';
import type { DocumentIssue, EscalationPolicy, Rotation, RotationPerson } from '../documents/index.ts';
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
      issues.error(
        `${pointer}/name`,
        `is also the name at /people/${earlier}, and overrides go by name: write for instance ${quoted(`${name} B.`)}`,
      );
    else names.set(name.toLowerCase(), index);
    for (const field of PERSON_CHANNELS) {
      if (person[field] === undefined) continue;
      const address = sameReceiver(field, person[field]);
      const other = addresses.get(address);
      if (other !== undefined) issues.warn(`${pointer}/${field}`, `is the same as that of ${quoted(other)}`);
      else addresses.set(address, name);
    }
  });
}

function isReachable(person: RotationPerson): boolean {
  return PERSON_CHANNELS.some((name) => person[name] !== undefined);
}

function lintReach({ people }: Rotation, issues: IssueList): void {
  if (!people.some(isReachable))
    return issues.error('/people', 'nobody has an email or a slack id: nobody can be notified');
  people.forEach((person, index) => {
    if (!isReachable(person))
      issues.warn(
        `/people/${index}`,
        `has neither email nor slack: nobody is notified during the shift of ${quoted(person.name)}`,
      );
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
        `there is no person called ${quoted(person)} in /people${issues.didYouMean(person, names)}`,
        names,
      );
    // Local times of one zone compare as texts.
    if (from === to) issues.error(`${pointer}/to`, 'is the same as from: the override is empty');
    else if (from > to) issues.error(`${pointer}/to`, `is before from (${from})`);
    const over = overrides.findIndex(
      (later, place) => place > index && later.from <= from && to <= later.to && later.from < later.to,
    );
    if (over >= 0)
      issues.warn(pointer, `has no effect: /overrides/${over} is listed later and covers all of it`);
  });
}

/** Finds what is wrong, or most likely not meant, in a rotation whose fields are right. */
export function lintRotation(rotation: Rotation, issues: IssueList): void {
  refuseNamesakes(rotation, issues);
  lintReach(rotation, issues);
  lintOverrides(rotation, issues);
}

/** People named one by one. */
const MOST_NAMED = 10;

/** Finds what is wrong with a recipient that names a rotation; others are taken as they are. */
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
    issues.error(
      pointer,
      `there is no published rotation ${quoted(id)}${issues.didYouMean(id, names)}`,
      names,
    );
    return;
  }
  const lacking = rotation.people.filter((person) => person[action] === undefined);
  const way = CHANNELS[action].person ?? '';
  const other = PERSON_CHANNELS.filter((each) => each !== action)
    .map((each) => `by ${CHANNELS[each].inText}`)
    .join(' or ');
  if (lacking.length === rotation.people.length)
    return issues.error(pointer, `nobody in the rotation ${quoted(id)} has ${way}: name it ${other} instead`);
  for (const person of lacking.slice(0, MOST_NAMED))
    issues.warn(
      pointer,
      `${quoted(person.name)} of the rotation ${quoted(id)} has no ${way.replace(/^an? /, '')}: ${isReachable(person) ? `notified ${other} instead` : 'nobody is notified during that shift'}`,
    );
}

/** Errors and warnings of a policy beside the published rotations. */
export function lintRotationUse(
  policy: EscalationPolicy,
  rotations: Rotations,
): { readonly errors: readonly DocumentIssue[]; readonly warnings: readonly DocumentIssue[] } {
  const issues = new IssueList();
  for (const named of receiverListsOf(policy).flatMap(namedReceivers))
    lintRotationName(named, rotations, issues);
  return { errors: inOrder(issues.errors), warnings: inOrder(issues.warnings) };
}
