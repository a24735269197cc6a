/** `TRIP_SCORED` in: token, body, one workflow a trip. */
export {
  LARGEST_NOTIFICATION_BYTES,
  NOTIFICATION_ROOM,
  notAuthenticated,
  webhookRoutes,
} from './tripScored.ts';
