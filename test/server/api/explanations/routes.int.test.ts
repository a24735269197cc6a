import { beforeAll, describe, expect, it } from 'vitest';
import { STAGES } from '../../../../messages/explanations/index.ts';
import type { Stage, StageAnswer } from '../../../../messages/explanations/index.ts';
import { recordNotification, setTripState } from '../../../../store/trips/index.ts';
import {
  RULE,
  RULE_TRIP_AT,
  RULE_TRIP_DATE,
  publishRule,
  storeRuleTrip,
} from '../../../support/store/ruleTrip.ts';
import type { RuleTrip } from '../../../support/store/ruleTrip.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeDirectory } from '../../../support/store/records.ts';

const [at, DATE, fleetId] = [RULE_TRIP_AT, RULE_TRIP_DATE, 'north'];
const store = (given: RuleTrip): Promise<void> => storeRuleTrip(server.db, given);

const stop = (reason: string, detail?: string): Pick<RuleTrip, 'decision' | 'alert' | 'delivery'> => ({
  decision: {},
  delivery: { state: 'skipped', reason },
  alert: { state: 'stopped', reason, ...(detail !== undefined && { detail }) },
});
const hold = (reason: string): Pick<RuleTrip, 'decision' | 'alert' | 'delivery'> => ({
  decision: {},
  alert: { state: 'held', reason },
  delivery: { state: 'held', reason, releaseAt: new Date('2026-02-01T05:00:00Z') },
});
const skip = (reason: string): Pick<RuleTrip, 'decision' | 'alert' | 'delivery'> => ({
  decision: {},
  alert: { reason },
  delivery: { state: 'skipped', reason },
});

const score = { fact: 'trip.score', operator: 'greaterThanInclusive', value: 3 } as const;

const CASES: readonly (readonly [Stage, Omit<RuleTrip, 'driver'>, RegExp])[] = [
  ['not_evaluated', {}, /waiting|not available yet/],
  [
    'out_of_scope',
    {
      decision: {
        outcome: 'out_of_scope',
        reason: 'other_group',
        reason_values: {
          driver_groups: { names: [], more: 0 },
          rule_groups: { names: ['north'], more: 0 },
        },
      },
    },
    /^Out of scope: the driver is in no group, and the rule applies to the group north\.$/,
  ],
  [
    'unknown_fact',
    {
      decision: {
        outcome: 'unknown',
        reason: 'conditions_unknown',
        trace: { ...score, result: 'unknown', unknown_because: { code: 'notSent' } },
      },
    },
    /trip score is unknown \(not sent\)/,
  ],
  [
    'not_matched',
    {
      decision: {
        outcome: 'not_matched',
        reason: 'conditions_false',
        trace: { ...score, actual: 2, result: 'false' },
      },
    },
    /was 2 \(threshold: 3 or more\)/,
  ],
  ['still_true', stop('still_true', 't-0'), /trip "t-0"/],
  ['shadow', stop('shadow'), /shadow mode/],
  ['silenced', stop('silenced', 's-1'), /Silenced by "s-1"/],
  ['suppressed', stop('suppressed', 'collision'), /rule "collision"/],
  ['throttled', stop('throttled', '2026-01-31T10:00:00.000Z'), /31 Jan 2026, 11:00/],
  ['over_budget', stop('over_budget', '40 a day'), /40 a day/],
  ['held', hold('quiet_hours'), /quiet hours end\. Release: Sun, 1 Feb 2026, 06:00/],
  ['batched', hold('batched'), /next summary\. Release/],
  [
    'grouped',
    { ...skip('grouped'), alert: { reason: 'grouped', detail: 'collision' } },
    /message of collision/,
  ],
  ['recipient', skip('no_recipient'), /no recipient/],
  ['delivery', { decision: {}, alert: {}, delivery: { state: 'pending' } }, /Slack to #fleet: pending/],
];
const STOPPED_THERE = CASES.map(([stage]) => stage);

interface Explained {
  readonly answer: string;
  readonly stages: readonly (StageAnswer & { readonly trip_id?: string; readonly link?: string })[];
  readonly trips: readonly { readonly trip_id: string; readonly stopped_at?: Stage }[];
}

async function explain(driver: string, more = ''): Promise<Explained> {
  const path = `/explanations?driver_id=${driver}&date=${DATE}&rule=${RULE}${more}`;
  const { status, json } = await server.api('GET', path, { token: TOKENS.viewer });
  expect([status, json]).toEqual([200, json]);
  return json as unknown as Explained;
}

const server = useServer();
beforeAll(async () => {
  await publishRule(server.db);
  const rows = [{ driverId: 'd-quiet', fields: { name: 'Ann Meyer' } }] as const;
  await storeDirectory(server.db, { fleetId, rows, at });
  for (const [stage, given] of CASES) await store({ driver: `d-${stage}`, ...given });
});

describe('why no alert', () => {
  it.each(CASES)('names the stage %s', async (stage, _given, words) => {
    const { answer, stages, trips } = await explain(`d-${stage}`);
    expect(answer).toMatch(words);
    expect(stages.map((each) => each.stage)).toEqual([...STAGES]);
    const place = STAGES.indexOf(stage);
    expect(stages[place]).toMatchObject({ detail: answer, trip_id: 't-1' });
    expect(stages[place]?.state).toBe(stage === 'delivery' ? 'unknown' : 'stopped');
    expect(stages.slice(0, place).every(({ state }) => state === 'passed')).toBe(true);
    expect(stages.slice(place + 1).every(({ state }) => state === 'not_reached')).toBe(true);
    expect(stages[0]?.detail).toBe('The trip was received by webhook.');
    expect(trips).toMatchObject([{ trip_id: 't-1', stopped_at: stage }]);
  });

  it('has a case for every stage', () => {
    expect(['no_trip_received', ...STOPPED_THERE]).toEqual([...STAGES]);
  });

  it('says what is known where no trip was received, on the clock of the fleet', async () => {
    expect((await explain('d-quiet')).answer).toBe(
      `No trip of driver d-quiet that ended on ${DATE} was received. No webhook of the whole fleet arrived on that day.`,
    );
    await recordNotification(server.db, {
      fleetId,
      driverId: 'd-held',
      tripId: 't-9',
      type: 'TRIP_SCORED',
      receivedAt: at,
      source: 'webhook',
    });
    const { answer, stages, trips } = await explain('d-quiet');
    expect(answer).toMatch('No webhook about this driver arrived on that day.');
    expect(stages[0]).toEqual({ stage: 'no_trip_received', state: 'stopped', detail: answer });
    expect(trips).toEqual([]);
    const next = await server.api('GET', `/explanations?driver_id=d-held&date=2026-02-01&rule=${RULE}`);
    expect(next.json).toMatchObject({ timezone: 'Europe/Berlin', trips: [] });
  });

  it('says why a trip was not evaluated: parked, gone, without the rule', async () => {
    for (const state of ['parked', 'gone'] as const) {
      await store({ driver: `d-${state}` });
      await setTripState(server.db, { fleetId, driverId: `d-${state}`, tripId: 't-1', state, at });
    }
    expect((await explain('d-parked')).answer).toMatch(/not available in time/);
    expect((await explain('d-gone')).answer).toMatch(/no longer at the analytics service/);
    const path = `/explanations?driver_id=d-held&date=${DATE}&rule=draft-only`;
    expect((await server.api('GET', path)).json).toMatchObject({
      answer: 'The rule is not published.',
      trips: [{ stopped_at: 'not_evaluated' }],
    });
  });

  it('answers, of several trips, for the one that came furthest, and for each by itself', async () => {
    await store({ driver: 'd-many', trip: 'a', ...stop('throttled') });
    await store({
      driver: 'd-many',
      trip: 'b',
      decision: { outcome: 'not_matched' },
    });
    const { answer, stages, trips } = await explain('d-many');
    expect(answer).toBe('2 trips ended on that day. The one that came furthest is a: Throttled.');
    expect(stages.find(({ state }) => state === 'stopped')).toMatchObject({
      stage: 'throttled',
      trip_id: 'a',
      link: '/fleets/north/rules/phone-use',
    });
    expect(new Map(trips.map((each) => [each.trip_id, each.stopped_at]))).toEqual(
      new Map([
        ['a', 'throttled'],
        ['b', 'not_matched'],
      ]),
    );
  });

  it('answers in German', async () => {
    expect((await explain('d-shadow', '&language=de')).answer).toBe(
      'Nicht gesendet: Die Regel ist im Schattenmodus.',
    );
  });

  it('says which driver or rule may be meant', async () => {
    const ask = async (driver: string, rule: string): Promise<unknown> => {
      const { status, json } = await server.api(
        'GET',
        `/explanations?driver_id=${driver}&date=${DATE}&rule=${rule}`,
      );
      expect(status).toBe(404);
      return json['detail'];
    };
    expect(await ask('d-quite', RULE)).toBe(
      'Nothing is stored about a driver "d-quite" (did you mean "d-quiet"?).',
    );
    expect(await ask('d-quiet', 'phone-usage')).toBe(
      'There is no rule "phone-usage" (did you mean "phone-use"?).',
    );
    const { status } = await server.api('GET', `/explanations?driver_id=d-quiet&date=yesterday&rule=${RULE}`);
    expect(status).toBe(400);
  });
});
