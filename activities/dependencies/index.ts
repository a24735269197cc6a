/** Dependencies of all activities: database, circuit breakers, alarms, senders, clock. */
export { createFleetAlarms } from './alarms.ts';
export type { AlarmKind, FleetAlarms } from './alarms.ts';
export { BREAKER_TIMES, createBreaker, createBreakers } from './breaker.ts';
export type { Asking, Breaker, BreakerKey, Breakers, Met, ReceiverKind } from './breaker.ts';
export {
  NoAnalyticsError,
  UnknownFleetError,
  analyticsOf,
  connectionsOf,
  createTripStarter,
} from './dependencies.ts';
export type {
  ActivityDependencies,
  ChannelSender,
  ChannelSenders,
  FleetConnections,
} from './dependencies.ts';
export type {
  ComposedMessage,
  DeliveryChannel,
  DeliveryInput,
  DigestToSend,
  LookupResult,
  SendingHold,
  ToDeliver,
  UnmarkedMessage,
} from './delivery.ts';
export type { GeoPosition, Geocoder, MapTiles, Maps } from './maps.ts';
export { createServiceEvidence } from './serviceHealth.ts';
export type { ServiceEvidence } from './serviceHealth.ts';
export type {
  ChannelLookup,
  TimedOut,
  SlackLookup,
  SlackPersonInfo,
  SlackContent,
  SlackPost,
  SlackSearch,
  SlackSender,
} from './slack.ts';
