/** Routes of trips, alerts, deliveries, incidents, deletions, silences and explanations. */
export { alertRoutes } from './alerts.ts';
export { deletionRoutes } from './deletions.ts';
export { deliveryRoutes } from './deliveries.ts';
export { disposition } from './incidentSchemas.ts';
export { explanationRoutes } from './explanations.ts';
export { incidentRoutes } from './incidents.ts';
export { silenceRoutes } from './silences.ts';
export { tripPathRoutes } from './tripPath.ts';
export { tripRoutes } from './trips.ts';
