/** Assesses one trip in one transaction: note, claim, read, keep, evaluate, plan its deliveries. */
export { admitMatches } from './admit.ts';
export { createSuppressedAdmission } from './admitSuppressed.ts';
export { createAssessment } from './assess.ts';
export { completeByItself, decidedBefore, settled } from './assessment.ts';
export type { Assessment, DueDelivery, NotReadable, Settled } from './assessment.ts';
export { decideTrip, evaluateTrip } from './decide.ts';
export type { DecideInput } from './decide.ts';
export { recordAlerts } from './recordAlerts.ts';
export { createSimulations } from './simulate.ts';
