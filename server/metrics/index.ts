/** Prometheus metrics and what they read. */
export { registerCoverageMetrics } from './coverageMetrics.ts';
export { registerIncidentMetrics } from './incidentMetrics.ts';
export { registerQueried } from './lookedUpMetrics.ts';
export type { QueriedRows } from './lookedUpMetrics.ts';
export { createServerMetrics } from './metrics.ts';
export type { ServerMetrics } from './metrics.ts';
export { oneAtATime } from './oneAtATime.ts';
export { registerRetentionMetrics } from './retentionMetrics.ts';
