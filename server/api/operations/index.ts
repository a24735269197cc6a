/** Routes for operators: coverage, backfills, alarms, audit, dead letters, erasures, digest runs. */
export { alarmRoutes } from './alarms.ts';
export { auditRoutes } from './audit.ts';
export { backfillRoutes } from './backfills.ts';
export { coverageRoutes } from './coverage.ts';
export { deadLetterRoutes } from './deadLetters.ts';
export { driverRoutes } from './drivers.ts';
export { feedbackRoutes } from './feedback.ts';
export { notificationRoutes } from './notifications.ts';
export { outboxRoutes, withHiddenLinks } from './outbox.ts';
export { webhookSecretRoutes } from './webhookSecrets.ts';
