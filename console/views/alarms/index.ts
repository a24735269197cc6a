/** Alarms: what is wrong with Tripline or its connections, and what to do. */
export { Alarms } from './alarms.tsx';
