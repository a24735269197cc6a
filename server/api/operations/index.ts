/** Routes for operators: alarms, the audit log, setup. */
export { alarmRoutes } from './alarms.ts';
export { auditRoutes } from './audit.ts';
export { setupRoutes } from './setup.ts';
