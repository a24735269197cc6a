import { hintOf, issueAt, pointerTo, sentence } from '../documents/index.ts';
import type {
  Comparison,
  Condition,
  Conditions,
  DocumentIssue,
  FactReference,
  Sentence,
  Settings,
} from '../documents/index.ts';
import { Suggestions, quoted } from '../vocabulary/index.ts';
import type { Json } from '../vocabulary/index.ts';
import { comparisonsOf } from './conditions/index.ts';

/** A document that may name groups and driver attributes: a rule, or a shared condition, which has no scope. */
export interface NamesFleet {
  readonly conditions: Conditions;
  readonly scope?: { readonly groups?: readonly string[] | undefined } | undefined;
}

/** The groups and attributes that exist in the fleet. Absent: they were not read, so there are no warnings about them. */
export interface KnownNames {
  readonly groups?: readonly string[] | undefined;
  /** Paths into `driver.attributes`, such as `$.depot`. */
  readonly attributePaths?: readonly string[] | undefined;
}

/** A name in a document that must exist in the fleet's data. */
interface Mention {
  readonly of: 'group' | 'attribute';
  readonly name: string;
  readonly pointer: string;
  readonly effect: Sentence;
}

/** Returns the groups and driver attributes that a document names. */
function mentionsIn({ scope, conditions }: NamesFleet): readonly Mention[] {
  const scoped = (scope?.groups ?? []).map((name, index) => ({
    of: 'group' as const,
    name,
    pointer: pointerTo('/scope/groups', index),
    effect: sentence('effectNoMember'),
  }));
  const compared = comparisonsOf({ condition: conditions, pointer: '/conditions' });
  return [...scoped, ...compared.flatMap(({ comparison, pointer }) => mentionsOf(comparison, pointer))];
}

function mentionsOf(comparison: Comparison, pointer: string): readonly Mention[] {
  const { fact, value } = comparison;
  const right = typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  const listed: readonly Mention[] =
    fact === 'driver.groups' && typeof value === 'string'
      ? [
          {
            of: 'group',
            name: value,
            pointer: `${pointer}/value`,
            effect: sentence('effectNoMember'),
          },
        ]
      : [];
  return [
    ...referred(comparison, pointer),
    ...listed,
    ...(right === undefined ? [] : referred(right, `${pointer}/value`)),
  ];
}

function referred({ fact, params, path }: FactReference, pointer: string): readonly Mention[] {
  const group = params?.['group'];
  const effect = sentence('effectUnknown');
  return [
    ...(typeof group === 'string'
      ? [{ of: 'group' as const, name: group, pointer: `${pointer}/params/group`, effect }]
      : []),
    ...(fact === 'driver.attributes' && path !== undefined
      ? [{ of: 'attribute' as const, name: path, pointer: `${pointer}/path`, effect }]
      : []),
  ];
}

/** Returns the groups that a document names, each once. */
export function groupsNamedIn(document: NamesFleet): readonly string[] {
  const groups = mentionsIn(document).filter(({ of }) => of === 'group');
  return [...new Set(groups.map(({ name }) => name))];
}

/**
 * Returns the kinds of names in a document that must exist in the fleet's data, so that callers read only the data that is
 * needed.
 */
export function fleetNamesIn(document: NamesFleet): ReadonlySet<'group' | 'attribute'> {
  return new Set(mentionsIn(document).map((mention) => mention.of));
}

/**
 * Returns warnings about unknown groups or an unknown attribute in a digest. The digest would omit such groups, and would show
 * ids in place of names.
 */
export function unknownNamesOfDigest(
  { groups = [], driver_name: path }: { readonly groups?: readonly string[]; readonly driver_name?: string },
  known: KnownNames,
): DocumentIssue[] {
  const named = groups.map((name, index): Mention => ({
    of: 'group',
    name,
    pointer: pointerTo('/groups', index),
    effect: sentence('effectLeftOut'),
  }));
  const effect = sentence('effectIds');
  const attribute: readonly Mention[] =
    path === undefined ? [] : [{ of: 'attribute', name: path, pointer: '/driver_name', effect }];
  return warningsAbout([...named, ...attribute], known);
}

/** Returns warnings about attributes in the settings that no driver has, because the field would stay empty. */
export function unknownNamesOfSettings(
  { driver_fields: fields }: Settings,
  known: KnownNames,
): DocumentIssue[] {
  const named = Object.entries(fields).map(([field, name]): Mention => {
    const effect = sentence('effectDirectory');
    return { of: 'attribute', name, pointer: pointerTo('/driver_fields', field), effect };
  });
  return warningsAbout(named, known);
}

/** Returns warnings about groups and attributes that no driver in the fleet has, because the rule would never match. */
export function unknownFleetNames(document: NamesFleet, known: KnownNames): DocumentIssue[] {
  return warningsAbout(mentionsIn(document), known);
}

function warningsAbout(mentions: readonly Mention[], known: KnownNames): DocumentIssue[] {
  const suggestions = new Suggestions();
  const [groups, attributes] = [new Set(known.groups), new Set(known.attributePaths)];
  return mentions.flatMap(({ of, name, pointer, effect }) => {
    const names = of === 'group' ? known.groups : known.attributePaths;
    if (names === undefined || (of === 'group' ? groups : attributes).has(name)) return [];
    // A path to an object is valid, because longer paths lead to its parts.
    if (of === 'attribute' && names.some((path) => path.startsWith(`${name}.`))) return [];
    const what =
      of === 'group'
        ? sentence('noGroup', { name: quoted(name) })
        : sentence('noAttribute', { name: quoted(name) });
    const hint = hintOf(suggestions, name, names);
    return [issueAt(pointer, sentence('unknownName', { what, hint, effect }), names)];
  });
}

/** A fact whose param `rule` names another rule. */
const COUNTS_ALERTS = 'driver.rule_alerts';

/** A document that may name other rules: a rule, or a shared condition, which suppresses nothing. */
interface NamesRules {
  readonly conditions: Conditions;
  readonly suppresses?: readonly string[] | undefined;
}

/** The rules that exist where the document is checked. */
interface KnownRules {
  readonly ids: readonly string[];
  /** The location of these rules in words, such as `in this folder`. */
  readonly where: string | Sentence;
}

/** The words for the location of a fleet's rules. */
export const IN_THIS_FLEET = sentence('inThisFleet');

/** A reference to a rule in a document. */
interface RuleMention {
  readonly rule: string;
  readonly pointer: string;
  readonly effect: Sentence;
}

/**
 * Returns warnings about unknown rules that a document names. The name may be mistyped, or the rule may not exist yet. Until it
 * exists, the reference has no effect.
 */
export function unknownRules(document: NamesRules, known: KnownRules): DocumentIssue[] {
  const ids = new Set(known.ids);
  const suggestions = new Suggestions();
  return ruleMentionsIn(document)
    .filter(({ rule }) => !ids.has(rule))
    .map(({ rule, pointer, effect }) => {
      const hint = hintOf(suggestions, rule, known.ids);
      return issueAt(pointer, sentence('noRule', { name: quoted(rule), where: known.where, hint, effect }));
    });
}

/** Returns the rules that a document names, each once. */
export function rulesNamedIn(document: NamesRules): readonly string[] {
  return [...new Set(ruleMentionsIn(document).map(({ rule }) => rule))];
}

function ruleMentionsIn({ conditions, suppresses = [] }: NamesRules): RuleMention[] {
  return [
    ...suppresses.map((rule, index) => ({
      rule,
      pointer: pointerTo('/suppresses', index),
      effect: sentence('effectNothingSuppressed'),
    })),
    ...countedIn(conditions),
  ];
}

/** Returns the references to rules in facts that count a rule's alerts, on either side of a comparison. */
function countedIn(condition: Condition): RuleMention[] {
  const effect = sentence('effectCountZero');
  return comparisonsOf({ condition, pointer: '/conditions' }).flatMap(({ comparison, pointer }) => {
    const { fact, params, value } = comparison;
    const right = typeof value === 'object' && !Array.isArray(value) ? value : undefined;
    const named = (rule: Json | undefined, at: string): RuleMention[] =>
      typeof rule === 'string' ? [{ rule, effect, pointer: `${at}/params/rule` }] : [];
    return [
      ...(fact === COUNTS_ALERTS ? named(params?.['rule'], pointer) : []),
      ...(right?.fact === COUNTS_ALERTS ? named(right.params?.['rule'], `${pointer}/value`) : []),
    ];
  });
}
