/** Routes for operators: coverage, backfills, alarms, audit, dead letters, drivers, erasures, setup, who is on call. */
export { alarmRoutes } from './alarms.ts';
export { auditRoutes } from './audit.ts';
export { backfillRoutes } from './backfills.ts';
export { channelRoutes } from './channels.ts';
export { coverageRoutes } from './coverage.ts';
export { deadLetterRoutes, notificationRoutes } from './deadLetters.ts';
export { directoryRoutes } from './directory.ts';
export { driverRoutes } from './drivers.ts';
export { feedbackRoutes } from './feedback.ts';
export { groupRoutes } from './groups.ts';
export { onCallRoutes } from './onCall.ts';
export { outboxRoutes } from './outbox.ts';
export { setupRoutes } from './setup.ts';
export { webhookSecretRoutes } from './webhookSecrets.ts';
