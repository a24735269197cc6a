import type { RuleDecision, TraceNode } from './decision.ts';
import { BECAUSE } from '../facts/index.ts';

/** Reasons that another reading of the service may take away; what the service sent and cannot rate stays as it is. */
const MAY_PASS = [
  BECAUSE.noGroups,
  'there is no driver reading for ',
  'there is no fleet reading for ',
  'there is no group reading for ',
  'a trip of the driver is being deleted just now',
  'and the score after that is not read yet',
  'was read before that',
];

/**
 * Whether a rule that counts was left undecided by something that may be readable later. A reading that the service does not
 * have looks the same as one that it withheld: looking for it once more tells them apart.
 */
export function isStillOpen(decisions: readonly RuleDecision[]): boolean {
  return decisions.some(
    ({ trial, outcome, reason, trace }) =>
      !trial &&
      outcome === 'unknown' &&
      (reason === 'groups_unknown' || (trace !== undefined && hangsOnReading(trace))),
  );
}

function hangsOnReading(node: TraceNode): boolean {
  if (node.result !== 'unknown') return false;
  if ('all' in node) return node.all.some(hangsOnReading);
  if ('any' in node) return node.any.some(hangsOnReading);
  if ('not' in node) return hangsOnReading(node.not);
  if ('of' in node) return hangsOnReading(node.of);
  const because = node.unknown_because ?? '';
  return MAY_PASS.some((reason) => because.includes(reason));
}
