import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** Makes gauges whose values are looked up each time they are asked for; absent while that is not possible. */
export function lookedUpIn(registry: Registry) {
  return (it: {
    readonly name: string;
    readonly help: string;
    readonly labels: readonly string[];
    readonly rows: () => Promise<readonly (readonly [Record<string, string>, number])[]>;
  }): void => {
    const { name, help, labels, rows } = it;
    const gauge: Gauge = new Gauge({
      ...{ name, help, labelNames: labels, registers: [registry] },
      async collect() {
        const values = await rows().catch(() => []);
        gauge.reset();
        for (const [of, value] of values) gauge.set(of, value);
      },
    });
  };
}
