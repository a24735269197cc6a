/** Alarms: problems of Tripline or its connections, with remedies. */
export { Alarms } from './alarms.tsx';
