import { setTimeout as pause } from 'node:timers/promises';

// Sends the requests of one fleet's users from a separate process, until it is stopped.
// Arguments: the name of an attack, and the server's address. Tokens are `planted-token-loud-{role}-{0..9}`.

const TOKENS = 10;
const [name = '', url = ''] = process.argv.slice(2);
const api = `${url}/api/v1/fleets/loud`;
const auth = (role: string, at: number) => ({
  authorization: `Bearer planted-token-loud-${role}-${at % TOKENS}`,
});
const json = { 'content-type': 'application/json' };
const statuses = new Map<number, number>();

async function send(path: string, init: RequestInit): Promise<void> {
  const response = await fetch(`${api}${path}`, init).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  const status = response?.status ?? 0;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status === 429 || status === 0) await pause(20);
}

/** Sends one request after the other over each of `connections`. */
function over(connections: number, one: (at: number, turn: number) => Promise<void>): void {
  for (let at = 0; at < connections; at += 1)
    void (async () => {
      for (let turn = 0; ; turn += 1) await one(at, turn);
    })();
}

const RULE = {
  id: 'loud-rule',
  name: 'Loud',
  severity: 'info',
  mode: 'shadow',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
  actions: [{ type: 'slack', channel: '#loud' }],
};

const ATTACKS: Readonly<Record<string, () => void>> = {
  'nothing, for comparison': () => undefined,
  'driver searches, 100 at once': () =>
    over(100, (at, turn) => send(`/drivers?search=${encodeURIComponent(`zzz ${at} ${turn}`)}`, { headers: auth('viewer', at) })),
  'live events resumed from an early position': () => {
    const early = process.env['EARLY_POSITION'] ?? '';
    over(100, async (at) => {
      const stop = AbortSignal.timeout(500);
      await send('/events', { headers: { ...auth('viewer', at), 'last-event-id': early }, signal: stop });
    });
  },
  '50 streams of each of ten tokens': () => {
    for (let at = 0; at < 500; at += 1) void send('/events', { headers: auth('viewer', at) });
  },
  'simulations of 6 MB of ten tokens': () => {
    const filler = Array.from({ length: 60_000 }, (_each, index) => ({ latitude: index / 1e4, longitude: 13.1, timestamp: '2026-11-20T10:00:00+01:00' }));
    const trip = { driver_id: 'd', trip_id: '1', info: { distance_km: 5 }, simple_path: filler };
    const body = JSON.stringify({ rule: RULE, trip });
    over(40, (at) => send('/simulations', { method: 'POST', headers: { ...auth('editor', at), ...json }, body }));
  },
  'drafts of 900 kB of ten tokens': () => {
    const filled = (id: string) => JSON.stringify({ ...RULE, id, description: 'x'.repeat(900_000) });
    over(40, (at, turn) => send(`/rules/loud-${at}-${turn % 50}`, { method: 'PUT', headers: { ...auth('editor', at), ...json }, body: filled(`loud-${at}-${turn % 50}`) }));
  },
}; // prettier-ignore

process.on('disconnect', () => process.exit());
process.on('message', () => process.send!(Object.fromEntries(statuses)));
ATTACKS[name]!();
