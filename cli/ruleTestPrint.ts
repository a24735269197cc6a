import type { RuleTestResult } from '../rules/ruleTestRun.ts';
import { printParagraph } from './layout.ts';
import { testsOf } from './ruleFiles.ts';
import type { RuleTestReport, RuleTestSummary } from './ruleTestReport.ts';
import { printFindings } from './rulesLint.ts';
import type { Terminal } from './terminal.ts';

/** The reports for people: each case with what the rule said, then the sum. */
export function printTestReports(
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
