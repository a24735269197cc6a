/** Alerts: every match of a rule, whether it was sent, and why not. */
export { Alerts } from './alerts.tsx';
