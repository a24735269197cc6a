/** The rows of every table as types. */
export type { AlarmDetails, AlarmMessagesTable, FleetAlarmsTable } from './alarms.ts';
export type {
  BackfillDriversTable,
  BackfillProblem,
  BackfillRefusal,
  BackfillState,
  BackfillsTable,
} from './backfills.ts';
export type { BacktestPartsTable, BacktestState, BacktestsTable } from './backtests.ts';
export type {
  ReconcileDriversTable,
  ReconcileFleetsTable,
  ReconcileRunsTable,
  ServiceTripsTable,
} from './coverage.ts';
export type {
  AlertState,
  AlertsTable,
  DecisionsTable,
  DeliveriesTable,
  DeliveryAction,
  DeliveryState,
  OutboxTable,
} from './decisions.ts';
export type { DeletionState, DeletionsTable, ServiceAnswer, TripSnapshotsTable } from './deletions.ts';
export type {
  DigestDriversTable,
  DigestGathering,
  DigestOrigin,
  DigestRange,
  DigestRunState,
  DigestRunsTable,
  DigestUnsubscribesTable,
} from './digests.ts';
export type {
  AuditTable,
  DocumentKind,
  DocumentVersionsTable,
  PublishedDocumentMarksTable,
  DocumentsTable,
  InstanceKeysTable,
  SimulationsTable,
} from './documents.ts';
export type { DriverDirectoryTable } from './drivers.ts';
export type { DriverGroupsTable, GroupRefreshesTable, ScoreReadingsTable } from './groups.ts';
export type {
  OneTimeCodesTable,
  PersonalTokensTable,
  SessionsTable,
  SignInAttemptsTable,
  SpentLogoutTokensTable,
  UserGrantsTable,
  UserRole,
  UsersTable,
} from './identity.ts';
export type {
  IncidentAlertsTable,
  IncidentEventKind,
  IncidentEventsTable,
  IncidentsTable,
} from './incidents.ts';
export type { LiveEventKind, LiveEventsTable } from './live.ts';
export type { SilencesTable } from './noise.ts';
export type {
  ErasedDriversTable,
  ErasuresTable,
  TripTombstonesTable,
  RetentionCountsTable,
} from './retention.ts';
export type { SlackChannelsTable, RateLimitsTable, SlackPeopleTable } from './slackChannels.ts';
export type { IdempotencyKeysTable } from './idempotencyKeys.ts';
export type { RequestKind, TemporalRequestsTable } from './temporalRequests.ts';
export type {
  DeadLettersTable,
  DriverReadingsTable,
  FleetsTable,
  NotificationSource,
  NotificationsTable,
  TripEventsTable,
  TripClock,
  TripKey,
  TripPathsTable,
  TripState,
  TripsTable,
} from './trips.ts';
export type { GoneAddressesTable, WebhookSecretGenerationsTable } from './webhooks.ts';
