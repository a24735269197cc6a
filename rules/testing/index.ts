/** Runs rule tests: cases with a trip and the expected decision. */
export { doubtfulTestNames } from './doubtfulNames.ts';
export { decideTest, runRuleTest } from './ruleTestRun.ts';
export type { RuleTestResult, ServiceReader } from './ruleTestRun.ts';
export { parseRuleTests, ruleTestsSchema } from './ruleTests.ts';
export { countAlertsInWindow, countInWindow } from './windowCount.ts';
