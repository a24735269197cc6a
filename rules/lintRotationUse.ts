import type { EscalationPolicy } from './escalationPolicy.ts';
import { IssueList } from './issue.ts';
import type { DocumentIssue } from './issue.ts';
import { namedReceivers, receiverListsOf, rotationOf } from './policyReceivers.ts';
import type { NamedReceiver } from './policyReceivers.ts';
import { inOrder } from './readDocument.ts';
import type { Rotation } from './rotation.ts';
import { didYouMean, quoted } from './suggest.ts';

/** The rotations that policies may name, by id. */
export type Rotations = ReadonlyMap<string, Rotation>;

const ADDRESS_WORDS = { email: 'an email', slack: 'a slack id' } as const;

function lintOne(
  { action, receiver, pointer }: NamedReceiver,
  rotations: Rotations,
  issues: IssueList,
): void {
  const id = rotationOf(receiver);
  if (id === undefined || action === 'webhook') return;
  const rotation = rotations.get(id);
  if (!rotation) {
    const names = [...rotations.keys()];
    issues.error(pointer, `there is no published rotation ${quoted(id)}${didYouMean(id, names)}`, names);
    return;
  }
  const lacking = rotation.people.filter((person) => person[action] === undefined).map(({ name }) => name);
  if (lacking.length === rotation.people.length)
    issues.error(
      pointer,
      `nobody in the rotation ${quoted(id)} has ${ADDRESS_WORDS[action]}: nobody would be told`,
    );
  else if (lacking.length > 0)
    issues.warn(
      pointer,
      `in the rotation ${quoted(id)} ${some(lacking)} no ${ADDRESS_WORDS[action].replace(/^an? /, '')}: in their weeks this tells nobody`,
    );
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(quoted).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${shown}${more} ${names.length === 1 ? 'has' : 'have'}`;
}

/** What is wrong with a policy beside the rotations that count, and what looks wrong. */
export function lintRotationUse(
  policy: EscalationPolicy,
  rotations: Rotations,
): { readonly errors: readonly DocumentIssue[]; readonly warnings: readonly DocumentIssue[] } {
  const issues = new IssueList();
  for (const named of receiverListsOf(policy).flatMap(namedReceivers)) lintOne(named, rotations, issues);
  return { errors: inOrder(issues.errors), warnings: inOrder(issues.warnings) };
}
