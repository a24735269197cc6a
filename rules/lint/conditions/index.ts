/** The linter's checks of conditions: values, units, ranges and contradictions. */
export { lintConditions } from './conditions.ts';
export { conjunctionOf } from './conjunction.ts';
export { lintTogether } from './contradictions.ts';
export { lintDirection } from './direction.ts';
export { repeats, sameConditions, sameConditionsIssue } from './duplicates.ts';
export { lintFact } from './fact.ts';
export type { CheckPosition } from './fact.ts';
export { lintRange } from './range.ts';
export type { FactUse } from './reference.ts';
export { lintRun } from './run.ts';
export { lintUnits } from './units.ts';
export { comparisonsOf } from './traverse.ts';
