/**
 * Decides one trip: records and claims it, reads it, then in one transaction stores it, evaluates the rules and plans deliveries.
 * Raises the alarm about a driver whose trips come from a wrong clock.
 */
export { admitMatches } from './admit.ts';
export { createSuppressedAdmission } from './admitSuppressed.ts';
export { createAssessment } from './assess.ts';
export { completeByItself, decidedBefore, settled } from './assessment.ts';
export type { Assessment, DueDelivery, NotReadable, Settled } from './assessment.ts';
export { decideTrip, evaluateTrip } from './decide.ts';
export type { DecideInput } from './decide.ts';
export { recordAlerts } from './recordAlerts.ts';
export { createSimulations } from './simulate.ts';
