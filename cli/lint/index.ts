/** The commands `tripline rules lint` and `rules test`, which need no server. */
export { policyFindings, rotationFindings, routeFindings, routeRotationFindings } from './crossFile.ts';
