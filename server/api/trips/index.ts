/** Routes of trips, and of the service's notifications about them. */
export { deadLetterRoutes, notificationRoutes } from './notifications.ts';
export { tripPathRoutes } from './path.ts';
export { tripRoutes } from './routes.ts';
