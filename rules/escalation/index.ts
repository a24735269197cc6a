/** The state machine of an escalation: the person on call, the step that is due, its receivers, and the effect of an answer. */
export { SNOOZE_MINUTES } from './answer.ts';
export { addressOf, ageToShow, placeOf, roundedPosition } from './incidentPlace.ts';
export type { IncidentPlace, PlaceAddress } from './incidentPlace.ts';
export { identityNamed, identityOf, peopleAt, peopleNamed, receiverHandedTo } from './people.ts';
export type { Identity } from './people.ts';
export { nextPage, previewChain } from './preview.ts';
export type { PreviewedPage } from './preview.ts';
export { chainsOf, namedReceivers, receiverListsOf, rotationsOf } from './receiverLists.ts';
export type { NamedReceiver, PolicyChain } from './receiverLists.ts';
export { hoursBetween, isInHours, pagesOf } from './pages.ts';
export type { Page } from './pages.ts';
export { hasIt, isOnePerson, transitionOf } from './answers.ts';
export type {
  AnswerKind,
  AnswerWay,
  Disposition,
  IncidentAnswer,
  IncidentState,
  Transition,
} from './answer.ts';
export { decideTick } from './tick.ts';
export type { IncidentClock, IncidentMove, IncidentTickInput } from './tick.ts';
