/** Deletions of trips that rules request: approved or rejected by admins, and what became of them. */
export { Deletions } from './deletions.tsx';
