/** The start of a day: what is open, what is unusual, and what has to be set up or repaired. */
export { Overview } from './overview.tsx';
