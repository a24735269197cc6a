import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../rules/vocabulary/index.ts';
import { ruleDocument } from '../../../rules/given.ts';
import { seedTrips } from '../../../support/store/storedFleet.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

let median = 0;

const server = useServer();
beforeAll(async () => {
  // Few, so that the second in which they have to be evaluated is enough on a busy machine.
  await seedTrips(server.db, { fleetId: 'north', trips: 120 });
  const { rows } = await sql<{ middle: number }>`
    select percentile_disc(0.5) within group (order by distance_km) as middle
    from trips where fleet_id = 'north'`.execute(server.db);
  median = rows[0]!.middle;
});

const OFTEN = /^the rule would have fired on \d+ % of the last 120 trips: check the direction/;
const far = (km: number, more: JsonObject = {}): JsonObject =>
  ruleDocument({
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThanInclusive', value: km }] },
    ...more,
  });

async function warnings(body: Json): Promise<readonly string[]> {
  const { json } = await server.api('POST', '/rules/validate', { body, token: TOKENS.viewer });
  expect(json).toMatchObject({ valid: true, errors: [] });
  const messages = (json['warnings'] as { message: string }[]).map(({ message }) => message);
  return messages.filter((message) => message.includes('would have fired'));
}

it('warns of a rule that would have fired on very many trips, when it is validated and when it is published', async () => {
  const [often] = await warnings(far(median));
  expect(often).toMatch(OFTEN);
  const share = Number(/(\d+) %/.exec(often!)![1]);
  expect(share).toBeGreaterThanOrEqual(50);
  const id = 'a-rule';
  await server.api('PUT', `/rules/${id}`, { body: far(median), token: TOKENS.editor });
  const published = await server.api('POST', `/rules/${id}/publish`, { body: {}, token: TOKENS.editor });
  expect(published).toMatchObject({
    status: 200,
    json: { version: 1, warnings: [{ pointer: '/conditions', message: often }] },
  });
});

it('counts the runs of a rule that alerts when it becomes true, and windows as a back-test does', async () => {
  const [often] = await warnings(far(0, { trigger: 'becomes_true' }));
  expect(often).toBeUndefined();
  const windowed = { fact: 'driver.events.count', params: { type: 'HARD_BRAKE', window: '7d' } };
  const counted = ruleDocument({
    conditions: { all: [{ ...windowed, operator: 'greaterThanInclusive', value: 0 }] },
  });
  expect(await warnings(counted)).toEqual(expect.arrayContaining([expect.stringMatching(OFTEN)]));
});

it('says nothing of a rule that fires seldom, is off, or whose fleet has no history', async () => {
  expect(await warnings(far(900))).toEqual([]);
  expect(await warnings(far(median, { mode: 'off' }))).toEqual([]);
  const south = { body: far(0), token: TOKENS.southAdmin, fleet: 'south' };
  const { json } = await server.api('POST', '/rules/validate', south);
  expect(json['valid']).toBe(true);
  expect(JSON.stringify(json)).not.toContain('would have fired');
});
