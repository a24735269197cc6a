/** What people read of one driver's data: what an erasure waits for. */
export { openMattersWords } from './openMatters.ts';
export type { OpenMatters } from './openMatters.ts';
