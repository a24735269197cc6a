import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { oneAtATime } from './oneAtATime.ts';

/** A gauge's values by their labels. */
export type QueriedRows = readonly (readonly [Readonly<Record<string, string>>, number])[];

/** A gauge whose values are looked up when somebody asks for them. */
export interface QueriedGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Its values. While it fails, as when the database is away, the gauge is without any. */
  readonly rows: () => Promise<QueriedRows>;
}

/** Whoever scrapes waits for ten seconds by default, for all metrics together. */
const ANSWER_WITHIN_MS = 3_000;
/** Values that were looked up so long ago stand in for those of a look that takes its time. */
const GOOD_FOR_MS = 600_000;

/**
 * Registers a gauge whose values are looked up each time they are asked for. A look that takes long, as when the database hangs,
 * keeps nobody: the last values are shown once more, for ten minutes, and then none. `tripline_metric_looks_failed_total` counts
 * such looks, and those that failed.
 */
export function registerQueried(registry: Registry, it: QueriedGauge): void {
  const { name, help, labels } = it;
  const failed = failedLooks(registry);
  let good: { readonly rows: QueriedRows; readonly at: number } | undefined;
  // Whoever may read metrics may read them often.
  const look = oneAtATime(async () => {
    const rows = await it.rows();
    good = { rows, at: performance.now() };
    return rows;
  });
  const gauge: Gauge = new Gauge({
    ...{ name, help, labelNames: labels, registers: [registry] },
    async collect() {
      const found = await unlessLate(look());
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
function failedLooks(registry: Registry): Counter {
  const name = 'tripline_metric_looks_failed_total';
  const present = registry.getSingleMetric(name);
  if (present instanceof Counter) return present;
  return new Counter({
    ...{ name, labelNames: ['metric'], registers: [registry] },
    help: 'Looks for the values of a metric that failed or took too long, by metric: it is absent then, or up to ten minutes old.',
  });
}

async function unlessLate(look: Promise<QueriedRows>): Promise<QueriedRows | 'failed' | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ANSWER_WITHIN_MS);
  });
  const done = look.catch(() => 'failed' as const);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
