/** The list of a fleet's rules, with their modes, their alerts per week, and the share of confirmed incidents. */
export { RuleList } from './ruleList.tsx';
