/** Counts over whole days: alerts, deliveries, answers and dispositions. */
export { statisticsRoutes } from './statistics.ts';
