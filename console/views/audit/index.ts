/** The audit log: who did what, when and why. */
export { AuditLog } from './audit.tsx';
