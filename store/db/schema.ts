import type { Kysely, Transaction } from 'kysely';
import type {
  AlarmMessagesTable,
  AlertsTable,
  AuditTable,
  BackfillDriversTable,
  BackfillsTable,
  BacktestPartsTable,
  BacktestsTable,
  DeadLettersTable,
  DecisionsTable,
  DeletionsTable,
  DeliveriesTable,
  DigestDriversTable,
  DigestRunsTable,
  DigestUnsubscribesTable,
  DocumentVersionsTable,
  PublishedDocumentMarksTable,
  DocumentsTable,
  DriverDirectoryTable,
  DriverGroupsTable,
  DriverReadingsTable,
  ErasedDriversTable,
  ErasuresTable,
  FleetAlarmsTable,
  FleetsTable,
  TripTombstonesTable,
  GroupRefreshesTable,
  IncidentAlertsTable,
  IncidentEventsTable,
  IncidentsTable,
  InstanceKeysTable,
  LiveEventsTable,
  NotificationsTable,
  OneTimeCodesTable,
  OutboxTable,
  PersonalTokensTable,
  ReconcileDriversTable,
  ReconcileFleetsTable,
  ReconcileRunsTable,
  RetentionCountsTable,
  ScoreReadingsTable,
  ServiceTripsTable,
  SessionsTable,
  SignInAttemptsTable,
  SilencesTable,
  SimulationsTable,
  SlackChannelsTable,
  RateLimitsTable,
  SlackPeopleTable,
  SpentLogoutTokensTable,
  IdempotencyKeysTable,
  TemporalRequestsTable,
  TripEventsTable,
  TripPathsTable,
  TripSnapshotsTable,
  TripsTable,
  UserGrantsTable,
  UsersTable,
  GoneAddressesTable,
  WebhookSecretGenerationsTable,
} from '../tables/index.ts';

/** An open database. */
export interface Database {
  readonly db: Db;
  /** Answers when PostgreSQL does; throws what the connection threw otherwise. */
  ping(): Promise<void>;
  /**
   * Runs work that only reads, on connections of its own, whose statements end after five seconds with an error that
   * `isDatabaseUnavailable` recognises.
   */
  reading<T>(work: () => Promise<T>): Promise<T>;
  /** Closes every connection. May be called twice. */
  close(): Promise<void>;
}

/**
 * Every table, with columns in camelCase (snake_case in the database). Every row belongs to a fleet, except `instanceKeys`
 * and what belongs to a person who may have several fleets: `users`, `sessions`, and what signs them in and out. Positions live in `tripEvents`, `tripPaths`, `tripSnapshots`, in the body of a dead letter or of an unknown
 * notification, in the input of a simulation and in the outbox's pictures, perhaps in what the service adds to a trip
 * (`extra`); nowhere else. docs/privacy.md lists what is stored about drivers, and for how long.
 */
export interface Schema {
  fleets: FleetsTable;
  notifications: NotificationsTable;
  trips: TripsTable;
  tripEvents: TripEventsTable;
  tripPaths: TripPathsTable;
  driverReadings: DriverReadingsTable;
  deadLetters: DeadLettersTable;
  decisions: DecisionsTable;
  alerts: AlertsTable;
  deliveries: DeliveriesTable;
  outbox: OutboxTable;
  silences: SilencesTable;
  documents: DocumentsTable;
  publishedDocumentMarks: PublishedDocumentMarksTable;
  documentVersions: DocumentVersionsTable;
  audit: AuditTable;
  fleetAlarms: FleetAlarmsTable;
  alarmMessages: AlarmMessagesTable;
  simulations: SimulationsTable;
  instanceKeys: InstanceKeysTable;
  deletions: DeletionsTable;
  tripSnapshots: TripSnapshotsTable;
  groupRefreshes: GroupRefreshesTable;
  driverGroups: DriverGroupsTable;
  driverDirectory: DriverDirectoryTable;
  scoreReadings: ScoreReadingsTable;
  slackChannels: SlackChannelsTable;
  backtests: BacktestsTable;
  backtestParts: BacktestPartsTable;
  backfills: BackfillsTable;
  backfillDrivers: BackfillDriversTable;
  incidents: IncidentsTable;
  incidentAlerts: IncidentAlertsTable;
  incidentEvents: IncidentEventsTable;
  slackPeople: SlackPeopleTable;
  rateLimits: RateLimitsTable;
  digestRuns: DigestRunsTable;
  digestDrivers: DigestDriversTable;
  digestUnsubscribes: DigestUnsubscribesTable;
  reconcileFleets: ReconcileFleetsTable;
  reconcileRuns: ReconcileRunsTable;
  reconcileDrivers: ReconcileDriversTable;
  serviceTrips: ServiceTripsTable;
  tripTombstones: TripTombstonesTable;
  erasedDrivers: ErasedDriversTable;
  erasures: ErasuresTable;
  retentionCounts: RetentionCountsTable;
  goneAddresses: GoneAddressesTable;
  webhookSecretGenerations: WebhookSecretGenerationsTable;
  temporalRequests: TemporalRequestsTable;
  idempotencyKeys: IdempotencyKeysTable;
  users: UsersTable;
  userGrants: UserGrantsTable;
  sessions: SessionsTable;
  personalTokens: PersonalTokensTable;
  signInAttempts: SignInAttemptsTable;
  spentLogoutTokens: SpentLogoutTokensTable;
  oneTimeCodes: OneTimeCodesTable;
  liveEvents: LiveEventsTable;
}

/** The database. A transaction is accepted wherever a `Db` is. */
export type Db = Kysely<Schema>;

/** An open transaction: the type of functions that make sense only as a part of one. */
export type Tx = Transaction<Schema>;
