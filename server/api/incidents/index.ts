/** Routes of incidents: list, show, answer. */
export { incidentPlaceRoutes } from './place.ts';
export { incidentRoutes } from './routes.ts';
export { disposition } from './schemas.ts';
