/** What all messages share: the card, quantities, times, links, escaping, colours. */
export { TRIP_PICTURE_CONTENT_ID } from './alert.ts';
export type { AlertEvent, AlertFact, AlertMessage, MessageFleet, MessageTrip } from './alert.ts';
export {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  driverLabel,
  eventRow,
  eventsTitle,
  factRows,
  firstFew,
  measureRows,
  tripRows,
} from './alertRows.ts';
export { POSSIBLE_REPEAT, cardHeading, restWords } from './card.ts';
export type { Card, CardAnswers, CardBlock, CardButton, CardItem, Row } from './card.ts';
export { deliveryReference, messageId } from './deliveryReference.ts';
export {
  actionWords,
  auditWords,
  deletionReasonWords,
  deliveryLook,
  reasonWords,
  scoresWords,
} from './deliveryWords.ts';
export { eventWords } from './eventWords.ts';
export { Html, escapeHtml, markup, pngSource, safeHref, safeImageSource } from './html.ts';
export type { HtmlValue } from './html.ts';
export { mapLink } from './mapLink.ts';
export { DARK, FONT, LIGHT } from './palette.ts';
export type { Scheme, Tone } from './palette.ts';
export { cutTo, manyLines, oneLine } from './plainText.ts';
export {
  formatDistance,
  formatDuration,
  formatNumber,
  formatScore,
  formatSpeed,
  formatValue,
} from './quantity.ts';
export { serviceAnswerWords } from './serviceAnswer.ts';
export { SEVERITIES } from './severity.ts';
export {
  LINK_KEY_NAME,
  answerLinks,
  isExpired,
  tripLinks,
  unsubscribeLinks,
  withoutActingLinks,
} from './signedLink.ts';
export type { AnswerLink, SignedLinks, TripLink, UnsubscribeLink } from './signedLink.ts';
export { OUTCOMES, TRIP_STATES } from './stateWords.ts';
export type { DeliveryState, TripState } from './stateWords.ts';
export { stopWord } from './stopWord.ts';
export {
  formatClock,
  formatInstant,
  formatMoment,
  formatNear,
  formatOwnClock,
  formatOwnInstant,
  formatSpan,
  isOnClockOf,
} from './time.ts';
export { shownReceiver, webhookHost } from './webhookHost.ts';
