import type { TraceLeaf, TraceNode } from './decision.ts';
import { chooseEventType, isOfType } from '../vocabulary/index.ts';
import type { TripEvent } from '../vocabulary/index.ts';

/** The conditions of a trace, in order. */
export function leavesOf(node: TraceNode | undefined): TraceLeaf[] {
  if (!node) return [];
  if ('all' in node) return node.all.flatMap(leavesOf);
  if ('any' in node) return node.any.flatMap(leavesOf);
  if ('not' in node) return leavesOf(node.not);
  if ('of' in node) return leavesOf(node.of);
  return [node];
}

/** Of a trip's events the collisions, and those that the rule asked about. @param leaves the conditions of its trace */
export function importantEvents(
  events: readonly TripEvent[],
  leaves: readonly TraceLeaf[],
): readonly TripEvent[] {
  const types = leaves.flatMap((leaf) => chooseEventType(leaf.params?.['type']) ?? []);
  const collision = chooseEventType('COLLISION');
  return events.filter((event) =>
    [...types, ...(collision ? [collision] : [])].some((type) => isOfType(event, type)),
  );
}
