import { setTimeout as pause } from 'node:timers/promises';
import type { Documents } from './oracle.ts';

/** The fields of a listed delivery that a run reads. */
export interface ListedDelivery {
  readonly id: string;
  readonly driver_id?: string;
  readonly trip_id?: string;
  readonly rule?: string;
  readonly action: string;
  readonly kind: string;
  readonly receiver: string;
  readonly state: string;
  /** When its outcome was recorded. */
  readonly at: string;
  readonly last_error?: string;
  readonly attempts: number;
}

/** The fleet's public API, used with an API token. */
export interface Api {
  publish(documents: Documents): Promise<void>;
  /** Uploads driver records. */
  importDirectory(drivers: readonly { readonly driver_id: string; readonly region: string }[]): Promise<void>;
  /** Has the fleet's groups read and waits for it, because a route by group uses its default until they are known. */
  readGroups(): Promise<void>;
  /** Returns the secret with which a receiver verifies the fleet's webhooks. */
  webhookSecret(origin: string): Promise<string>;
  /** Returns a page of deliveries, by state or by driver. */
  deliveries(query: Readonly<Record<string, string>>): Promise<readonly ListedDelivery[]>;
  /** Returns the number of trips that the running servers have delayed since their last start. */
  delayed(): Promise<number>;
}

const READ_WITHIN_MS = 60_000;
/** An arbitrary rule whose scope is a group. */
const ABOUT_GROUPS = {
  id: 'about-groups',
  name: 'About groups',
  severity: 'info',
  mode: 'live',
  scope: { groups: ['harbour'] },
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
  actions: [{ type: 'slack', channel: '#nobody' }],
};

/** @param args.servers tried in turn until one answers */
export function createApi(args: {
  readonly servers: readonly string[];
  readonly fleet: string;
  readonly token: string;
}): Api {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    let last: unknown;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const server = args.servers[attempt % args.servers.length]!;
      try {
        const answer = await fetch(`${server}/api/v1/fleets/${args.fleet}/${path}`, {
          method,
          headers: { authorization: `Bearer ${args.token}`, 'content-type': 'application/json' },
          signal: AbortSignal.timeout(10_000),
          ...(body && { body: JSON.stringify(body) }),
        });
        const said: unknown = await answer.json();
        if (answer.ok) return said;
        last = new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`);
        if (answer.status < 500) break;
      } catch (error) {
        last = error;
      }
      await pause(500);
    }
    throw last;
  }
  const publishOne = async (path: string, body: { readonly id: string }): Promise<void> => {
    await call('PUT', `${path}/${body.id}`, body);
    await call('POST', `${path}/${body.id}/publish`, { why: 'chaos' });
  };
  return {
    async webhookSecret(origin) {
      const answer = await call('GET', `webhook-secrets?origin=${encodeURIComponent(origin)}`);
      return (answer as { secret: string }).secret;
    },
    async delayed() {
      const counts = args.servers.map(async (server) => {
        const metrics = await (await fetch(`${server}/metrics`)).text();
        const [, count] = /^tripline_trips_delayed_total\{[^}]*\} (\d+)$/m.exec(metrics) ?? [];
        return Number(count ?? 0);
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    async publish({ rules, policies, routes }) {
      for (const route of routes) await publishOne('routes', route);
      for (const policy of policies) await publishOne('escalation-policies', policy);
      for (const rule of rules) await publishOne('rules', rule);
    },
    async importDirectory(drivers) {
      await call('POST', 'drivers/import', { drivers });
    },
    async readGroups() {
      const day = new Date().toISOString().slice(0, 10);
      // A back-test of a rule about groups reads the groups if they were never read.
      await call('POST', 'backtests', { rule: ABOUT_GROUPS, from: day, to: day });
      for (let waitedMs = 0; waitedMs < READ_WITHIN_MS; waitedMs += 500) {
        const { read_at: readAt } = (await call('GET', 'groups')) as { read_at?: string };
        if (readAt !== undefined) return;
        await pause(500);
      }
      throw new Error('The groups of the fleet were not read.');
    },
    async deliveries(query) {
      const listed = await call('GET', `deliveries?${new URLSearchParams(query).toString()}`);
      return (listed as { items: readonly ListedDelivery[] }).items;
    },
  };
}
