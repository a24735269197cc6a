/**
 * The state machine of an escalation: the order of its steps, the step that is due, its receivers, and the effect of an answer.
 */
export { SNOOZE_MINUTES } from './answerTypes.ts';
export { addressOf, ageToShow, placeOf, roundedPosition } from './incidentPlace.ts';
export type { IncidentPlace, PlaceAddress } from './incidentPlace.ts';
export { identityNamed, identityOf, peopleAt, peopleNamed, receiverHandedTo } from './people.ts';
export type { Identity } from './people.ts';
export { nextPage, previewChain } from './preview.ts';
export type { PreviewedPage } from './preview.ts';
export { chainsOf, namedReceivers, receiverListsOf, rotationsOf } from './receiverLists.ts';
export type { NamedReceiver, PolicyChain } from './receiverLists.ts';
export { hoursBetween, isInHours, pagesOf } from './chain.ts';
export type { Page } from './chain.ts';
export { hasIt, isOnePerson, transitionOf } from './answerEffects.ts';
export type {
  AnswerKind,
  AnswerWay,
  Disposition,
  IncidentAnswer,
  IncidentState,
  Transition,
} from './answerTypes.ts';
export { decideTick } from './tick.ts';
export type { IncidentClock, IncidentMove, IncidentTickInput } from './tick.ts';
