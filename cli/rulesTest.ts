import { basename, dirname, join, resolve } from 'node:path';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../analytics/normalise.ts';
import type { ServiceReader } from '../rules/ruleTestRun.ts';
import { CommandError, EXIT } from './exit.ts';
import { isFolder, loneKind } from './folderKind.ts';
import { parseSharedCondition } from '../rules/schema.ts';
import type { PublishedCondition } from '../rules/schema.ts';
import { findConditionFiles, findRuleFiles, ruleOfTests, testsWithoutRule } from './ruleFiles.ts';
import { jsonOf } from './findings.ts';
import { printTestReports } from './ruleTestPrint.ts';
import { summaryOf, testRuleFile } from './ruleTestReport.ts';
import type { RuleTestReport } from './ruleTestReport.ts';
import { createTerminal } from './terminal.ts';

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
