import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Metrics of the web server. Their only label from outside is the fleet's id, which the configuration names. */
export interface ServerMetrics {
  readonly webhooks: Counter<'fleet' | 'status'>;
  readonly webhookSeconds: Histogram<'status'>;
  readonly tripsDelayed: Counter<'fleet'>;
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
    tripsDelayed: new Counter({
      name: 'tripline_trips_delayed_total',
      help: 'Received trips whose evaluation was delayed because their fleet exceeded its rate limit.',
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

/**
 * Shares a query between concurrent callers: callers that arrive while one is running get its result, so that only one runs at
 * a time. All of them get an error that it throws.
 */
export function oneAtATime<T>(query: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= query().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** A gauge's values by their labels. */
export type QueriedRows = readonly (readonly [Readonly<Record<string, string>>, number])[];

/** A gauge whose values are read at each scrape. */
interface QueriedGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Its values. While it fails, as when the database is unavailable, the gauge is without any. */
  readonly rows: () => Promise<QueriedRows>;
}

/** Milliseconds that a query may take, because a scraper waits for ten seconds by default, for all metrics together. */
const ANSWER_WITHIN_MS = 3_000;
/** Values up to this age are shown while a newer query is slow. */
const GOOD_FOR_MS = 600_000;

/**
 * Registers a gauge whose values are read at each scrape. While a query hangs, as when the database does, scrapes show the
 * last values for ten minutes, and then none. `tripline_metric_queries_failed_total` counts slow and failed queries.
 */
export function registerQueried(registry: Registry, it: QueriedGauge): void {
  const { name, help, labels } = it;
  const failed = failedQueries(registry);
  let good: { readonly rows: QueriedRows; readonly at: number } | undefined;
  // Concurrent scrapes share one query, because callers may read metrics often.
  const query = oneAtATime(async () => {
    const rows = await it.rows();
    good = { rows, at: performance.now() };
    return rows;
  });
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const found = await unlessLate(query());
      if (typeof found === 'string') failed.inc({ metric: name });
      gauge.reset();
      for (const [of, value] of valuesOf(found)) gauge.set({ ...of }, value);
    },
  });

  function valuesOf(found: QueriedRows | 'failed' | 'late'): QueriedRows {
    if (found === 'failed') return [];
    if (found !== 'late') return found;
    return good && performance.now() - good.at < GOOD_FOR_MS ? good.rows : [];
  }
}

/** One for all gauges of a registry. */
function failedQueries(registry: Registry): Counter {
  const name = 'tripline_metric_queries_failed_total';
  const present = registry.getSingleMetric(name);
  if (present instanceof Counter) return present;
  return new Counter({
    name,
    labelNames: ['metric'],
    registers: [registry],
    help: 'Queries for a metric that failed or took too long, by metric: its value is then absent or up to ten minutes old.',
  });
}

async function unlessLate(query: Promise<QueriedRows>): Promise<QueriedRows | 'failed' | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ANSWER_WITHIN_MS);
  });
  const done = query.catch(() => 'failed' as const);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
