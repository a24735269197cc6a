import * as z from 'zod';
import {
  IssueList,
  addZodIssues,
  conditionsSchema,
  digestSchema,
  escalationPolicySchema,
  inOrder,
  namedIn,
  readDocument,
  readable,
  refused,
  rotationSchema,
  routeSchema,
  ruleSchema,
  sentence,
  settingsSchema,
  sharedConditionSchema,
} from '../documents/index.ts';
import type {
  Conditions,
  Digest,
  EscalationPolicy,
  ParsedDocument,
  Rotation,
  Route,
  Rule,
  Settings,
  SharedCondition,
  SharedConditions,
} from '../documents/index.ts';
import { LIMITS } from '../vocabulary/index.ts';
import {
  lintConditions,
  lintDirection,
  lintRange,
  lintRun,
  lintTogether,
  lintUnits,
} from './conditions/index.ts';
import type { FactUse } from './conditions/index.ts';
import { lintDeletion, refuseCountedAlerts } from './deletion.ts';
import { lintDigest } from './digest.ts';
import { lintEscalationPolicy } from './escalationPolicy.ts';
import { lintRotation } from './rotation.ts';
import { lintRoute } from './route.ts';
import { refuseDuplicates, refuseEndlessQuiet, refuseTriggeredDeletion, warnOfOversights } from './rule.ts';
import { lintSettings } from './settings.ts';
import { lintTemplates, warnOfUnless } from './templates.ts';

export type { RuleAction } from '../documents/index.ts';
export type { Conditions } from '../documents/index.ts';
export type { Digest } from '../documents/index.ts';
export type { EscalationPolicy } from '../documents/index.ts';
export type { DocumentIssue, ParsedDocument } from '../documents/index.ts';
export type { Rotation } from '../documents/index.ts';
export type { Route } from '../documents/index.ts';
export type { Rule } from '../documents/index.ts';
export type { Settings } from '../documents/index.ts';
export { neededBy } from '../documents/index.ts';
export type { PublishedCondition, SharedCondition, SharedConditions } from '../documents/index.ts';

/**
 * The schema of a rule without its conditions. Conditions have their own checks, whose messages are better than those of a
 * schema's union.
 */
const shellSchema = ruleSchema.extend({ conditions: z.optional(z.unknown()) });

/**
 * Warns of conditions even in a document with mistakes, so that one run of lint reports as much as possible. Shared conditions
 * are followed only in a document without mistakes. Only then are they known to contain no circle and to be small enough.
 */
function warnOfReadable(conditions: Conditions | undefined, issues: IssueList, around: Around): void {
  if (conditions) warnOfConditions(conditions, issues, issues.errors.length === 0 ? around : {});
}

/** The published documents to which the checked document may refer. */
export interface Around {
  /** The shared conditions that a document may name. Absent: they are not known here, so any name is accepted. */
  readonly conditions?: SharedConditions;
}

/** Warns of conditions that are allowed but probably a mistake. */
function warnOfConditions(condition: Conditions, issues: IssueList, { conditions }: Around): void {
  const placed = { condition, pointer: '/conditions' };
  lintTogether(placed, issues, conditions);
  lintRange(placed, issues);
  lintUnits(placed, issues);
}

/** Adds the mistakes that only the complete schema of the document finds. */
function addRest(json: unknown, schema: z.ZodType, issues: IssueList): void {
  const parsed = schema.safeParse(json);
  if (!parsed.success) addZodIssues(parsed.error, schema, { document: json, issues });
}

/**
 * Reads a rule document. Lists every mistake with its JSON pointer, ignores no field and never throws. A returned rule has its
 * defaults filled in and can be compiled.
 */
export function parseRule(json: unknown, around: Around = {}): ParsedDocument<Rule> {
  const issues = new IssueList();
  if (!readable(json, issues)) return refused(issues);
  const shell = shellSchema.safeParse(json);
  if (!shell.success) addZodIssues(shell.error, ruleSchema, { document: json, issues });
  let uses: readonly FactUse[] = [];
  if (Object.hasOwn(json, 'conditions'))
    uses = lintConditions(
      json['conditions'],
      { pointer: '/conditions', issues },
      { shared: around.conditions },
    );
  else issues.error('/conditions', sentence('conditionsMissing'));
  // Checking stops if the document is too large for a rule, because each further check costs time in proportion to its length.
  if (issues.full || uses.length > LIMITS.conditions) return refused(issues);
  if (shell.success) {
    refuseDuplicates(shell.data.actions, issues);
    refuseEndlessQuiet(shell.data.actions, issues);
    refuseTriggeredDeletion(shell.data, issues);
  }
  const complete = around.conditions !== undefined || namedIn(json['conditions']).length === 0;
  lintTemplates(json['actions'], { uses, complete }, { pointer: '/actions', issues });
  const conditions = conditionsSchema.safeParse(json['conditions']).data;
  const rule: Rule | undefined = shell.data && conditions && { ...shell.data, conditions };
  if (rule) {
    warnOfOversights(rule, issues);
    warnOfUnless(rule, around.conditions, issues);
    refuseCountedAlerts(rule, around.conditions, issues);
    lintDeletion(rule, around.conditions, issues);
    lintDirection(rule, issues);
    lintRun(rule, issues);
  } else if (issues.errors.length === 0) addRest(json, ruleSchema, issues);
  warnOfReadable(conditions, issues, around);
  if (issues.errors.length > 0 || !rule) return refused(issues);
  return { ok: true, document: rule, warnings: inOrder(issues.warnings) };
}

/**
 * Reads conditions outside a rule, such as those of a shared condition.
 * @param pointer JSON pointer to the conditions in their document
 */
export function parseConditions(json: unknown, pointer = ''): ParsedDocument<Conditions> {
  const issues = new IssueList();
  if (!readable(json, issues)) return refused(issues);
  lintConditions(json, { pointer, issues });
  if (issues.errors.length > 0) return refused(issues);
  const parsed = conditionsSchema.safeParse(json);
  if (!parsed.success) {
    addZodIssues(parsed.error, conditionsSchema, { document: json, issues });
    return refused(issues);
  }
  return { ok: true, document: parsed.data, warnings: inOrder(issues.warnings) };
}

/** The schema of a shared condition without its conditions, which have their own checks. */
const conditionShellSchema = sharedConditionSchema.extend({ conditions: z.optional(z.unknown()) });

/** Reads a shared condition document, in the same way as `parseRule`. */
export function parseSharedCondition(json: unknown, around: Around = {}): ParsedDocument<SharedCondition> {
  const issues = new IssueList();
  if (!readable(json, issues)) return refused(issues);
  const shell = conditionShellSchema.safeParse(json);
  if (!shell.success) addZodIssues(shell.error, sharedConditionSchema, { document: json, issues });
  const id = shell.success ? shell.data.id : undefined;
  if (Object.hasOwn(json, 'conditions'))
    lintConditions(json['conditions'], { pointer: '/conditions', issues }, { shared: around.conditions, id });
  else issues.error('/conditions', sentence('conditionsMissing'));
  if (issues.full) return refused(issues);
  warnOfReadable(conditionsSchema.safeParse(json['conditions']).data, issues, around);
  if (issues.errors.length > 0) return refused(issues);
  const parsed = sharedConditionSchema.safeParse(json);
  if (!parsed.success) {
    addZodIssues(parsed.error, sharedConditionSchema, { document: json, issues });
    return refused(issues);
  }
  return { ok: true, document: parsed.data, warnings: inOrder(issues.warnings) };
}

/**
 * Reads an escalation policy document, in the same way as `parseRule`. `lintRotationUse` checks the policy against the published
 * rotations.
 */
export function parseEscalationPolicy(json: unknown): ParsedDocument<EscalationPolicy> {
  return readDocument(json, escalationPolicySchema, lintEscalationPolicy);
}

/** Reads a rotation document, in the same way as `parseRule`. */
export function parseRotation(json: unknown): ParsedDocument<Rotation> {
  return readDocument(json, rotationSchema, lintRotation);
}

/** Reads a recipient route document, in the same way as `parseRule`. */
export function parseRoute(json: unknown): ParsedDocument<Route> {
  return readDocument(json, routeSchema, lintRoute);
}

/** Reads a digest document, in the same way as `parseRule`. */
export function parseDigest(json: unknown): ParsedDocument<Digest> {
  return readDocument(json, digestSchema, lintDigest);
}

/** Reads a fleet's settings document, in the same way as `parseRule`. Every field has a default. */
export function parseSettings(json: unknown): ParsedDocument<Settings> {
  return readDocument(json, settingsSchema, lintSettings);
}
