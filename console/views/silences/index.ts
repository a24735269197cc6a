/** Silences: which alerts are not sent for a while, why, and until when. */
export { Silences } from './silences.tsx';
