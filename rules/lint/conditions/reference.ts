import { ID_PATTERN, pointerTo, sentence, shownWords } from '../../documents/index.ts';
import type { Condition, SharedConditions } from '../../documents/index.ts';
import { LIMITS, factKey, quoted } from '../../vocabulary/index.ts';
import type { JsonObject } from '../../vocabulary/index.ts';
import type { CheckPosition } from './fact.ts';

/** One use of a fact in conditions. */
export interface FactUse {
  readonly fact: string;
  readonly name?: string;
  /** Key that distinguishes uses of the same fact with different params or path. */
  readonly key: string;
  readonly pointer: string;
}

/** The position in conditions that is being checked, with the state of the check. */
export interface ConditionPlace extends CheckPosition {
  /** Number of groups that contain the position. */
  readonly depth: number;
  /** The comparisons found so far. */
  readonly uses: FactUse[];
  /** The shared conditions that may be named. Undefined: they are not known here, so any name is accepted. */
  readonly shared: SharedConditions | undefined;
  /** The shared conditions that contain the position, from the outermost. */
  readonly within: readonly string[];
}

/** Returns whether there are so many issues or conditions that further checks are useless. */
export function isFull({ issues, uses }: ConditionPlace): boolean {
  return issues.full || uses.length > LIMITS.conditions;
}

/** Records a comparison. If it exceeds the maximum number of conditions, adds an error. */
export function addUse(use: FactUse, { issues, uses, pointer, within }: ConditionPlace): void {
  uses.push(use);
  if (uses.length <= LIMITS.conditions) return;
  const inside = within.length === 0 ? '' : sentence('sharedIncluded');
  issues.error(pointer, sentence('tooManyConditions', { most: String(LIMITS.conditions), inside }));
}

/**
 * Checks the nesting of a group, and adds an error if it is too deep.
 * @returns true if the group's conditions may be checked
 */
export function mayNest({ depth, pointer, issues }: ConditionPlace): boolean {
  if (depth < LIMITS.conditionDepth) return true;
  issues.error(pointer, sentence('tooDeep', { most: String(LIMITS.conditionDepth) }));
  return false;
}

/** Returns a record of a comparison's fact, by which equal facts are recognised. The comparison's params must be valid. */
export function useOf(
  comparison: { readonly fact: string; readonly params?: JsonObject; readonly path?: string; name?: string },
  pointer: string,
): FactUse {
  const { fact, params = {}, path = '', name } = comparison;
  return { fact, ...(name !== undefined && { name }), key: `${factKey({ fact, params })} ${path}`, pointer };
}

/**
 * Visits the conditions inside a shared condition. They were checked when the shared condition was published, so only total
 * number, depth and names are checked here.
 */
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

/** Checks a reference such as `{ "condition": "name" }`, and the shared condition that it names. */
export function lintReference(name: unknown, place: ConditionPlace): void {
  const pointer = pointerTo(place.pointer, 'condition');
  if (typeof name !== 'string' || !ID_PATTERN.test(name))
    place.issues.error(pointer, sentence('sharedId', { shown: shownWords(name) }));
  else follow(name, { ...place, pointer });
}
