/** Prometheus metrics and what they read. */
export { registerCoverageMetrics } from './coverageMetrics.ts';
export { registerIncidentMetrics } from './incidentMetrics.ts';
export { registerLookedUp } from './lookedUpMetrics.ts';
export type { LookedUpRows } from './lookedUpMetrics.ts';
export { createServerMetrics } from './metrics.ts';
export type { ServerMetrics } from './metrics.ts';
export { oneAtATime } from './oneAtATime.ts';
export { registerRetentionMetrics } from './retentionMetrics.ts';
