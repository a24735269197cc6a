import { IssueList, inOrder } from '../documents/index.ts';
import type { DocumentIssue, EscalationPolicy, Rotation } from '../documents/index.ts';
import { namedReceivers, receiverListsOf, rotationOf } from '../escalation/index.ts';
import type { NamedReceiver } from '../escalation/index.ts';
import { quoted } from '../vocabulary/index.ts';

/** The rotations that policies may name, by id. */
export type Rotations = ReadonlyMap<string, Rotation>;

/** People named one by one. */
const MOST_NAMED = 10;

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
    issues.error(
      pointer,
      `there is no published rotation ${quoted(id)}${issues.didYouMean(id, names)}`,
      names,
    );
    return;
  }
  const lacking = rotation.people.filter((person) => person[action] === undefined);
  const [way, other] = action === 'email' ? ['an email', 'by Slack'] : ['a slack id', 'by e-mail'];
  if (lacking.length === rotation.people.length)
    return issues.error(pointer, `nobody in the rotation ${quoted(id)} has ${way}: name it ${other} instead`);
  for (const { name, email, slack } of lacking.slice(0, MOST_NAMED))
    issues.warn(
      pointer,
      `${quoted(name)} of the rotation ${quoted(id)} has no ${way.replace(/^an? /, '')}: ${(email ?? slack) ? `told ${other} instead` : 'in that week this tells nobody'}`,
    );
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
