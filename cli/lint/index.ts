/** `tripline rules lint` and `rules test`, without a server. */
export { policyFindings, rotationFindings, routeFindings, routeRotationFindings } from './crossFile.ts';
