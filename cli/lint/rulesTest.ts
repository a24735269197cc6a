import { basename, dirname, join, resolve } from 'node:path';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../analytics/index.ts';
import type { RuleTestResult, ServiceReader } from '../../rules/testing/index.ts';
import { parseSharedCondition } from '../../rules/lint/index.ts';
import type { PublishedCondition } from '../../rules/lint/index.ts';
import { CommandError, EXIT, createTerminal, printParagraph } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import {
  findConditionFiles,
  findRuleFiles,
  isFolder,
  jsonOf,
  loneKind,
  ruleOfTests,
  testsOf,
  testsWithoutRule,
} from '../files/index.ts';
import { printFindings } from './rulesLint.ts';
import { summaryOf, testRuleFile } from './ruleTestReport.ts';
import type { RuleTestReport, RuleTestSummary } from './ruleTestReport.ts';

/** Trips and readings as the service sends them, through the one normaliser. */
const reader: ServiceReader = {
  trip: (driverId, body) => normaliseTrip(driverId, undefined, body),
  driver: normaliseDriver,
  fleet: normaliseFleet,
};

/**
 * Runs the `NAME.test.json` beside each rule: what must it do with which trip. Nothing is asked of a server.
 * @param path a folder of rules, a rule file, or the file of its tests
 * @returns 1 when a case fails, a file has a mistake, or tests have no rule; rules without tests are only told
 */
export async function testRules(path: string, options: { readonly json?: boolean }): Promise<number> {
  const lone = await loneKind(path);
  if (lone && lone.folder !== 'rules')
    throw new CommandError(
      `${path} holds ${lone.folder}, and only rules have tests: name the folder of rules, or the one that holds ${lone.folder}/ and rules/.`,
    );
  const files = await findRuleFiles([ruleOfTests(path)]);
  const reports: RuleTestReport[] = [];
  const conditions = await conditionsBeside(path);
  for (const file of files) reports.push(await testRuleFile(file, { ...reader, conditions }));
  const orphans = await testsWithoutRule(path);
  const summary = summaryOf(reports, orphans);
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify({ ...summary, rules: reports, orphans }, undefined, 2));
  else printTestReports(terminal, { reports, orphans, summary });
  return summary.ok ? EXIT.ok : EXIT.problems;
}

/**
 * The shared conditions in the folder, or beside the rules' folder or file that is named, each as if published; `rules lint`
 * says what is wrong with the others.
 */
async function conditionsBeside(path: string): Promise<PublishedCondition[]> {
  const folder = (await isFolder(path)) ? path : dirname(path);
  const isInside = basename(resolve(folder)) === 'rules' && !(await isFolder(join(folder, 'conditions')));
  return (await findConditionFiles([isInside ? join(folder, '..') : folder])).flatMap(({ text }) => {
    const read = parseSharedCondition(jsonOf(text));
    return read.ok ? [{ id: read.document.id, version: 1, condition: read.document }] : [];
  });
}

/** The reports for people: each case with what the rule said, then the sum. */
function printTestReports(
  terminal: Terminal,
  all: {
    readonly reports: readonly RuleTestReport[];
    /** Files of tests whose rule is not there. */
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
      `${colors.red('✗')} ${colors.bold(file)}: no rule of that name stands beside it, so nothing was run.`,
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
