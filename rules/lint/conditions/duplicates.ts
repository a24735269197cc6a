import { issueAt, sentence } from '../../documents/index.ts';
import type { Condition, DocumentIssue, Rule, SharedConditions } from '../../documents/index.ts';
import { oppositeOf } from './conjunction.ts';
import { LIMITS, factKey } from '../../vocabulary/index.ts';

/**
 * Converts conditions to a canonical text. Differences that do not change the result are removed: names, order, repetition, and
 * the names of shared conditions.
 */
function canonical(node: Condition, known: Known): string {
  if ('fact' in node) {
    const { fact, params = {}, path = '', operator, value } = node;
    const other = typeof value === 'object' && !Array.isArray(value);
    const right = other
      ? [factKey({ fact: value.fact, params: value.params ?? {} }), value.path ?? '']
      : value;
    return JSON.stringify([factKey({ fact, params }), path, operator, other, right]);
  }
  if ('not' in node) {
    const opposite = 'fact' in node.not ? oppositeOf(node.not) : undefined;
    return opposite ? canonical(opposite, known) : `not(${canonical(node.not, known)})`;
  }
  if ('condition' in node) {
    const behind = known(node.condition);
    return behind ? canonical(behind, known) : `condition(${node.condition})`;
  }
  const kind = 'all' in node ? 'all' : 'any';
  const parts = [...new Set(partsOf(node, kind, known))].sort();
  return parts.length === 1 ? parts[0]! : `${kind}(${parts.join(',')})`;
}

/** Returns the parts of an `all` or `any`. Nested groups of the same kind are merged. */
function partsOf(node: Condition, kind: 'all' | 'any', known: Known): readonly string[] {
  const behind = 'condition' in node ? known(node.condition) : undefined;
  if (behind) return partsOf(behind, kind, known);
  const list = 'all' in node ? node.all : 'any' in node ? node.any : [];
  return kind in node || list.length === 1
    ? list.flatMap((child) => partsOf(child, kind, known))
    : [canonical(node, known)];
}

/** Function that returns the conditions of a shared condition by its name. */
type Known = (name: string) => Condition | undefined;

/**
 * Returns a function that looks up shared conditions. The number of lookups is limited to what a valid rule needs, so that
 * comparing ends even if shared conditions contain each other.
 */
function knownIn(shared: SharedConditions | undefined): Known {
  let left: number = LIMITS.conditions;
  return (name) => (left-- > 0 ? shared?.get(name) : undefined);
}

/** Returns a key for a rule's scope. Rules with equal keys apply to the same drivers. */
function whoKey({ scope }: Pick<Rule, 'scope'>): string {
  const sorted = (ids: readonly string[] | undefined): readonly string[] | undefined =>
    ids && [...new Set(ids)].sort();
  const who = [sorted(scope?.groups), sorted(scope?.drivers), sorted(scope?.exclude_drivers)];
  return JSON.stringify(who);
}

type Compared = Pick<Rule, 'id' | 'scope' | 'conditions'>;

/**
 * Returns a function that checks whether another rule has the same conditions and scope, so that one of the rules is probably
 * redundant.
 * @param shared if given, a shared condition equals its conditions written out
 */
export function repeats(rule: Compared, shared?: SharedConditions): (other: Compared) => boolean {
  const who = whoKey(rule);
  let key: string | undefined;
  return (other) => {
    if (other.id === rule.id || whoKey(other) !== who) return false;
    key ??= canonical(rule.conditions, knownIn(shared));
    return canonical(other.conditions, knownIn(shared)) === key;
  };
}

/** Returns the ids of other rules with the same conditions and scope. */
export function sameConditions(
  rule: Compared,
  others: readonly Compared[],
  shared?: SharedConditions,
): readonly string[] {
  return others.filter(repeats(rule, shared)).map(({ id }) => id);
}

/** Returns the warning that a rule has the same conditions and scope as other rules. */
export function sameConditionsIssue(ids: readonly string[]): DocumentIssue {
  const named = ids
    .slice(0, 5)
    .map((id) => `"${id}"`)
    .join(', ');
  const said = ids.length === 1 ? sentence('sameAsRule', { named }) : sentence('sameAsRules', { named });
  return issueAt('/conditions', said);
}
