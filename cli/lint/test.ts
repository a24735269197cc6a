import { basename, dirname, join, resolve } from 'node:path';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../analytics/index.ts';
import { decisionSentence } from '../../messages/decisions/index.ts';
import { parseRule, parseSharedCondition, rulesNamedIn, unknownRules } from '../../rules/lint/index.ts';
import type { PublishedCondition } from '../../rules/lint/index.ts';
import { doubtfulTestNames, parseRuleTests, runRuleTest } from '../../rules/testing/index.ts';
import type { RuleTestResult, ServiceReader } from '../../rules/testing/index.ts';
import {
  findConditionFiles,
  findRuleFiles,
  findingsIn,
  idOf,
  isFolder,
  isStandardInput,
  jsonOf,
  loneKind,
  readTextIfThere,
  ruleOfTests,
  testsOf,
  testsWithoutRule,
} from '../files/index.ts';
import type { Finding, RuleFile } from '../files/index.ts';
import { CommandError, EXIT, createTerminal, printParagraph } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { printFindings } from './lint.ts';

/** Reader of trips and scores in the form in which the service sends them. It uses the normaliser of production. */
const reader: ServiceReader = {
  sentence: (decision) => decisionSentence(decision, 'en'),
  trip: (driverId, body) => normaliseTrip(driverId, undefined, body),
  driver: normaliseDriver,
  fleet: normaliseFleet,
};

/**
 * Runs the tests in `NAME.test.json` next to each rule, which list expected outcomes for trips. Sends no
 * request to a server.
 * @param path a folder of rules, a rule file, or the file of its tests
 * @returns 1 when a case fails, a file has a mistake, or tests have no rule. Rules without tests are only
 * listed
 */
export async function testRules(path: string, options: { readonly json?: boolean }): Promise<number> {
  if (isStandardInput(path))
    throw new CommandError(
      'rules test runs NAME.test.json beside the rule NAME.json, and nothing lies beside the standard input: name a file.',
    );
  const lone = await loneKind(path);
  if (lone && lone.folder !== 'rules')
    throw new CommandError(
      `${path} holds ${lone.folder}, and only rules have tests: name the folder of rules, or the one that holds ${lone.folder}/ and rules/.`,
    );
  const files = await findRuleFiles([ruleOfTests(path)]);
  const reports: RuleTestReport[] = [];
  const conditions = await conditionsBeside(path);
  const counted = conditions.flatMap(({ condition }) => rulesNamedIn(condition));
  const beside = { ids: await rulesBeside(path, files), counted };
  for (const file of files) reports.push(await testRuleFile(file, { ...reader, conditions }, beside));
  const orphans = await testsWithoutRule(path);
  const summary = summaryOf(reports, orphans);
  const terminal = createTerminal();
  if (options.json) terminal.json({ ...summary, rules: reports, orphans });
  else printTestReports(terminal, { reports, orphans, summary });
  return summary.ok ? EXIT.ok : EXIT.problems;
}

/**
 * Returns the valid shared conditions of a folder, as if published. For a folder `rules/` or a single file,
 * they are in the folder around it. `rules lint` reports mistakes in the others.
 */
async function conditionsBeside(path: string): Promise<PublishedCondition[]> {
  const folder = (await isFolder(path)) ? path : dirname(path);
  const isInside = basename(resolve(folder)) === 'rules' && !(await isFolder(join(folder, 'conditions')));
  return (await findConditionFiles([isInside ? join(folder, '..') : folder])).flatMap(({ text }) => {
    const read = parseSharedCondition(jsonOf(text));
    return read.ok ? [{ id: read.document.id, version: 1, condition: read.document }] : [];
  });
}

/** Rules that a rule and its tests may name. */
interface NamedRules {
  /** Ids of the rules in the folder. */
  readonly ids: readonly string[];
  /** Ids of rules that shared conditions name. */
  readonly counted: readonly string[];
}

/** Returns the ids of the rules in the folder, or in the folder of a single file. */
async function rulesBeside(path: string, files: readonly RuleFile[]): Promise<readonly string[]> {
  const all = (await isFolder(path)) ? files : await findRuleFiles([dirname(path)]);
  return all.flatMap(({ text }) => idOf(text) ?? []);
}

/** Prints the reports for people: each case with the rule's sentence, then the totals. */
function printTestReports(
  terminal: Terminal,
  all: {
    readonly reports: readonly RuleTestReport[];
    /** Files of tests without a rule. */
    readonly orphans: readonly string[];
    readonly summary: RuleTestSummary;
  },
): void {
  const { colors } = terminal;
  const untestedRules = all.reports.filter((each) => each.state === 'no_tests');
  const isMany = untestedRules.length > 1;
  for (const report of all.reports) if (!isMany || report.state !== 'no_tests') printReport(terminal, report);
  for (const file of all.orphans)
    terminal.line(
      `${colors.red('✗')} ${colors.bold(file)}: there is no rule of that name beside it, so nothing was run.`,
    );
  const { ok, passed, failed, refused, untested } = all.summary;
  const parts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(untested > 0 ? [`${untested} ${untested === 1 ? 'rule' : 'rules'} without tests`] : []),
  ];
  if (isMany) {
    const names = untestedRules.map((each) => each.rule ?? each.file);
    terminal.line();
    printParagraph(terminal, `– no tests (a NAME.test.json beside NAME.json): ${names.join(', ')}`, {
      paint: colors.yellow,
    });
  }
  terminal.line(`\n${(ok ? colors.green : colors.red)(parts.join(', '))}`);
}

function printReport(terminal: Terminal, report: RuleTestReport): void {
  const { colors } = terminal;
  terminal.line(`\n${colors.bold(report.rule ?? report.file)} ${colors.dim(report.rule ? report.file : '')}`);
  if (report.state === 'no_tests')
    terminal.line(`  ${colors.yellow('–')} no tests: write some into ${testsOf(report.file)}`);
  printFindings(terminal, report.findings);
  for (const each of report.cases) printCase(terminal, each);
}

function printCase(terminal: Terminal, result: RuleTestResult): void {
  const { colors } = terminal;
  const { name, passed, expected, outcome, sentence, expectedSentence, hint } = result;
  terminal.line(`  ${passed ? colors.green('✓') : colors.red('✗')} ${name}`);
  if (outcome !== expected)
    terminal.line(`      ${colors.red(`expected ${inWords(expected)}, was ${inWords(outcome)}`)}`);
  if (expectedSentence !== undefined && expectedSentence !== sentence)
    terminal.line(`      ${colors.red(`expected “${expectedSentence}”`)}`);
  printParagraph(terminal, sentence, { indent: 6, ...(passed && { paint: colors.dim }) });
  if (hint !== undefined) printParagraph(terminal, hint, { indent: 6, paint: colors.yellow });
}

function inWords(outcome: string): string {
  return outcome.replaceAll('_', ' ');
}

/** The result of one rule file's tests. */
interface RuleTestReport {
  readonly file: string;
  /** Id of the rule; absent when the file is not a valid rule. */
  readonly rule?: string;
  /** `no_tests`: no file of tests. `refused`: the rule or its tests have mistakes, so nothing was run. */
  readonly state: 'tested' | 'no_tests' | 'refused';
  readonly findings: readonly Finding[];
  readonly cases: readonly RuleTestResult[];
}

/** Totals of all reports. */
interface RuleTestSummary {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly refused: number;
  /** Number of rules without tests. */
  readonly untested: number;
}

/** Runs the test cases that belong to a rule file. */
async function testRuleFile(
  file: RuleFile,
  reader: ServiceReader,
  beside: NamedRules,
): Promise<RuleTestReport> {
  const report = { file: file.path, findings: [], cases: [] };
  const findings = findingsIn(file, (json) => parseRule(json)).filter((each) => each.level === 'error');
  if (findings.length > 0) return { ...report, state: 'refused', findings };
  const rule = parseRule(JSON.parse(file.text));
  if (!rule.ok) return { ...report, state: 'refused' };
  const { id } = rule.document;
  const tests = await readTextIfThere(testsOf(file.path));
  if (!tests) return { ...report, rule: id, state: 'no_tests' };
  const warnings = findingsIn(file, () => ({
    ...rule,
    warnings: unknownRules(rule.document, { ids: beside.ids, where: 'in this folder' }),
  }));
  const known = [...beside.ids, ...beside.counted];
  const inTests = findingsIn(tests, (json) => {
    const read = parseRuleTests(json);
    if (!read.ok) return read;
    const { errors, warnings: unknown } = doubtfulTestNames(read.document, rule.document, known);
    return errors.length > 0 ? { ok: false, errors, warnings: unknown } : { ...read, warnings: unknown };
  });
  const said = [...warnings, ...inTests];
  if (said.some(({ level }) => level === 'error'))
    return { ...report, rule: id, state: 'refused', findings: said };
  const parsed = parseRuleTests(JSON.parse(tests.text));
  const cases: RuleTestResult[] = [];
  for (const test of parsed.ok ? parsed.document.tests : [])
    cases.push(await runRuleTest(rule.document, test, reader));
  return { ...report, rule: id, state: 'tested', findings: said, cases };
}

/** Counts the results. Rules without tests are not failures. */
function summaryOf(reports: readonly RuleTestReport[], orphans: readonly string[]): RuleTestSummary {
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
