import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server/main.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import { openDatabase } from '../../store/db/index.ts';
import { useDatabase } from '../support/store/useDatabase.ts';

const inTest = useDatabase();
/** Milliseconds that a scraper waits at most: Prometheus' default. */
const SCRAPE_MS = 10_000;

/** Starts a proxy before PostgreSQL. While it hangs, it accepts connections and queries, and never answers. */
async function startHangingProxy(postgresUrl: string) {
  const target = new URL(postgresUrl);
  const all = new Set<Socket>();
  const it = { hangs: false };
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      all.add(from);
      from.on('data', (bytes) => !it.hangs && to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const cut = (): void => {
    for (const socket of all) socket.destroy();
    all.clear();
  };
  return {
    url: url.href,
    hang: () => void (it.hangs = true),
    /** Drops the connections that hung, and accepts new ones. */
    comeBack(): void {
      it.hangs = false;
      cut();
    },
    async close() {
      cut();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

it('metrics are answered in time while the database hangs, with what needs none, and say which are missing', async () => {
  const proxy = await startHangingProxy(inTest.url);
  const database = openDatabase(proxy.url);
  const config = readConfig({
    FLEET_ID: 'north',
    WEBHOOK_TOKENS: 'planted-webhook-token',
    PORT: '0',
    TEMPORAL_ADDRESS: inject('temporalAddress'),
  });
  const server = await startServer({ config, database, log: pino({ level: 'silent' }) });
  const scrape = async (): Promise<string> =>
    (await fetch(`${server.url}/metrics`, { signal: AbortSignal.timeout(SCRAPE_MS) })).text();
  await raiseAlarm(inTest.db, { fleetId: 'north', kind: 'slack_access', message: 'One.', at: new Date() });
  const openAlarms = 'tripline_alarms{fleet="north",kind="slack_access"} 1';
  const failedIn = (text: string): number =>
    Number(/tripline_metric_queries_failed_total\{metric="tripline_alarms"\} (\d+)/.exec(text)?.[1] ?? 0);
  try {
    // A query that a busy machine makes late also fails, so this waits for two scrapes in a row without a failure.
    let failed = -1;
    await expect
      .poll(async () => {
        const before = failed;
        const text = await scrape();
        failed = failedIn(text);
        return { stands: text.includes(openAlarms), failedMeanwhile: failed - before };
      })
      .toEqual({ stands: true, failedMeanwhile: 0 });
    proxy.hang();
    const crowd = await Promise.all([scrape(), scrape(), scrape()]);
    for (const text of [...crowd, await scrape()]) expect(text).toContain('process_cpu_seconds_total');
    expect(failedIn(await scrape())).toBeGreaterThan(failed);
    proxy.comeBack();
    await raiseAlarm(inTest.db, { fleetId: 'north', kind: 'smtp_access', message: 'Two.', at: new Date() });
    await expect.poll(scrape).toContain('tripline_alarms{fleet="north",kind="smtp_access"} 1');
  } finally {
    proxy.comeBack();
    await server.close();
    await database.close();
    await proxy.close();
  }
});
