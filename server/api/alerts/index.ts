/** Routes of alerts, of people's feedback on them, and of their daily counts. */
export { feedbackRoutes } from './feedback.ts';
export { alertOnWire, alertRoutes, alertSchema } from './routes.ts';
export { statisticsRoutes } from './statistics.ts';
