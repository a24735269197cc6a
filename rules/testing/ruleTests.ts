import * as z from 'zod';
import { IssueList, addZodIssues, messageOf, sentence, withinBounds } from '../documents/index.ts';
import type { ParsedDocument } from '../documents/index.ts';
import { LIMITS } from '../vocabulary/index.ts';

const body = z.record(z.string(), z.unknown());

const ruleTest = z.strictObject({
  name: z.string().min(1).max(LIMITS.nameLength).describe('What the case shows.'),
  driver_id: z.string().min(1).max(LIMITS.idLength).default('d-1').describe('The driver of the trip.'),
  decided_at: z.exactOptional(
    z.iso
      .datetime({ offset: true, error: messageOf(sentence('form_utcTime')) })
      .describe('When the trip is evaluated; default: a minute after its end.'),
  ),
  trip: body.describe('The trip as the service sends it, with the sections the rule needs.'),
  history: z
    .array(body)
    .max(1_000)
    .default([])
    .describe(
      'Earlier trips of the driver, as the service sends them: windows are counted from these and the trip.',
    ),
  readings: z
    .array(body)
    .max(100)
    .default([])
    .describe('The driver score as the service sends it; each counts for its own end_date.'),
  groups: z.exactOptional(
    z
      .array(z.string().min(1).max(LIMITS.idLength))
      .max(LIMITS.listedIds)
      .describe('Groups the driver is in, empty for none; without it they are not known.'),
  ),
  fleet_readings: z
    .array(body)
    .max(100)
    .default([])
    .describe("The fleet's score as the service sends it; each counts for its own end_date."),
  group_readings: z
    .record(z.string(), z.array(body).max(100))
    .default({})
    .describe("Groups' scores by group, as the service sends them; each counts for its own end_date."),
  rule_alerts: z
    .array(
      z.strictObject({
        rule: z.string().min(1).max(LIMITS.idLength),
        trip_ended_at: z.iso.datetime({
          offset: true,
          error: messageOf(sentence('form_utcTime')),
        }),
      }),
    )
    .max(1_000)
    .default([])
    .describe('Earlier alerts of rules for the driver, by the end of the alerted trip.'),
  expect: z
    .enum(['matched', 'not_matched', 'unknown', 'out_of_scope'])
    .describe('What the rule must do with it.'),
  sentence: z.exactOptional(
    z.string().min(1).describe('The sentence that the explanation must have; default: any.'),
  ),
});

/**
 * The schema of a rule's test file, `NAME.test.json`: trips, and the expected outcome of the rule for each.
 * ```json
 * { "tests": [{ "name": "three in a week", "trip": {…}, "history": [{…}], "expect": "matched" }] }
 * ```
 */
export const ruleTestsSchema = z
  .strictObject({
    $schema: z.exactOptional(
      z.string().max(LIMITS.idLength).describe('Location of the schema, for editors.'),
    ),
    tests: z.array(ruleTest).min(1).max(1_000).describe('The cases, in the order in which they are run.'),
  })
  .describe('Trips, and what the rule beside this file must do with each.');

/** The test cases of one rule, with defaults filled in. */
export type RuleTests = z.output<typeof ruleTestsSchema>;

/** One test case: a trip, and the expected outcome of the rule. */
export type RuleTest = RuleTests['tests'][number];

/** Reads a `NAME.test.json` file. Lists every mistake with its JSON pointer, and never throws. */
export function parseRuleTests(json: unknown): ParsedDocument<RuleTests> {
  const issues = new IssueList();
  if (!withinBounds(json, issues)) return { ok: false, errors: issues.errors, warnings: issues.warnings };
  const parsed = ruleTestsSchema.safeParse(json);
  if (parsed.success) return { ok: true, document: parsed.data, warnings: [] };
  addZodIssues(parsed.error, ruleTestsSchema, { document: json, issues });
  return { ok: false, errors: issues.errors, warnings: issues.warnings };
}
