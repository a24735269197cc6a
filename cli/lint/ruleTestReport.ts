import { parseRuleTests, runRuleTest } from '../../rules/testing/index.ts';
import type { RuleTestResult, ServiceReader } from '../../rules/testing/index.ts';
import { parseRule } from '../../rules/lint/index.ts';
import { findingsIn, readTextIfThere, testsOf } from '../files/index.ts';
import type { Finding, RuleFile } from '../files/index.ts';

/** What the tests of one rule file came to. */
export interface RuleTestReport {
  readonly file: string;
  /** Absent when the file cannot be read as a rule. */
  readonly rule?: string;
  /** `no_tests`: nothing stands beside it. `refused`: the rule or its tests have mistakes, so nothing was run. */
  readonly state: 'tested' | 'no_tests' | 'refused';
  readonly findings: readonly Finding[];
  readonly cases: readonly RuleTestResult[];
}

/** All reports in numbers. */
export interface RuleTestSummary {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly refused: number;
  /** Rules that nothing tests. */
  readonly untested: number;
}

/** Runs the cases that stand beside a rule file. */
export async function testRuleFile(file: RuleFile, reader: ServiceReader): Promise<RuleTestReport> {
  const report = { file: file.path, findings: [], cases: [] };
  const findings = findingsIn(file, (json) => parseRule(json)).filter((each) => each.level === 'error');
  if (findings.length > 0) return { ...report, state: 'refused', findings };
  const rule = parseRule(JSON.parse(file.text));
  if (!rule.ok) return { ...report, state: 'refused' };
  const { id } = rule.document;
  const tests = await readTextIfThere(testsOf(file.path));
  if (!tests) return { ...report, rule: id, state: 'no_tests' };
  const mistakes = findingsIn(tests, parseRuleTests);
  if (mistakes.length > 0) return { ...report, rule: id, state: 'refused', findings: mistakes };
  const parsed = parseRuleTests(JSON.parse(tests.text));
  const cases: RuleTestResult[] = [];
  for (const test of parsed.ok ? parsed.document.tests : [])
    cases.push(await runRuleTest(rule.document, test, reader));
  return { ...report, rule: id, state: 'tested', cases };
}

/** Counts, and whether all is well: rules without tests are no failure. */
export function summaryOf(reports: readonly RuleTestReport[], orphans: readonly string[]): RuleTestSummary {
  const cases = reports.flatMap((report) => report.cases);
  const passed = cases.filter((each) => each.passed).length;
  const refused = reports.filter((report) => report.state === 'refused').length;
  return {
    ok: passed === cases.length && refused === 0 && orphans.length === 0,
    passed,
    failed: cases.length - passed,
    refused,
    untested: reports.filter((report) => report.state === 'no_tests').length,
  };
}
