import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** What the web server counts. No label holds an id from outside but the fleet's, which the configuration names. */
export interface ServerMetrics {
  readonly webhooks: Counter<'fleet' | 'status'>;
  readonly webhookSeconds: Histogram<'status'>;
  readonly tripsPutOff: Counter<'fleet'>;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

/** Registers the web server's metrics. */
export function createServerMetrics(registry: Registry): ServerMetrics {
  return {
    webhooks: new Counter({
      name: 'tripline_webhooks_total',
      help: 'Notifications by fleet and answer.',
      labelNames: ['fleet', 'status'],
      registers: [registry],
    }),
    webhookSeconds: new Histogram({
      name: 'tripline_webhook_seconds',
      help: 'Time from the last byte of a notification to its answer.',
      labelNames: ['status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    tripsPutOff: new Counter({
      name: 'tripline_trips_put_off_total',
      help: 'Announced trips that begin later, because their fleet announced more than its pace.',
      labelNames: ['fleet'],
      registers: [registry],
    }),
    requestSeconds: new Histogram({
      name: 'tripline_http_request_seconds',
      help: 'Time of a request by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    }),
  };
}
