import type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
import type { TraceNode } from './decision.ts';
import { lastEvaluated } from './evaluatedLeaf.ts';
import type { Miss } from './miss.ts';

type Group = Extract<CompiledNode, { readonly kind: 'all' | 'any' }>;

function inGroup(node: Group, trace: TraceNode, negated: boolean): Miss | undefined {
  const traces = 'all' in trace ? trace.all : 'any' in trace ? trace.any : [];
  // If all children must change, the farthest miss decides. If one is enough, the nearest does.
  const needsEach = (node.kind === 'all') !== negated;
  let counting: Miss | undefined;
  for (let index = 0; index < traces.length; index += 1) {
    const child = traces[index]!;
    if (child.result !== trace.result) continue;
    const found = missIn(node.children[index]!, child, negated);
    if (!found) continue;
    const isFarther = counting !== undefined && found.farness > counting.farness;
    const isNearer = counting !== undefined && found.farness < counting.farness;
    if (counting === undefined || (needsEach ? isFarther : isNearer)) counting = found;
  }
  return counting;
}

/**
 * Finds the decisive comparison that prevented conditions from being true, with its distance. Of an `all` it is the farthest
 * miss, of an `any` the nearest.
 * @param trace the trace that was just computed from the conditions
 * @param negated true if the conditions are under an odd number of `not`, so that they would have to be false
 */
export function missIn(node: CompiledNode, trace: TraceNode, negated = false): Miss | undefined {
  switch (node.kind) {
    case 'leaf':
      return lastEvaluated(node)?.missed(negated);
    case 'not':
      return 'not' in trace ? missIn(node.child, trace.not, !negated) : undefined;
    case 'named':
      return 'of' in trace ? missIn(node.of, trace.of, negated) : undefined;
    case 'all':
    case 'any':
      return inGroup(node, trace, negated);
  }
}

/**
 * Returns the JSON pointer of each comparison in a rule. For a comparison that occurs several times, it is the first occurrence.
 * Inside a shared condition, it is the pointer to that condition's name.
 */
export function placesIn(
  node: CompiledNode,
  pointer: string,
  into = new Map<CompiledLeaf, string>(),
): ReadonlyMap<CompiledLeaf, string> {
  if (node.kind === 'leaf') {
    if (!into.has(node)) into.set(node, pointer);
  } else if (node.kind === 'not') placesIn(node.child, `${pointer}/not`, into);
  else if (node.kind === 'named') placesInside(node.of, `${pointer}/condition`, into);
  else node.children.forEach((child, index) => placesIn(child, `${pointer}/${node.kind}/${index}`, into));
  return into;
}

/** Adds the comparisons inside a shared condition. Their pointer is that of the shared condition's name in the rule. */
function placesInside(node: CompiledNode, pointer: string, into: Map<CompiledLeaf, string>): void {
  if (node.kind === 'leaf') {
    if (!into.has(node)) into.set(node, pointer);
  } else if (node.kind === 'not') placesInside(node.child, pointer, into);
  else if (node.kind === 'named') placesInside(node.of, pointer, into);
  else for (const child of node.children) placesInside(child, pointer, into);
}
