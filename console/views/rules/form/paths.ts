import type { ConditionGroup, ConditionNode } from './tree.ts';

/** The position of a condition in the tree: the index in each group on the way. Empty for the root. */
export type NodePath = readonly number[];

/**
 * Returns the tree with ids. Each id contains the node's position, so that a node that stays in its position
 * keeps its id.
 */
export function withIds(root: ConditionGroup): ConditionGroup {
  return identified(root, 'c') as ConditionGroup;
}

function identified(node: ConditionNode, id: string): ConditionNode {
  if (!('rules' in node)) return { ...node, id };
  return { ...node, id, rules: node.rules.map((rule, index) => identified(rule, `${id}.${index}`)) };
}

/** Returns the node at a path; undefined when there is none. */
export function nodeAt(root: ConditionGroup, path: NodePath): ConditionNode | undefined {
  let node: ConditionNode | undefined = root;
  for (const index of path) node = node && 'rules' in node ? node.rules[index] : undefined;
  return node;
}

/** Returns the tree with another node at a path; undefined removes the node. Only a group replaces the root itself. */
export function replacedAt(
  root: ConditionGroup,
  path: NodePath,
  next: ConditionNode | undefined,
): ConditionGroup {
  const [index, ...rest] = path;
  if (index === undefined) return next && 'rules' in next ? next : root;
  const rules = root.rules.flatMap((rule, at) => {
    if (at !== index) return [rule];
    if (rest.length > 0) return 'rules' in rule ? [replacedAt(rule, rest, next)] : [rule];
    return next ? [next] : [];
  });
  return { ...root, rules };
}

/**
 * Removes `bare` from the root if the rule's document needs a group there. For example, a new comparison must
 * be inside a group.
 */
export function grouped(root: ConditionGroup): ConditionGroup {
  const [only, ...others] = root.rules;
  const mayStandAlone =
    root.bare === true && others.length === 0 && (!only || only.source !== undefined || 'rules' in only);
  if (mayStandAlone && only) return root;
  const { bare: _bare, ...group } = root;
  return group;
}

/** Returns the JSON pointer of a node in the rule's document. */
export function pointerAt(root: ConditionGroup, path: NodePath): string {
  let pointer = '/conditions';
  let node: ConditionNode | undefined = root;
  for (const index of path) {
    if (!node || !('rules' in node)) break;
    pointer += stepInto(node, index);
    node = node.rules[index];
  }
  return pointer;
}

function stepInto({ bare, combinator, rules }: ConditionGroup, index: number): string {
  if (bare === true && rules.length === 1) return '';
  if (combinator !== 'not') return `/${combinator}/${index}`;
  return rules.length === 1 ? '/not' : `/not/any/${index}`;
}
