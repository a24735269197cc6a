/** Routes of alerts, and of what became of them: feedback and counts over whole days. */
export { feedbackRoutes } from './feedback.ts';
export { alertOnWire, alertRoutes, alertSchema } from './routes.ts';
export { statisticsRoutes } from './statistics.ts';
