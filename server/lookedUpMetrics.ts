import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { oneAtATime } from './oneAtATime.ts';

/** A gauge whose values are looked up when somebody asks for them. */
export interface LookedUpGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Its values by their labels. While it fails, as when the database is away, the gauge is without any. */
  readonly rows: () => Promise<readonly (readonly [Readonly<Record<string, string>>, number])[]>;
}

/** Registers a gauge whose values are looked up each time they are asked for. */
export function registerLookedUp(registry: Registry, it: LookedUpGauge): void {
  const { name, help, labels } = it;
  // Whoever may read metrics may read them often.
  const rows = oneAtATime(it.rows);
  const gauge: Gauge = new Gauge({
    ...{ name, help, labelNames: labels, registers: [registry] },
    async collect() {
      const values = await rows().catch(() => []);
      gauge.reset();
      for (const [of, value] of values) gauge.set({ ...of }, value);
    },
  });
}
