/** One rule: what it says, what its draft would change, how it did, and every version that it had. */
export { RulePage } from './rulePage.tsx';
