import type { Db } from '../../store/db/index.ts';
import { keepGroups } from '../../store/facts/index.ts';
import type { ServerInTest } from '../support/servers/server.ts';
import { seedTrips } from '../support/store/storedFleet.ts';

/** The text of the rule `phone`, with its author's comments. */
export const PHONE_RULE = `// Agreed with the works council in May.
{
  "id": "phone",
  "name": "Repeated phone use",
  "severity": "warning",
  "mode": "live",
  "conditions": {
    "all": [
      // Three were too few.
      {
        "fact": "driver.events.count",
        "params": { "type": "PHONE_USE", "window": "7d" },
        "operator": "greaterThanInclusive",
        "value": 19
      },
      { "any": [
        { "fact": "trip.distance_km", "operator": "greaterThan", "value": 1 },
        { "fact": "trip.score", "operator": "lessThan", "value": { "fact": "driver.score" } }
      ] }
    ]
  },
  "trigger": "becomes_true", // one message a week is enough
  "actions": [{ "type": "email", "to": ["route:regional-manager"], "subject": "{{ driver.name }}: phone" }]
}
`;

/** Creates a fleet with editable rules: trips to compare with, groups, a recipient route, and a rule with comments. */
export async function fleetWithRules(server: ServerInTest, db: Db): Promise<void> {
  await seedTrips(db, { fleetId: 'north', trips: 1_200 });
  await keepGroups(db, {
    fleetId: 'north',
    groupIds: ['depot-east', 'depot-west'],
    members: new Map([
      ['driver-1', ['depot-east']],
      ['driver-2', ['depot-east']],
      ['driver-3', ['depot-west']],
    ]),
    at: new Date(),
  });
  await publish(server, '/routes/regional-manager', {
    id: 'regional-manager',
    name: 'Regional manager',
    by: 'group',
    entries: { 'depot-east': { email: ['east@example.com'] } },
    default: { email: ['lead@example.com'], slack: '#fleet-safety' },
  });
  await publish(server, '/rules/phone', PHONE_RULE);
}

async function publish(server: ServerInTest, path: string, document: object | string): Promise<void> {
  const body =
    typeof document === 'string' ? { raw: document, type: 'application/jsonc' } : { body: document };
  for (const [method, at, what] of [
    ['PUT', path, body],
    ['POST', `${path}/publish`, { body: {} }],
  ] as const) {
    const { status, json } = await server.api(method, at, what);
    if (status >= 300) throw new Error(`${method} ${at}: ${status} ${JSON.stringify(json)}`);
  }
}
