import type { Rotations, Routes } from '../../rules/recipients/index.ts';
import { sameConditions, sameConditionsIssue } from '../../rules/lint/conditions/index.ts';
import {
  lintRotationUse,
  lintRouteRotations,
  lintRouteUse,
  parseDigest,
  parseEscalationPolicy,
  parseRotation,
  parseRoute,
  parseRule,
  parseSettings,
  parseSharedCondition,
  recipientsOfDigest,
  recipientsOfPolicy,
  recipientsOfRule,
  slowPolicies,
  suppressedDeletions,
  unknownPolicies,
  unknownRules,
} from '../../rules/lint/index.ts';
import type {
  Around,
  DocumentIssue,
  NamesRoutes,
  ParsedDocument,
  Policies,
  SharedConditions,
} from '../../rules/lint/index.ts';
import { findingsIn, idOf, jsonOf, kindNamed, kindOfFile, located, repeatedIds } from '../files/index.ts';
import type { Finding, RuleFile } from '../files/index.ts';
import type { FoundFiles } from './files.ts';

/** Checks each file alone, and all files together: names must resolve, and the documents must fit each other. */
export function lintFound(found: FoundFiles): Finding[] {
  const of = (name: Parameters<typeof kindNamed>[0]): readonly RuleFile[] => found.files(kindNamed(name));
  const isWhole = (name: Parameters<typeof kindNamed>[0]): boolean => found.isWhole(kindNamed(name));
  const [rotations, routes, policies, conditions, rules, digests] = [
    of('rotation'),
    of('recipient route'),
    of('escalation policy'),
    of('condition'),
    of('rule'),
    of('digest'),
  ];
  const shared = byId(conditions, parseSharedCondition, ({ conditions: each }) => each);
  const around: Around = isWhole('condition') ? { conditions: shared } : {};
  const people: Rotations | undefined = isWhole('rotation')
    ? byId(rotations, parseRotation, (rotation) => rotation)
    : undefined;
  const ways: Routes | undefined = isWhole('recipient route')
    ? byId(routes, parseRoute, (route) => route)
    : undefined;
  const chains: Policies | undefined = isWhole('escalation policy')
    ? byId(policies, parseEscalationPolicy, (policy) => policy)
    : undefined;
  return [
    ...rotations.flatMap((file) => findingsIn(file, parseRotation)),
    ...repeatedIds(rotations),
    ...routes.flatMap((file) => findingsIn(file, parseRoute)),
    ...repeatedIds(routes),
    ...(people ? routes.flatMap((file) => routeRotationFindings(file, people)) : []),
    ...policies.flatMap((file) => findingsIn(file, parseEscalationPolicy)),
    ...repeatedIds(policies),
    ...(people ? policies.flatMap((file) => rotationFindings(file, people)) : []),
    ...conditions.flatMap((file) => findingsIn(file, (json) => parseSharedCondition(json, around))),
    ...repeatedIds(conditions),
    ...rules.flatMap((file) => findingsIn(file, (json) => parseRule(json, around))),
    ...repeatedIds(rules),
    ...repeatedConditions(rules, shared),
    ...deletionsSuppressed(rules),
    ...(chains ? rules.flatMap((file) => policyFindings(file, chains)) : []),
    ...digests.flatMap((file) => findingsIn(file, parseDigest)),
    ...repeatedIds(digests),
    ...(ways ? [...policies, ...rules, ...digests].flatMap((file) => routeFindings(file, ways)) : []),
    ...of('settings').flatMap((file) => findingsIn(file, parseSettings)),
    ...(found.areFolders ? unknownNames({ rules, conditions }) : []),
  ];
}

function byId<T extends { readonly id: string }, Kept>(
  files: readonly RuleFile[],
  parse: (json: unknown) => ParsedDocument<T>,
  keep: (document: T) => Kept,
): Map<string, Kept> {
  const read = files.flatMap(({ text }) => {
    const parsed = parse(jsonOf(text));
    return parsed.ok ? [[parsed.document.id, keep(parsed.document)] as const] : [];
  });
  return new Map(read);
}

/** Checks an escalation policy's file against these rotations. Returns errors and warnings. */
export function rotationFindings(file: RuleFile, rotations: Rotations): Finding[] {
  const parsed = parseEscalationPolicy(jsonOf(file.text));
  if (!parsed.ok) return [];
  const { errors, warnings } = lintRotationUse(parsed.document, rotations);
  return [...placed(file, 'error', errors), ...placed(file, 'warning', warnings)];
}

/** Checks a recipient route's file against these rotations. Returns errors and warnings. */
export function routeRotationFindings(file: RuleFile, rotations: Rotations): Finding[] {
  const parsed = parseRoute(jsonOf(file.text));
  if (!parsed.ok) return [];
  const { errors, warnings } = lintRouteRotations(parsed.document, rotations);
  return [...placed(file, 'error', errors), ...placed(file, 'warning', warnings)];
}

/** Checks the file of a rule, a policy or a digest against these recipient routes. Returns errors and warnings. */
export function routeFindings(file: RuleFile, routes: Routes): Finding[] {
  const named = recipientsIn(kindOfFile(file.path).kind, jsonOf(file.text));
  if (!named) return [];
  const { errors, warnings } = lintRouteUse(named, routes);
  return [...placed(file, 'error', errors), ...placed(file, 'warning', warnings)];
}

function recipientsIn(kind: string, json: unknown): NamesRoutes | undefined {
  const [policy, digest, rule] = [
    kind === 'escalation policy' ? parseEscalationPolicy(json) : undefined,
    kind === 'digest' ? parseDigest(json) : undefined,
    kind === 'rule' ? parseRule(json) : undefined,
  ];
  if (policy?.ok) return recipientsOfPolicy(policy.document);
  if (digest?.ok) return recipientsOfDigest(digest.document);
  return rule?.ok ? recipientsOfRule(rule.document) : undefined;
}

/** Checks a rule's file against these escalation policies. Returns errors and warnings. */
export function policyFindings(file: RuleFile, policies: Policies): Finding[] {
  const parsed = parseRule(jsonOf(file.text));
  if (!parsed.ok) return [];
  return [
    ...placed(file, 'error', unknownPolicies(parsed.document, policies)),
    ...placed(file, 'warning', slowPolicies(parsed.document, policies)),
  ];
}

/** Returns errors for rules that delete trips although another rule could suppress them. */
function deletionsSuppressed(files: readonly RuleFile[]): Finding[] {
  const rules = files.flatMap((file) => {
    const parsed = parseRule(jsonOf(file.text));
    return parsed.ok ? [{ file, rule: parsed.document }] : [];
  });
  const all = rules.map(({ rule }) => rule);
  return rules.flatMap(({ file, rule }) => placed(file, 'error', suppressedDeletions(rule, all)));
}

/**
 * Returns warnings for rules with the same conditions and drivers as an earlier rule. They are most likely
 * unchanged copies.
 */
function repeatedConditions(files: readonly RuleFile[], shared: SharedConditions): Finding[] {
  const rules = files.flatMap((file) => {
    const parsed = parseRule(jsonOf(file.text));
    return parsed.ok ? [{ file, rule: parsed.document }] : [];
  });
  return rules.flatMap(({ file, rule }, index) => {
    const earlier = rules.slice(0, index).map((each) => each.rule);
    const same = sameConditions(rule, earlier, shared);
    if (same.length === 0) return [];
    return placed(file, 'warning', [sameConditionsIssue(same)]);
  });
}

/** Returns warnings for rule ids that a document names and that none of the files has. */
function unknownNames(files: {
  readonly rules: readonly RuleFile[];
  readonly conditions: readonly RuleFile[];
}): Finding[] {
  const ids = files.rules.flatMap(({ text }) => idOf(text) ?? []);
  const read = [
    ...files.conditions.map((file) => ({ file, parsed: parseSharedCondition(jsonOf(file.text)) })),
    ...files.rules.map((file) => ({ file, parsed: parseRule(jsonOf(file.text)) })),
  ];
  return read.flatMap(({ file, parsed }) =>
    parsed.ok
      ? placed(file, 'warning', unknownRules(parsed.document, { ids, where: 'among these files' }))
      : [],
  );
}

function placed(file: RuleFile, level: Finding['level'], issues: readonly DocumentIssue[]): Finding[] {
  return located(file.text, issues).map((issue) => ({ file: file.path, level, ...issue }));
}
