/** Routes of trips and of the notifications that announce them. */
export { deadLetterRoutes, notificationRoutes } from './notifications.ts';
export { tripPathRoutes } from './path.ts';
export { tripRoutes } from './routes.ts';
