import { useMemo } from 'react';
import { useSay } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { fieldName, fieldValue, isObject, plain } from '../form/index.ts';
import type { Json, JsonObject } from '../form/index.ts';
import { usePhrases } from './phrases.ts';
import type { Phrases } from './phrases.ts';
import { wordOf } from './rule.ts';

/** A line of a rule in words. */
export interface RuleLine {
  readonly kind: 'condition' | 'group' | 'action' | 'field';
  /** Number of groups around a condition. */
  readonly depth: number;
  /** The subject of the line, such as a fact or a field. */
  readonly label: string;
  /** The condition, the action's details or the field's value. Empty for the heading of a group. */
  readonly text: string;
}

/** Fields with the target of an action. Each kind of action has one of them. */
const TARGETS = ['to', 'channel', 'url', 'policy', 'route'];
/** Fields in the order in which readers expect them. Other fields are after these. */
const FIELDS = [
  'name',
  'severity',
  'mode',
  'copy_of',
  'owner',
  'scope',
  'trigger',
  'throttle',
  'budget',
  'suppresses',
  'description',
];
const HIDDEN = new Set(['$schema', 'id', 'conditions', 'actions']);

/** Returns a function that describes a whole rule in lines. */
export function useRuleLines(): (document: JsonObject) => readonly RuleLine[] {
  const say = useSay();
  const phrases = usePhrases();
  return useMemo(() => (document) => linesOf(document, { say, phrases }), [say, phrases]);
}

interface Words {
  readonly say: Say;
  readonly phrases: Phrases;
}

function linesOf(document: JsonObject, words: Words): RuleLine[] {
  const { conditions, actions } = document;
  const names = Object.keys(document).filter((name) => !HIDDEN.has(name));
  const place = (name: string): number => (FIELDS.indexOf(name) + FIELDS.length + 1) % (FIELDS.length + 1);
  return [
    ...(conditions === undefined ? [] : conditionLines(conditions, 0, words)),
    ...(Array.isArray(actions) ? actions.map((action) => actionLine(action, words)) : []),
    ...names
      .sort((a, b) => (place(a) || FIELDS.length + 1) - (place(b) || FIELDS.length + 1))
      .map((name) => fieldLine(name, document[name]!, words)),
  ];
}

function conditionLines(node: Json, depth: number, words: Words): RuleLine[] {
  const { say, phrases } = words;
  if (!isObject(node)) return [{ kind: 'condition', depth, label: '', text: JSON.stringify(node) }];
  for (const name of ['all', 'any'] as const) {
    const children = node[name];
    if (!Array.isArray(children)) continue;
    const inner = children.flatMap((child) => conditionLines(child, depth + 1, words));
    // A single condition needs no group, and the heading already says that all conditions must be true.
    if (children.length === 1 || (name === 'all' && depth === 0))
      return children.flatMap((child) => conditionLines(child, depth, words));
    return [{ kind: 'group', depth, label: say(`rules.group_${name}`), text: '' }, ...inner];
  }
  if (node['not'] !== undefined)
    return [
      { kind: 'group', depth, label: say('rules.group_not'), text: '' },
      ...conditionLines(node['not'], depth + 1, words),
    ];
  if (typeof node['condition'] === 'string')
    return [{ kind: 'condition', depth, label: say('rules.shared'), text: node['condition'] }];
  if (typeof node['fact'] === 'string')
    return [{ kind: 'condition', depth, label: phrases.label(node), text: phrases.needed(node) }];
  return [{ kind: 'condition', depth, label: '', text: JSON.stringify(node) }];
}

function actionLine(action: Json, { say }: Words): RuleLine {
  if (!isObject(action)) return { kind: 'action', depth: 0, label: '', text: JSON.stringify(action) };
  const { type, ...rest } = action;
  const label = say.known(`rules.action_${wordOf(type)}`) ?? wordOf(type);
  const target = TARGETS.flatMap((name) => rest[name] ?? []).map((value) => plain(value));
  const others = Object.entries(rest)
    .filter(([name]) => !TARGETS.includes(name))
    .map(([name, value]) => `${fieldName(say, name)}: ${fieldValue(say, name, value)}`);
  return {
    kind: 'action',
    depth: 0,
    label,
    text: [target.join(', '), ...others].filter(Boolean).join(' · '),
  };
}

function fieldLine(name: string, value: Json, { say }: Words): RuleLine {
  return { kind: 'field', depth: 0, label: fieldName(say, name), text: fieldValue(say, name, value) };
}
