/** The state machine of an escalation: who is on call, which step is due, who is paged. */
export { pagesOf } from './escalation.ts';
export type { Page } from './escalation.ts';
export { receiverHandedTo } from './handedTo.ts';
export { hoursBetween, hoursInWords, isInHours } from './hours.ts';
export { placeOf } from './incidentPlace.ts';
export type { IncidentPlace } from './incidentPlace.ts';
export { decideTick } from './incidentTurn.ts';
export type { IncidentClock, IncidentMove, IncidentTickInput, SkipReason } from './incidentTurn.ts';
export { personOnShift, shiftsBetween } from './onCall.ts';
export type { Turn } from './onCall.ts';
export { resolvePage, rotationsNamed } from './pageReceivers.ts';
export type { PageReceiver, ResolvedPage } from './pageReceivers.ts';
export { identityNamed, identityOf, peopleAt, peopleNamed } from './person.ts';
export type { Identity } from './person.ts';
export {
  chainsOf,
  namedReceivers,
  receiverKey,
  receiverListsOf,
  rotationOf,
  rotationsOf,
} from './policyReceivers.ts';
export type { NamedReceiver, PolicyChain } from './policyReceivers.ts';
