/** Incidents: the inbox, and one incident with everything that happened. */
export { Inbox } from './inbox.tsx';
export { IncidentPage } from './incidentPage.tsx';
