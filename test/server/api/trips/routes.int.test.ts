import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decisionWords } from '../../../../messages/decisions/index.ts';
import { LINK_KEY_NAME, tripLinks } from '../../../../messages/format/index.ts';
import { instanceKey } from '../../../../store/db/index.ts';
import { storePublished } from '../../../support/store/published.ts';
import { finishSimulation, getSimulation } from '../../../../store/trips/index.ts';
import type { SimulationResult } from '../../../../workflows/contracts/index.ts';
import { ODD_DRIVER, TRIP, decisionOf, recordEverything } from '../../records.ts';
import type { Recorded } from '../../records.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

let recorded: Recorded;
const server = useServer();
beforeAll(async () => {
  recorded = await recordEverything(server.db, 'north');
  await recordEverything(server.db, 'south');
});
beforeEach(() => {
  server.gateway.unavailable = false;
  server.gateway.replays.length = 0;
});

const decision = decisionOf({ fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP });
const oddPath = `/trips/${encodeURIComponent(ODD_DRIVER)}/${TRIP}`;

describe('a trip', () => {
  it('is explained, whatever characters its driver’s id is made of', async () => {
    const { status, json } = await server.api('GET', oddPath, { token: TOKENS.viewer });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      driver_id: ODD_DRIVER,
      trip_id: TRIP,
      state: 'decided',
      revision: 1,
      distance_km: 12.5,
      score: null,
      decision,
      deliveries: [
        {
          rule: 'collision',
          action: 'slack',
          receiver: '#fleet-safety',
          state: 'pending',
          possible_repeat: false,
        },
      ],
      revisions: [{ revision: 1, matched: ['collision'] }],
    });
    expect(JSON.stringify(json)).not.toMatch(/52\.52001|latitude/);
  });

  it('is explained in German when asked: the sentences only', async () => {
    const { status, json } = await server.api('GET', `${oddPath}?language=de`, { token: TOKENS.viewer });
    expect(status).toBe(200);
    const rules = decision.rules.map((rule) => decisionWords(rule, 'de'));
    expect(json['decision']).toMatchObject({ ...decision, rules });
    expect(rules).not.toEqual(decision.rules.map((rule) => decisionWords(rule, 'en')));
    expect((await server.api('GET', `${oddPath}?language=fr`)).json['parameters']).toMatchObject([
      { parameter: 'language' },
    ]);
  });

  it('says in German when asked why a message goes to its recipient, and so does a German page', async () => {
    const recipientReason = { named: 'route:lead', route: 'lead', entry: 'north' };
    const ofTrip = { fleetId: 'north', driverId: ODD_DRIVER, tripId: TRIP };
    await server.db
      .updateTable('deliveries')
      .set({ recipientReason })
      .where((row) => row.and(ofTrip))
      .execute();
    const { json } = await server.api('GET', `${oddPath}?language=de`, { token: TOKENS.viewer });
    const because = 'Empfängerroute lead, Eintrag north: Der Fahrer gehört zur Gruppe north';
    expect(json).toMatchObject({ deliveries: [{ because }] });
    const listed = await server.api('GET', '/deliveries?language=de&rule=collision', {
      token: TOKENS.viewer,
    });
    expect(JSON.stringify(listed.json)).toContain(because);
    await storePublished(server.db, { kind: 'settings', body: { id: 'settings', language: 'de' } });
    const signingKey = await instanceKey(server.db, LINK_KEY_NAME);
    const expires = Math.floor(Date.now() / 1000) + 60;
    const link = { fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP, expires };
    const page = await fetch(`${server.url}/t/${tripLinks.sign(signingKey, link)}`);
    expect(await page.text()).toContain(`${because}.`);
  });

  it('is found by driver, state and time', async () => {
    const found = async (query: string): Promise<number> =>
      ((await server.api('GET', `/trips?${query}`)).json['items'] as unknown[]).length;
    expect(await found(`driver_id=${encodeURIComponent(ODD_DRIVER)}`)).toBe(1);
    expect(await found('driver_id=nobody')).toBe(0);
    expect(await found('state=decided')).toBe(1);
    expect(await found('state=parked')).toBe(0);
    expect(await found('from=2026-11-20&to=2026-11-21')).toBe(1);
    expect(await found('from=2026-11-20T10:00:01Z')).toBe(0);
    expect(await found('to=2026-11-20T11:00:00%2B01:00')).toBe(0);
    expect((await server.api('GET', '/trips?from=yesterday')).status).toBe(400);
    expect((await server.api('GET', '/trips?state=lost')).json['parameters']).toMatchObject([
      { parameter: 'state' },
    ]);
  });

  it('is found by its session and its tracking id', async () => {
    const ids = async (query: string): Promise<unknown[]> =>
      ((await server.api('GET', `/trips?${query}`)).json['items'] as { trip_id: string }[]).map(
        ({ trip_id }) => trip_id,
      );
    await server.db
      .updateTable('trips')
      .set({ sessionId: 'round/7 a', trackingId: 'by hand' })
      .where((row) => row.and({ fleetId: 'north', driverId: ODD_DRIVER, tripId: TRIP }))
      .execute();
    expect(await ids(`session_id=${encodeURIComponent('round/7 a')}`)).toEqual([TRIP]);
    expect(await ids('tracking_id=by%20hand&from=2026-11-20')).toEqual([TRIP]);
    expect(await ids('session_id=round')).toEqual([]);
    expect(await ids(`session_id=${encodeURIComponent('round/7 a')}&tracking_id=other`)).toEqual([]);
  });

  it('whose device’s clock was ahead is found, and says what that means', async () => {
    const ahead = () => server.api('GET', '/trips?clock=ahead', { token: TOKENS.viewer });
    expect((await ahead()).json['items']).toEqual([]);
    expect((await server.api('GET', oddPath)).json).not.toHaveProperty('clock_note');
    await server.db
      .updateTable('trips')
      .set({ clockAheadSeconds: 364 * 86_400 + 0.4 })
      .where((row) => row.and({ fleetId: 'north', driverId: ODD_DRIVER, tripId: TRIP }))
      .execute();
    expect((await ahead()).json['items']).toMatchObject([{ trip_id: TRIP, clock_ahead_seconds: 31_449_600 }]);
    expect((await server.api('GET', oddPath)).json['clock_note']).toBe(
      'This trip ends 364 days after it was received: the device’s clock is wrong. It is evaluated by itself, and has no part in runs and windows.',
    );
    expect((await server.api('GET', `${oddPath}?language=de`)).json['clock_note']).toMatch(/364 Tage nach/);
    expect((await server.api('GET', '/trips?clock=behind')).status).toBe(400);
  });

  it('nobody announced is not there', async () => {
    expect((await server.api('GET', '/trips/d/t')).status).toBe(404);
  });
});

/** Lets the gateway answer as a worker would: stores the decision in the simulation's row. */
function answering(result: SimulationResult | undefined, withDecision = true): void {
  server.gateway.answer = async ({ fleet, simulationId }) => {
    if (withDecision)
      await finishSimulation(server.db, {
        fleetId: fleet,
        id: simulationId,
        result: decision as never,
        at: new Date(),
      });
    return result;
  };
}

const refusals: [SimulationResult | undefined, number, RegExp][] = [
  [{ outcome: 'no_such_trip', message: 'The service has no such trip.' }, 404, /no such trip/],
  [{ outcome: 'unauthorised' }, 502, /refuses the API key/],
  [{ outcome: 'unavailable' }, 503, /does not answer/],
  [{ outcome: 'invalid', message: 'The trip is deleted.' }, 409, /is deleted/],
  [undefined, 504, /Processing continues/],
];

describe('a replay', () => {
  it('answers the decision, without effects unless asked', async () => {
    answering({ outcome: 'done' });
    const bare = await server.api('POST', `${oddPath}/replay`);
    expect(bare).toMatchObject({ status: 200, json: decision });
    await server.api('POST', `${oddPath}/replay`, { body: { effects: true } });
    expect(server.gateway.replays).toMatchObject([
      { fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP, effects: false, who: 'ann' },
      { effects: true },
    ]);
  });

  it('stands in the audit log, with who asked and why', async () => {
    answering({ outcome: 'done' });
    const body = { effects: true, why: 'the channel was missing', by: 'Ann' };
    expect((await server.api('POST', `${oddPath}/replay`, { body })).status).toBe(200);
    const audit = await server.api('GET', '/audit?action=trip.replay_requested&limit=1');
    expect(audit.json['items']).toMatchObject([
      {
        subject_type: 'trip',
        subject_id: `${ODD_DRIVER}/${TRIP}`,
        who: 'ann',
        by: 'Ann',
        why: 'the channel was missing',
        details: { driver_id: ODD_DRIVER, trip_id: TRIP, effects: true },
      },
    ]);
  });

  it.each(refusals)('that ends in %j is a %s', async (result, status, words) => {
    answering(result, false);
    const answer = await server.api('POST', `${oddPath}/replay`);
    expect(answer).toMatchObject({ status, json: { detail: expect.stringMatching(words) as string } });
    if (status === 503) expect(answer.headers.get('retry-after')).toBe('30');
  });

  it('whose effects are no yes or no is refused', async () => {
    const answer = await server.api('POST', `${oddPath}/replay`, { body: { effects: 'yes' } });
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: '/effects' }] } });
    expect(server.gateway.replays).toHaveLength(0);
  });

  it('is answered with 503 while Temporal is unavailable', async () => {
    server.gateway.unavailable = true;
    expect(await server.api('POST', `${oddPath}/replay`)).toMatchObject({
      status: 503,
      json: { detail: expect.stringContaining('Temporal') as string },
    });
  });
});

const rule = {
  id: 'collision',
  name: 'Collision',
  conditions: {
    all: [{ fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 }],
  },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
};

describe('a simulation', () => {
  let asked: unknown[] = [];
  beforeEach(() => {
    asked = [];
    server.gateway.answer = async ({ fleet, simulationId: id }) => {
      asked.push((await getSimulation(server.db, { fleetId: fleet, id }))?.input);
      await finishSimulation(server.db, { fleetId: fleet, id, result: decision as never, at: new Date() });
      return { outcome: 'done' };
    };
  });
  const simulate = (body: unknown) => server.api('POST', '/simulations', { body, token: TOKENS.viewer });

  it('of a posted rule and a stored trip answers the decision', async () => {
    const answer = await simulate({ rule, trip: { driver_id: ODD_DRIVER, trip_id: 1_790_000_000_000 } });
    expect(answer).toMatchObject({ status: 200, json: decision });
    expect(asked).toMatchObject([
      {
        driver_id: ODD_DRIVER,
        trip_id: TRIP,
        rules: [{ id: 'collision', version: 0, body: { ...rule, mode: 'live', severity: 'warning' } }],
      },
    ]);
    expect(asked[0]).not.toHaveProperty('trip');
  });

  it('words its decision in the language that was asked for', async () => {
    const body = { rule, trip: { driver_id: ODD_DRIVER, trip_id: TRIP } };
    const { json } = await server.api('POST', '/simulations?language=de', { body, token: TOKENS.viewer });
    expect(json['rules']).toEqual(decision.rules.map((each) => decisionWords(each, 'de')));
    const path = `${oddPath}/replay?language=de`;
    const replayed = await server.api('POST', path, { body: {}, token: TOKENS.admin });
    expect(replayed.json['rules']).toEqual(json['rules']);
  });

  it('takes shared conditions along, and keeps those that the rule needs in the question', async () => {
    const shared = (id: string, what: object) => ({ id, name: id, conditions: { all: [what] } });
    const far = shared('far', { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 });
    const outer = shared('outer', { condition: 'far' });
    const naming = { ...rule, conditions: { all: [{ condition: 'outer' }] } };
    const trip = { driver_id: 'd', info: { distance_km: 2 } };
    expect((await simulate({ rule: naming, trip })).status).toBe(422);
    const conditions = [far, shared('unneeded', { condition: 'far' }), outer];
    expect((await simulate({ rule: naming, conditions, trip })).status).toBe(200);
    expect(asked).toMatchObject([
      {
        conditions: [
          { id: 'outer', version: 0, condition: outer },
          { id: 'far', version: 0, condition: far },
        ],
      },
    ]);
    const wrong = await simulate({ rule: naming, conditions: [outer], trip });
    expect(wrong).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/conditions/0/conditions/all/0/condition' }] },
    });
  });

  it('of a whole trip keeps it in the question, and out of the log', async () => {
    const trip = {
      driver_id: 'd',
      info: { distance_km: 1 },
      simple_path: [{ latitude: 52.52001, longitude: 13.4 }],
    };
    expect((await simulate({ rule, trip })).status).toBe(200);
    expect(asked).toMatchObject([{ driver_id: 'd', trip: { info: { distance_km: 1 } } }]);
    expect(server.logged()).not.toContain('52.52001');
  });

  it('takes a trip of a whole day with a point a second or so', async () => {
    const simple_path = Array.from({ length: 40_000 }, (_each, index) => ({
      latitude: 52.52,
      longitude: 13.4,
      time: 1_790_000_000 + index,
      speed_kmph: 50,
    }));
    const answer = await simulate({ rule, trip: { driver_id: 'd', info: { distance_km: 1 }, simple_path } });
    expect(answer.status).toBe(200);
  });

  it('of a stored rule takes its draft, and without one the published version', async () => {
    await server.api('PUT', '/rules/collision', { body: rule });
    const trip = { driver_id: 'd', trip_id: 't' };
    await simulate({ rule_id: 'collision', trip });
    await server.api('POST', '/rules/collision/publish');
    await simulate({ rule_id: 'collision', trip });
    expect(asked).toMatchObject([{ rules: [{ version: 0 }] }, { rules: [{ version: 1 }] }]);
    expect((await simulate({ rule_id: 'nobody', trip })).status).toBe(422);
  });

  it('of a stored rule takes the version that is named, beside a draft and behind the one that counts', async () => {
    const id = 'often-changed';
    const trip = { driver_id: 'd', trip_id: 't' };
    for (const name of ['one', 'two']) {
      await server.api('PUT', `/rules/${id}`, { body: { ...rule, id, name } });
      await server.api('POST', `/rules/${id}/publish`);
    }
    expect((await simulate({ rule_id: id, version: 'draft', trip })).status).toBe(422);
    await server.api('PUT', `/rules/${id}`, { body: { ...rule, id, name: 'drafted' } });
    for (const version of [1, 2, 'draft', undefined])
      expect((await simulate({ rule_id: id, version, trip })).status).toBe(200);
    expect(asked).toMatchObject([
      { rules: [{ version: 1, body: { name: 'one' } }] },
      { rules: [{ version: 2, body: { name: 'two' } }] },
      { rules: [{ version: 0, body: { name: 'drafted' } }] },
      { rules: [{ version: 0, body: { name: 'drafted' } }] },
    ]);
    expect((await simulate({ rule_id: id, version: 9, trip })).status).toBe(422);
  });

  it.each<[string, unknown, string]>([
    ['a version of a posted rule', { rule, version: 1, trip: { driver_id: 'd', trip_id: 't' } }, '/version'],
    ['neither rule nor id', { trip: { driver_id: 'd', trip_id: 't' } }, '/rule'],
    ['both', { rule, rule_id: 'collision', trip: { driver_id: 'd', trip_id: 't' } }, '/rule'],
    ['no trip', { rule }, '/trip'],
    ['a trip without a driver', { rule, trip: { trip_id: 't' } }, '/trip/driver_id'],
    ['a trip that is a driver', { rule, trip: { driver_id: 'd' } }, '/trip/trip_id'],
    ['an id that cannot be kept', { rule, trip: { driver_id: '\0', trip_id: 't' } }, '/trip/driver_id'],
    [
      'a refused rule',
      { rule: { ...rule, severity: 'loud' }, trip: { driver_id: 'd', trip_id: 't' } },
      '/rule/severity',
    ],
    ['an unknown field', { rule, trip: { driver_id: 'd', trip_id: 't' }, send: true }, '/send'],
  ])('with %s is refused', async (_what, body, pointer) => {
    const answer = await simulate(body);
    expect(answer.status).toBe(422);
    expect((answer.json['errors'] as { pointer: string }[]).map((each) => each.pointer)).toContain(pointer);
    expect(asked).toHaveLength(0);
  });

  it.each([
    [{ trip_id: 't' }, 'is missing: id of the driver (a string or a whole number)'],
    [{ driver_id: null, trip_id: 't' }, 'must be a string or a whole number'],
    [{ driver_id: '', trip_id: 't' }, 'is empty or contains a character that cannot be stored'],
  ])('of %j says why', async (trip, message) => {
    const { json } = await simulate({ rule, trip });
    expect(json['errors']).toContainEqual({ pointer: '/trip/driver_id', message });
  });

  it.each(refusals)('that ends in %j is a %s', async (result, status, words) => {
    answering(result, false);
    const answer = await simulate({ rule, trip: { driver_id: 'd', trip_id: 't' } });
    expect(answer).toMatchObject({ status, json: { detail: expect.stringMatching(words) as string } });
  });

  it('that takes long can be looked at later', async () => {
    answering(undefined, false);
    const { json } = await simulate({ rule, trip: { driver_id: 'd', trip_id: 't' } });
    const path = (json['simulation'] as string).replace('/api/v1/fleets/north', '');
    expect((await server.api('GET', path)).json).not.toHaveProperty('decision');
    await finishSimulation(server.db, {
      fleetId: 'north',
      id: path.split('/').at(-1)!,
      result: decision as never,
      at: new Date(),
    });
    expect((await server.api('GET', path)).json).toMatchObject({ who: 'vi', decision });
  });
});

describe('a deletion', () => {
  const verdict = { body: { by: 'Ann', note: 'A test drive.' } };
  const path = (word: string): string => `/deletions/${recorded.deletionId}/${word}`;

  it('that could not be started says so, and is started when approved again', async () => {
    server.gateway.unavailable = true;
    const late = await server.api('POST', path('approve'), verdict);
    expect(late).toMatchObject({ status: 503, json: { state: 'approved' } });
    server.gateway.unavailable = false;
    const again = await server.api('POST', path('approve'), verdict);
    expect(again).toMatchObject({
      status: 200,
      json: { state: 'approved', decided_who: 'ann', decided_by: 'Ann' },
    });
    expect((await server.api('POST', path('approve'), verdict)).status).toBe(200);
    expect(server.gateway.deletions).toEqual([recorded.deletionId]);
  });

  it('that is approved cannot be rejected any more', async () => {
    const answer = await server.api('POST', path('reject'), verdict);
    expect(answer).toMatchObject({
      status: 409,
      json: {
        state: 'approved',
        decided_who: 'ann',
        decided_by: 'Ann',
        detail: expect.stringMatching(
          /^Deletion approved\. Ann approved it on .* “A test drive\.” This answer changed nothing\.$/,
        ) as unknown,
      },
    });
  });

  it('that is approved answers another who approves it that someone was first', async () => {
    const answer = await server.api('POST', path('approve'), { body: { by: 'Ben' } });
    expect(answer).toMatchObject({ status: 409, json: { state: 'approved', decided_by: 'Ann' } });
    expect(server.gateway.deletions).toEqual([recorded.deletionId]);
  });

  it('needs someone who decides', async () => {
    expect(await server.api('POST', path('approve'), { body: {} })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/by' }] },
    });
    expect((await server.api('POST', path('approve'))).status).toBe(400);
  });

  it('stands in the audit with who, by and why', async () => {
    const { json } = await server.api('GET', '/audit?action=deletion.approved');
    expect(json['items']).toMatchObject([
      { who: 'ann', by: 'Ann', why: 'A test drive.', subject_id: recorded.deletionId },
    ]);
  });
});
