/** The rules of a fleet: what runs, how much it alerts, and how often it was right. */
export { RuleList } from './ruleList.tsx';
