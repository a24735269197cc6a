/** Deletions of trips that rules request: the admins' decisions, and the outcomes. */
export { Deletions } from './deletions.tsx';
