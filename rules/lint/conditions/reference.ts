import { ID_PATTERN, pointerTo, sentence, shownWords } from '../../documents/index.ts';
import type { Condition, SharedConditions } from '../../documents/index.ts';
import { LIMITS, factKey, quoted } from '../../vocabulary/index.ts';
import type { JsonObject } from '../../vocabulary/index.ts';
import type { CheckPosition } from './fact.ts';

/** One use of a fact in conditions. */
export interface FactUse {
  readonly fact: string;
  readonly name?: string;
  /** Distinguishes uses with different params or path. */
  readonly key: string;
  readonly pointer: string;
}

/** The place of a check of conditions. */
export interface ConditionPlace extends CheckPosition {
  /** Number of groups around it. */
  readonly depth: number;
  /** The comparisons found so far. */
  readonly uses: FactUse[];
  /** The shared conditions that may be named; undefined: not known here, so names are accepted as they are. */
  readonly shared: SharedConditions | undefined;
  /** The shared conditions around it, the outermost first. */
  readonly within: readonly string[];
}

/** Returns whether the conditions are so large that further checks are useless. */
export function isFull({ issues, uses }: ConditionPlace): boolean {
  return issues.full || uses.length > LIMITS.conditions;
}

/** Records a comparison, and refuses the first one beyond the limit. */
export function addUse(use: FactUse, { issues, uses, pointer, within }: ConditionPlace): void {
  uses.push(use);
  if (uses.length <= LIMITS.conditions) return;
  const inside = within.length === 0 ? '' : sentence('sharedIncluded');
  issues.error(pointer, sentence('tooManyConditions', { most: String(LIMITS.conditions), inside }));
}

/** Refuses a group that is nested too deep. @returns whether its conditions may be read */
export function mayNest({ depth, pointer, issues }: ConditionPlace): boolean {
  if (depth < LIMITS.conditionDepth) return true;
  issues.error(pointer, sentence('tooDeep', { most: String(LIMITS.conditionDepth) }));
  return false;
}

/** Returns the use of a fact in a comparison with valid params. */
export function useOf(
  comparison: { readonly fact: string; readonly params?: JsonObject; readonly path?: string; name?: string },
  pointer: string,
): FactUse {
  const { fact, params = {}, path = '', name } = comparison;
  return { fact, ...(name !== undefined && { name }), key: `${factKey({ fact, params })} ${path}`, pointer };
}

/** Visits a shared condition. It was checked when it was published, so only totals, depth and names are checked here. */
function visit(node: Condition, place: ConditionPlace): void {
  if (isFull(place)) return;
  if ('fact' in node) addUse(useOf(node, place.pointer), place);
  else if ('condition' in node) follow(node.condition, place);
  else if (mayNest(place)) {
    const inner = { ...place, depth: place.depth + 1 };
    if ('not' in node) visit(node.not, inner);
    else for (const child of 'all' in node ? node.all : node.any) visit(child, inner);
  }
}

function follow(name: string, place: ConditionPlace): void {
  const { shared, within, issues, pointer } = place;
  if (within.includes(name)) {
    issues.error(pointer, sentence('circle', { names: [...within, name].join(' → ') }));
    return;
  }
  if (!shared) return;
  const conditions = shared.get(name);
  if (conditions) return visit(conditions, { ...place, within: [...within, name] });
  const names = [...shared.keys()];
  const inside = within.length === 0 ? '' : sentence('namedBy', { by: quoted(within.at(-1) ?? '') });
  issues.error(
    pointer,
    sentence('noShared', { name: quoted(name), inside, hint: issues.hint(name, names) }),
    names,
  );
}

/** Checks `{ "condition": "name" }` and the shared condition that it names. */
export function lintReference(name: unknown, place: ConditionPlace): void {
  const pointer = pointerTo(place.pointer, 'condition');
  if (typeof name !== 'string' || !ID_PATTERN.test(name))
    place.issues.error(pointer, sentence('sharedId', { shown: shownWords(name) }));
  else follow(name, { ...place, pointer });
}
