import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { DigestOrigin } from '../../../store/digests/index.ts';
import { digestDocument, digestRun } from '../../support/digests/run.ts';
import { fleetStub, stubDriver } from '../../support/digests/fleetStub.ts';
import type { FleetStub } from '../../support/digests/fleetStub.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const NOW = { from: '2026-06-01', to: '2026-06-07' };
const BEFORE = { from: '2026-05-25', to: '2026-05-31' };

const database = useDatabase();
let stub: FleetStub;
beforeEach(() => {
  stub = fleetStub();
  stub.drivers.set(NOW.from, [stubDriver('d-1', { score: 80 })]);
});

const runOf = (document: JsonObject, of: { origin?: DigestOrigin; onlyTo?: readonly string[] } = {}) =>
  digestRun(database.db, {
    fleetId: randomUUID(),
    now: NOW,
    before: BEFORE,
    document: digestDocument(document),
    ...of,
    analytics: { baseUrl: 'http://service.example', apiKey: 'planted-key', fetch: stub.fetch },
  });

it('a digest that names routes alone asks the service nothing: its parts do', async () => {
  const run = await runOf({ to: ['route:lead', 'route:region'], slack: 'route:lead' });
  expect(await run.content()).toBeNull();
  expect(await run.compose()).toEqual({ drivers: null, caveats: 0 });
  expect(stub.calls).toEqual([]);
});

it.each([
  ['of somebody who gets it whole', { to: ['route:lead', 'head@example.com'] }, {}],
  ['of a channel that gets it whole', { to: ['route:lead'], slack: '#fleet' }, {}],
  ['of somebody for whom it was asked', { to: ['route:lead'] }, { onlyTo: ['me@example.com'] }],
  ['of a preview', { to: ['route:lead'] }, { origin: 'preview' as const }],
])('the whole digest %s is made', async (_whose, document, of) => {
  const run = await runOf(document, of);
  expect((await run.content()).fleet.name).toBe('The fleet');
  expect(stub.calls.some((call) => call.startsWith('/v3/drivers'))).toBe(true);
});
