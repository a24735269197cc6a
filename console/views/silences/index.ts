/** Silences: which alerts are not sent for a while, the reason, and the end. */
export { Silences } from './silences.tsx';
