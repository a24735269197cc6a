import { expect, it } from 'vitest';
import { digestDocument, digestRun } from '../../support/digests/run.ts';
import { digestDriverOf } from '../../support/digests/driverOf.ts';
import { keepDigestDrivers, noteDigestGathered } from '../../../store/digests/index.ts';
import { fleetStub } from '../../support/digests/fleetStub.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const DATES = {
  now: { from: '2026-06-01', to: '2026-06-07' },
  before: { from: '2026-05-25', to: '2026-05-31' },
};
const database = useDatabase();

/** Drivers of each kind: their scores in this period and the one before, and their trips in both. */
const KINDS = {
  fellBelow: { count: 12, now: 60, before: 80, trips: 5 },
  fellAbove: { count: 3, now: 80, before: 90, trips: 5 },
  lowAsBefore: { count: 2, now: 50, before: 50, trips: 5 },
  tooFewTrips: { count: 4, now: 10, before: 90, trips: 1 },
  rose: { count: 5, now: 90, before: 80, trips: 5 },
};

it('counts who fell or is below the threshold, each once, whatever the lists show', async () => {
  const fleetId = 'north';
  const analytics = { baseUrl: 'http://service.example', apiKey: 'planted-key', fetch: fleetStub().fetch };
  const document = digestDocument({ needs_attention_below: 70, min_trips: 3 });
  const run = await digestRun(database.db, { fleetId, analytics, ...DATES, document });
  for (const range of ['now', 'before'] as const) {
    const drivers = Object.entries(KINDS).flatMap(([kind, each]) =>
      Array.from({ length: each.count }, (_, at) =>
        digestDriverOf(`${kind}-${at}`, { score: each[range], tripCount: each.trips }),
      ),
    );
    await keepDigestDrivers(database.db, { fleetId, runId: run.runId, range, drivers });
    const gathering = { complete: true, drivers: drivers.length };
    await noteDigestGathered(database.db, { fleetId, id: run.runId, range, gathering });
  }
  const { drivers } = await run.content();
  expect(drivers?.fell).toMatchObject({ total: 15 });
  expect(drivers?.needAttention).toMatchObject({ total: 14 });
  expect(drivers?.coaching).toMatchObject({ value: 17 });
});
