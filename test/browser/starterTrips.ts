import { readFileSync, readdirSync } from 'node:fs';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../analytics/index.ts';
import { publishStarterRules } from '../../cli/dev/index.ts';
import { parseRule } from '../../rules/lint/index.ts';
import { decideTest, parseRuleTests } from '../../rules/testing/index.ts';
import { recordAlert } from '../../store/alerts/index.ts';
import type { Db } from '../../store/db/index.ts';
import { planDelivery } from '../../store/deliveries/index.ts';
import { claimTrip, keepTrip, recordDecision } from '../../store/trips/index.ts';

const fleetId = 'north';
const RULES = new URL('../../rules/examples/rules/', import.meta.url);
/** Kinds of messages about a trip. */
const MESSAGES = [
  ...(['alert', 'coaching', 'budget_notice', 'budget_summary'] as const),
  ...(['incident_page', 'incident_note', 'deletion_request'] as const),
];

/** A rule of the starter set, and the trip that it matched. */
export interface StarterTrip {
  readonly rule: string;
  readonly driverId: string;
  readonly tripId: string;
}

/** Publishes the starter set, and stores for each of its rules a trip that matches, with a message of every kind. */
export async function starterTrips(db: Db): Promise<readonly StarterTrip[]> {
  await publishStarterRules(db, fleetId);
  const names = readdirSync(RULES).filter((file) => /^[a-z-]+\.json$/.test(file));
  return Promise.all(names.map((file) => storeMatched(db, file.replace('.json', ''))));
}

function exampleAt(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, RULES), 'utf8')) as unknown;
}

async function storeMatched(db: Db, name: string): Promise<StarterTrip> {
  const [parsed, tests] = [
    parseRule(exampleAt(`${name}.json`)),
    parseRuleTests(exampleAt(`${name}.test.json`)),
  ];
  if (!parsed.ok || !tests.ok) throw new Error(`The example ${name} is refused.`);
  const test = tests.document.tests.find(({ expect }) => expect === 'matched')!;
  const driverId = `d-${name}`;
  const trip = { ...normaliseTrip(driverId, undefined, test.trip), driverId };
  const reader = {
    sentence: (): string => '',
    trip: (driver: string, body: unknown) => normaliseTrip(driver, undefined, body),
    driver: normaliseDriver,
    fleet: normaliseFleet,
  };
  const decided = await decideTest(parsed.document, test, reader);
  const at = new Date();
  const key = { fleetId, driverId, tripId: trip.tripId };
  await claimTrip(db, { ...key, workflowId: `w-${name}`, at, receivedFrom: 'webhook' });
  await keepTrip(db, { fleetId, contentHash: name, revision: 1, at, trip });
  await recordDecision(db, {
    fleetId,
    decision: {
      fleet: fleetId,
      driver_id: driverId,
      trip_id: trip.tripId,
      revision: 1,
      decided_at: at.toISOString(),
      rules: [{ ...decided, version: 1 }],
      actions: [],
    },
  });
  const of = { ...key, rule: name, version: 1, revision: 1, at };
  const { severity } = parsed.document;
  const { id: alertId } = await recordAlert(db, { ...of, severity, state: 'raised' });
  for (const kind of MESSAGES) {
    const delivery = { ...of, alertId, actionIndex: 0, action: 'email', receiver: `${kind}@example.com` };
    const { id } = await planDelivery(db, { ...delivery, action: 'email' });
    await db.updateTable('deliveries').set({ kind }).where('id', '=', id).execute();
  }
  return { rule: name, driverId, tripId: trip.tripId };
}
