/** `tripline rules lint` and `rules test`, without a server. */
export { policyFindings, rotationFindings } from './crossFile.ts';
