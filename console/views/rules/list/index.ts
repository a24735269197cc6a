/** The rules of a fleet: their modes, their alerts a week, and the share of confirmed incidents. */
export { RuleList } from './ruleList.tsx';
