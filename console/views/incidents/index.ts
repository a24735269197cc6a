/** Incidents: the inbox, and one incident with all its events. */
export { Inbox } from './inbox.tsx';
export { IncidentPage } from './incidentPage.tsx';
