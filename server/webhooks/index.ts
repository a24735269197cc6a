/** The webhook for `TRIP_SCORED`: checks the token, reads the body, and starts one workflow per trip. */
export {
  LARGEST_NOTIFICATION_BYTES,
  NOTIFICATION_ROOM,
  notAuthenticated,
  webhookRoutes,
} from './tripScored.ts';
