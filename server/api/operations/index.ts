/** Routes for operators: coverage, backfills, alarms, audit, dead letters, erasures, digest runs. */
export { alarmRoutes } from './alarms.ts';
export { auditRoutes } from './audit.ts';
export { backfillRoutes } from './backfills.ts';
export { coverageRoutes } from './coverage.ts';
export { deadLetterRoutes, notificationRoutes } from './deadLetters.ts';
export { directoryRoutes } from './directory.ts';
export { driverRoutes } from './drivers.ts';
export { feedbackRoutes } from './feedback.ts';
export { outboxRoutes, withHiddenLinks } from './outbox.ts';
export { webhookSecretRoutes } from './webhookSecrets.ts';
