/** Reasons that no alert was sent for a driver, a day and a rule: the stages from the trip to its message, and their results. */
export { explainDay } from './day.ts';
export type { DayToExplain, ExplainedDay } from './day.ts';
export { STAGES } from './stages.ts';
export type { Stage, StageAnswer, StageState } from './stages.ts';
export type { DeliveryToExplain, RuleToExplain, TripToExplain } from './tripToExplain.ts';
export type { ExplainedTrip } from './trip.ts';
