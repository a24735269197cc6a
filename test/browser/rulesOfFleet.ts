import type { BacktestResult, SweepPoint } from '../../rules/backtests/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { recordAlert } from '../../store/alerts/index.ts';
import { createBacktest, endBacktest } from '../../store/backtests/index.ts';
import type { Db } from '../../store/db/index.ts';
import type { ServerInTest } from '../support/servers/server.ts';

const DAY_MS = 86_400_000;

/** The rule that the pages of rules are shown with; its text has comments. */
export const PHONE_USE = `{
  // Agreed with the depots in spring.
  "id": "repeated-phone-use",
  "name": "Repeated phone use",
  "description": "Three or more phone events within seven days; moving the car around the yard does not count.",
  "severity": "warning",
  "mode": "live",
  "owner": "lead@example.com",
  "conditions": { "all": [
    { "fact": "driver.events.count", "params": { "type": "PHONE_USE", "window": "7d" },
      "operator": "greaterThanInclusive", "value": 3 /* see the back-test of May */ },
    { "fact": "trip.distance_km", "operator": "greaterThan", "value": 1 }
  ] },
  "throttle": { "per": "driver", "every": "24h" },
  "budget": { "alerts_per_day": 40 },
  "actions": [{ "type": "email", "to": ["lead@example.com"] }]
}
`;
const POINTER = '/conditions/all/0/value';

/** Rules in each state, with four weeks of alerts, a directory, and a finished back-test with a sweep. */
export async function rulesOfFleet(server: ServerInTest, db: Db): Promise<{ readonly backtest: string }> {
  await draft(server, 'repeated-phone-use', PHONE_USE);
  await publish(server, 'repeated-phone-use', 'The pilot in the north went well.');
  await draft(server, 'repeated-phone-use', PHONE_USE.replace('"value": 3', '"value": 5'));
  await publish(server, 'repeated-phone-use', 'Three was too many alerts.');
  await draft(server, 'repeated-phone-use', PHONE_USE);
  await publish(server, 'repeated-phone-use', 'Five missed a collision.');
  const others = [
    ['hard-braking', 'Hard braking', 'warning', 'live', 'trip.events.per_100km', { type: 'HARD_BRAKE' }, 12],
    ['night-driving', 'Long drives at night', 'info', 'shadow', 'trip.local_hour', undefined, 22],
    ['heavy-speeding', 'Heavy speeding', 'critical', 'live', 'trip.speeding_seconds', { over_kmph: 30 }, 20],
    ['low-score', 'Low driver score', 'info', 'off', 'driver.score', undefined, 60],
  ] as const;
  for (const [id, name, severity, mode, fact, params, value] of others) {
    const conditions = { all: [{ fact, ...(params && { params }), operator: 'greaterThan', value }] };
    const actions = [{ type: 'email', to: ['lead@example.com'] }];
    await draft(server, id, JSON.stringify({ id, name, severity, mode, conditions, actions }));
    await publish(server, id, 'First version.');
  }
  await draft(
    server,
    'weekly-drop',
    PHONE_USE.replaceAll('repeated-phone-use', 'weekly-drop').replace(
      'Repeated phone use',
      'Phone use of the week',
    ),
  );
  await draft(
    server,
    'hard-braking',
    JSON.stringify({
      id: 'hard-braking',
      name: 'Hard braking',
      severity: 'critical',
      mode: 'live',
      conditions: {
        all: [
          {
            fact: 'trip.events.per_100km',
            params: { type: 'HARD_BRAKE' },
            operator: 'greaterThan',
            value: 9,
          },
          { fact: 'trip.distance_km', operator: 'greaterThan', value: 5 },
        ],
      },
      actions: [{ type: 'email', to: ['lead@example.com'] }],
    }),
  );
  await server.api('POST', '/drivers/import', {
    body: {
      drivers: [
        { driver_id: 'd-17', name: 'Mara Vogel' },
        { driver_id: 'd-4', name: 'Jon Hale' },
      ],
    },
  });
  await alertsOf(
    db,
    'repeated-phone-use',
    [3, 4, 2, 5, 3, 1, 0, 4, 6, 3, 2, 2, 1, 1, 5, 4, 3, 6, 2, 0, 1, 3, 4, 2, 5, 3, 2, 1],
  );
  await alertsOf(
    db,
    'hard-braking',
    [0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0],
  );
  await alertsOf(
    db,
    'heavy-speeding',
    [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
  );
  return { backtest: await finishedBacktest(server, db) };
}

/** Alerts that were sent, a number for each of the last days, today's last. */
async function alertsOf(db: Db, rule: string, days: readonly number[]): Promise<void> {
  for (const [index, count] of days.entries())
    for (let each = 0; each < count; each += 1)
      await recordAlert(db, {
        fleetId: 'north',
        driverId: 'd-17',
        tripId: `${rule}-${index}-${each}`,
        rule,
        version: 1,
        revision: 1,
        severity: 'warning',
        state: 'raised',
        at: new Date(Date.now() - (days.length - 1 - index) * DAY_MS - each),
      });
}

async function draft(server: ServerInTest, id: string, text: string): Promise<void> {
  const { status, json } = await server.api('PUT', `/rules/${id}`, { raw: text, type: 'application/jsonc' });
  if (status >= 300) throw new Error(`PUT ${id}: ${status} ${JSON.stringify(json)}`);
}

async function publish(server: ServerInTest, id: string, why: string): Promise<void> {
  const { status, json } = await server.api('POST', `/rules/${id}/publish`, { body: { why } });
  if (status >= 300) throw new Error(`publish ${id}: ${status} ${JSON.stringify(json)}`);
}

/** Stores a back-test of the rule with a sweep of its first number, as a worker would have left it. @returns its id */
export async function finishedBacktest(server: ServerInTest, db: Db): Promise<string> {
  const { json } = await server.api('GET', '/rules/repeated-phone-use');
  const rule = json['rule'] as Rule;
  const at = new Date();
  const to = at.toISOString().slice(0, 10);
  const from = new Date(at.getTime() - 27 * DAY_MS).toISOString().slice(0, 10);
  const range = { from, to, timezone: 'Europe/Berlin' };
  const { id } = await createBacktest(db, {
    fleetId: 'north',
    who: 'Ann Becker',
    at,
    question: {
      tested: { id: rule.id, version: 3, rule },
      rivals: [],
      sweep: { pointer: POINTER },
      ...range,
    },
  });
  await endBacktest(db, { fleetId: 'north', id, state: 'done', result: resultOf(rule, range), at });
  return id;
}

function resultOf(
  rule: Rule,
  range: { readonly from: string; readonly to: string; readonly timezone: string },
): BacktestResult {
  const points = Array.from({ length: 24 }, (_each, index) => pointOf(index + 1));
  const totals = {
    matches: 412,
    alerts: points[2]!.alerts,
    held: 9,
    grouped: 3,
    messages: points[2]!.messages,
    about_budget: 2,
    stopped: { throttled: 121, over_budget: 14, silenced: 6 },
  };
  const example = (driver: string, trip: string, outcome: string): BacktestResult['examples'][number] => ({
    driver_id: driver,
    trip_id: trip,
    at: `${range.to}T06:41:00.000Z`,
    outcome,
    explained: {
      reason: 'matched',
      trace: {
        fact: 'driver.events.count',
        params: { type: 'PHONE_USE', window: '7d' },
        operator: 'greaterThanInclusive',
        value: 3,
        actual: 4,
        result: 'true',
      },
    },
  });
  return {
    rule: { id: rule.id, version: 3, name: rule.name, severity: 'warning', mode: 'live' },
    ...range,
    trips: { evaluated: 8_214, matched: 412, not_matched: 7_774, unknown: 28, failed: 0, left_out: 3 },
    totals,
    days: [],
    receivers: [
      { action: 'email', receiver: 'lead@example.com', messages: totals.messages, held: 9, grouped: 3 },
    ],
    hours: [],
    drivers: [{ driver_id: 'd-17', matches: 12, alerts: 7, messages: 7 }],
    drivers_matched: 74,
    examples: [
      example('d-17', 't-1', 'alert'),
      example('d-4', 't-2', 'throttled'),
      example('d-90', 't-3', 'alert'),
    ],
    unknown: [
      {
        fact: 'driver.events.count',
        because: { code: 'someEvents' },
        trips: 28,
      },
    ],
    sweep: {
      pointer: POINTER,
      fact: 'driver.events.count',
      operator: 'greaterThanInclusive',
      current: 3,
      points,
      strictest_with_all_confirmed: 6,
    },
    rivals: [],
    notes: [],
  };
}

function pointOf(value: number): SweepPoint {
  const alerts = Math.round(620 * Math.exp(-0.27 * value));
  return {
    value,
    alerts,
    alerts_per_week: Math.round((alerts / 4) * 100) / 100,
    messages: alerts + 2,
    messages_per_recipient_day: {
      median: Math.round(alerts / 30),
      p90: Math.round(alerts / 14),
      max: Math.round(alerts / 9),
    },
    unknown: Math.max(4, 28 - value),
    confirmed: value <= 6 ? 7 : Math.max(0, 7 - Math.round((value - 6) / 2)),
    false_alarms: Math.max(0, Math.round(19 * Math.exp(-0.2 * value))),
  };
}
