/** Prometheus metrics and what they read. */
export { createServerMetrics, oneAtATime, registerQueried } from './metrics.ts';
export type { QueriedRows, ServerMetrics } from './metrics.ts';
export { registerCoverageMetrics, registerIncidentMetrics, registerRetentionMetrics } from './stored.ts';
