/** Parts that all messages share: the card, quantities, times, links, escaping, colours. */
export { TRIP_PICTURE_CONTENT_ID } from './alertMessage.ts';
export type { AlertEvent, AlertFact, AlertMessage, MessageFleet, MessageTrip } from './alertMessage.ts';
export {
  LONGEST_SENTENCE,
  eventRow,
  eventWords,
  eventsTitle,
  factRows,
  firstFew,
  measureRows,
  tripRows,
} from './alertRows.ts';
export { cardHeading, restWords } from './card.ts';
export type {
  Brand,
  Card,
  CardAnswers,
  CardBlock,
  CardButton,
  CardItem,
  CardLink,
  NamedPerson,
  Row,
} from './card.ts';
export { BYTE_ORDER_MARK, csvLine, textCell } from './csv.ts';
export {
  actionWords,
  auditWords,
  deletionReasonWords,
  deliveryBadge,
  deliveryReference,
  messageId,
  reasonWords,
  scoresWords,
  shownReceiver,
  webhookHost,
} from './deliveryWords.ts';
export { LONGEST_NAME, driverLabel, messageDriver, phoneRow, vehicleRow } from './driver.ts';
export type { MessageDriver } from './driver.ts';
export { Html, escapeHtml, markup, pngSource, safeHref, safeImageSource, safeLogoSource } from './html.ts';
export type { HtmlValue } from './html.ts';
export {
  LINK_KEY_NAME,
  LINK_VALID_SECONDS,
  answerLinks,
  digestLinks,
  isExpired,
  mapLink,
  telLink,
  tripLinks,
  unsubscribeLinks,
  withoutActingLinks,
} from './links.ts';
export type { AnswerLink, DigestLink, SignedLinks, TripLink, UnsubscribeLink } from './links.ts';
export { stopWord, stopWords, unsuppressedWords } from './notSentReason.ts';
export type { AlertToDescribe } from './notSentReason.ts';
export { DARK, FONT, LIGHT, severityBadge } from './palette.ts';
export type { Scheme, Tone } from './palette.ts';
export { cutTo, manyLines, oneLine, visible } from './plainText.ts';
export {
  formatDistance,
  formatDuration,
  formatNumber,
  formatScore,
  formatSpeed,
  formatValue,
  unbroken,
} from './quantity.ts';
export { stateBadge, tripHelp, tripReasonWords } from './stateWords.ts';
export type { DeliveryState, TripState } from './stateWords.ts';
export {
  formatClock,
  formatDay,
  formatInstant,
  formatMoment,
  formatNear,
  formatOwnClock,
  formatOwnInstant,
  formatSpan,
  formatWeekdayTime,
  isOnClockOf,
  knownZone,
} from './time.ts';
