/** Assesses one trip in one transaction: note, claim, read, keep, evaluate, plan its deliveries. */
export { admitMatches } from './admitMatches.ts';
export { createAssessment } from './assess.ts';
export { completeByItself } from './completeByItself.ts';
export { decideTrip } from './decide.ts';
export type { DecideInput } from './decide.ts';
export { evaluateTrip } from './evaluateTrip.ts';
export { recordAlerts } from './recordAlerts.ts';
export { decidedBefore, settled } from './settled.ts';
export type { Assessment, DueDelivery, Settled } from './settled.ts';
export { createSimulations } from './simulate.ts';
