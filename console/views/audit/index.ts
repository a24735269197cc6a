/** The audit log: actors, actions, times and reasons. */
export { AuditLog } from './audit.tsx';
