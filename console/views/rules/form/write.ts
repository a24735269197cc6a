import { changed } from './json.ts';
import type { Json } from './json.ts';
import { BLOCK, SHARED } from './tree.ts';
import type { Combinator, ConditionGroup, ConditionLeaf, ConditionNode } from './tree.ts';

const COMBINATORS: readonly Combinator[] = ['all', 'any', 'not'];

/** Returns a rule's conditions in the form of its document; undefined when there are none. */
export function conditionsOf(root: ConditionGroup): Json | undefined {
  if (root.bare !== true || root.rules.length > 1) return written(root);
  const [only] = root.rules;
  return only && written(only);
}

function written(node: ConditionNode): Json {
  return 'rules' in node ? writtenGroup(node) : writtenLeaf(node);
}

function writtenGroup({ combinator, rules, source = {} }: ConditionGroup): Json {
  const before = COMBINATORS.find((each) => Object.hasOwn(source, each)) ?? combinator;
  return changed(source, [{ key: before, as: combinator, value: inner(combinator, rules.map(written)) }]);
}

/**
 * Returns the value of the combinator's key. `not` takes a single condition, so several conditions become one
 * `any` inside it.
 */
function inner(combinator: Combinator, conditions: Json[]): Json {
  const [only] = conditions;
  if (combinator !== 'not') return conditions;
  return conditions.length === 1 && only !== undefined ? only : { any: conditions };
}

function writtenLeaf({ field, operator, value, params, factPath, label, source = {} }: ConditionLeaf): Json {
  if (field === BLOCK) return value;
  if (field === SHARED) {
    const others = ['fact', 'params', 'path', 'operator', 'value'];
    return changed(source, [
      { key: 'condition', value },
      ...others.filter(() => Object.hasOwn(source, 'fact')).map((key) => ({ key, value: undefined })),
    ]);
  }
  return changed(source, [
    { key: 'fact', value: field },
    { key: 'params', value: params },
    { key: 'path', value: factPath },
    { key: 'operator', value: operator },
    { key: 'value', value },
    { key: 'name', value: label },
    { key: 'condition', value: undefined },
  ]);
}
