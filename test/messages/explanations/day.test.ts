import { describe, expect, it } from 'vitest';
import { STAGES, explainDay } from '../../../messages/explanations/index.ts';
import type { DayToExplain, Stage, StageState, TripToExplain } from '../../../messages/explanations/index.ts';

const brakes = {
  fact: 'trip.events.count',
  params: { type: 'HARD_BRAKE' },
  operator: 'greaterThanInclusive',
  value: 3,
} as const;
const MATCHED = {
  outcome: 'matched',
  reason: 'matched',
  trace: { ...brakes, actual: 3, result: 'true' },
} as const;
const MISSED = {
  outcome: 'not_matched',
  reason: 'conditions_false',
  trace: { ...brakes, actual: 2, result: 'false' },
} as const;
const SENT = { action: 'slack', receiver: '#fleet', state: 'sent' } as const;
const decided = (more: Partial<TripToExplain> = {}): TripToExplain => ({
  tripId: 't-1',
  state: 'decided',
  revision: 1,
  receivedFrom: 'webhook',
  deliveries: [],
  ...more,
});
const alerted = (
  alert: TripToExplain['alert'],
  deliveries: TripToExplain['deliveries'] = [SENT],
): TripToExplain => decided({ decision: MATCHED, ...(alert && { alert }), deliveries });
const stopped = (reason: string, detail?: string): TripToExplain =>
  alerted({ state: 'stopped', reason, ...(detail !== undefined && { detail }) }, [
    { action: 'slack', receiver: '#fleet', state: 'skipped', reason },
  ]);
const day = (trips: readonly TripToExplain[], more: Partial<DayToExplain> = {}): DayToExplain => ({
  driver: 'd-1',
  date: '2026-01-31',
  rule: { mode: 'live', publishedAt: '2026-01-01T00:00:00Z' },
  trips,
  hasMore: false,
  ...more,
});
const READER = { language: 'en', zone: 'Europe/Berlin' } as const;
const explain = (asked: DayToExplain) => explainDay(asked, READER);

type Case = readonly [Stage, StageState, DayToExplain, string];
const held = { action: 'email', receiver: 'a@example.com', state: 'held' } as const;
const until = { releaseAt: '2026-02-01T05:00:00Z' };
const CASES: readonly Case[] = [
  [
    'not_evaluated',
    'stopped',
    day([decided({ state: 'waiting', revision: 0 })]),
    'A notification was received; the trip data is not available yet.',
  ],
  [
    'not_evaluated',
    'stopped',
    day([decided({ state: 'parked', revision: 0, reason: 'HTTP 500' })]),
    'The trip data was not available in time. Replay the trip to try again. HTTP 500',
  ],
  [
    'not_evaluated',
    'stopped',
    day([decided({ state: 'gone', revision: 0 })]),
    'The trip is no longer at the analytics service.',
  ],
  [
    'not_evaluated',
    'stopped',
    day([decided({ revision: 0 })]),
    'A backfill stored the trip, without evaluating it.',
  ],
  ['not_evaluated', 'stopped', day([decided()], { rule: {} }), 'The rule is not published.'],
  [
    'not_evaluated',
    'stopped',
    day([decided()], { rule: { mode: 'off', publishedAt: '2026-01-01T00:00:00Z' } }),
    'The rule is off: its mode is off.',
  ],
  [
    'not_evaluated',
    'stopped',
    day([decided()]),
    'The rule was not among the published rules when the trip was evaluated; its present version was published on Thu, 1 Jan 2026, 01:00 (Europe/Berlin, UTC+1).',
  ],
  [
    'not_evaluated',
    'stopped',
    day([decided({ decision: { outcome: 'failed', reason: 'evaluation_failed' } })]),
    'Failed: the conditions could not be evaluated, so the rule did not match.',
  ],
  [
    'out_of_scope',
    'stopped',
    day([decided({ decision: { outcome: 'out_of_scope', reason: 'other_driver' } })]),
    'Out of scope: the rule applies to other drivers.',
  ],
  [
    'unknown_fact',
    'stopped',
    day([decided({ decision: { outcome: 'unknown', reason: 'groups_unknown' } })]),
    "Not decided: the rule applies to some groups, and the fleet's groups could not be read.",
  ],
  [
    'not_matched',
    'stopped',
    day([decided({ decision: MISSED })]),
    'Not matched: 2 hard brakes in the trip (threshold: 3 or more).',
  ],
  [
    'still_true',
    'stopped',
    day([stopped('still_true', 't-0')]),
    'Still true since an earlier trip: alert raised for trip "t-0".',
  ],
  [
    'still_true',
    'unknown',
    day([decided({ decision: MATCHED })]),
    'The rule matched, but no alert of it is stored.',
  ],
  ['shadow', 'stopped', day([stopped('shadow')]), 'Not sent: the rule is in shadow mode.'],
  [
    'shadow',
    'stopped',
    day([stopped('shadow', 'throttled')]),
    'Not sent: the rule is in shadow mode. Live, it would have been stopped as well: throttled.',
  ],
  ['silenced', 'stopped', day([stopped('silenced', 's-1')]), 'Silenced by "s-1".'],
  [
    'suppressed',
    'stopped',
    day([stopped('suppressed', 'collision')]),
    'Suppressed: the rule "collision" matched this trip as well.',
  ],
  [
    'throttled',
    'stopped',
    day([stopped('throttled', '2026-01-30T10:00:00.000Z')]),
    'Throttled: last alert sent at Fri, 30 Jan 2026, 11:00 (Europe/Berlin, UTC+1).',
  ],
  [
    'over_budget',
    'stopped',
    day([stopped('over_budget', '40 a day')]),
    'Over budget (40 a day): included in the day’s summary.',
  ],
  [
    'held',
    'stopped',
    day([alerted({ state: 'held', reason: 'quiet_hours' }, [{ ...held, reason: 'quiet_hours', ...until }])]),
    'Held until quiet hours end. Release: Sun, 1 Feb 2026, 06:00 (Europe/Berlin, UTC+1).',
  ],
  [
    'held',
    'stopped',
    day([stopped('resolved', 'not_matched')]),
    'Not sent: resolved while it was held: the rule no longer matches the trip.',
  ],
  [
    'batched',
    'stopped',
    day([alerted({ state: 'held', reason: 'batched' }, [{ ...held, reason: 'batched', ...until }])]),
    'Batched: sent in the next summary. Release: Sun, 1 Feb 2026, 06:00 (Europe/Berlin, UTC+1).',
  ],
  [
    'grouped',
    'stopped',
    day([
      alerted({ state: 'raised', reason: 'grouped', detail: 'collision' }, [
        { action: 'slack', receiver: '#fleet', state: 'skipped', reason: 'grouped' },
      ]),
    ]),
    'Grouped into the message of collision.',
  ],
  [
    'recipient',
    'stopped',
    day([
      alerted({ state: 'raised', reason: 'no_recipient' }, [
        { action: 'email', receiver: 'route:lead', state: 'skipped', reason: 'no_recipient' },
      ]),
    ]),
    'Not sent: no recipient of the rule stands for someone who can be notified.',
  ],
  [
    'recipient',
    'stopped',
    day([alerted({ state: 'raised' }, [])]),
    'The rule has no action that sends a message.',
  ],
  [
    'delivery',
    'stopped',
    day([alerted({ state: 'raised' }, [{ ...SENT, state: 'failed', reason: 'channel_not_found' }])]),
    'Slack to #fleet: failed. channel_not_found',
  ],
  [
    'delivery',
    'unknown',
    day([alerted({ state: 'raised' }, [{ ...SENT, state: 'unconfirmed' }])]),
    'Slack to #fleet: unconfirmed',
  ],
  [
    'delivery',
    'unknown',
    day([alerted({ state: 'raised' }, [{ ...SENT, state: 'pending' }])]),
    'Slack to #fleet: pending',
  ],
];

describe('explainDay', () => {
  it.each(CASES)('says where a trip stopped: %s %s', (stage, state, asked, answer) => {
    const { stages, answer: said, trips } = explain(asked);
    expect(said).toBe(answer);
    const at = STAGES.indexOf(stage);
    const states = STAGES.map((_, place) => (place < at ? 'passed' : place === at ? state : 'not_reached'));
    expect(stages.map((each) => each.stage)).toEqual([...STAGES]);
    expect(stages.map((each) => each.state)).toEqual(states);
    expect(trips).toMatchObject([{ tripId: 't-1', stop: { stage, state, detail: answer } }]);
  });

  it('has a case for every stage', () => {
    expect(new Set(['no_trip_received', ...CASES.map(([stage]) => stage)])).toEqual(new Set(STAGES));
  });

  it('says that an alert was sent, to whom, and for whom there was none', () => {
    const unsent = {
      action: 'email',
      receiver: 'route:lead',
      state: 'skipped',
      reason: 'no_recipient',
    } as const;
    const { answer, stages, trips } = explain(day([alerted({ state: 'raised' }, [SENT, unsent])]));
    expect(answer).toMatch(/^The alert was sent\. Slack to #fleet: sent; E-mail to route:lead: skipped\./);
    expect(trips[0]).not.toHaveProperty('stop');
    expect(stages.every(({ state }) => state === 'passed')).toBe(true);
    expect(stages.find(({ stage }) => stage === 'not_matched')?.detail).toBe(
      '3 hard brakes in the trip detected (threshold: 3 or more).',
    );
    expect(stages.find(({ stage }) => stage === 'recipient')?.detail).toMatch(/none for: route:lead/);
  });

  it('says that an earlier decision matched', () => {
    const { stages, answer } = explain(day([{ ...stopped('throttled'), decision: MISSED }]));
    expect(answer).toBe('Throttled.');
    expect(stages.find(({ stage }) => stage === 'not_matched')).toMatchObject({
      state: 'passed',
      detail: 'An earlier decision about the trip matched, and its alert stands.',
    });
  });

  it('says that a held alert was sent later', () => {
    const { stages } = explain(day([alerted({ state: 'raised' }, [{ ...SENT, ...until }])]));
    expect(stages.find(({ stage }) => stage === 'held')).toMatchObject({
      state: 'passed',
      detail: 'Held until Sun, 1 Feb 2026, 06:00 (Europe/Berlin, UTC+1), then sent.',
    });
  });

  it('answers, of several trips, for the one that came furthest', () => {
    const trips = [
      decided({ decision: MISSED }),
      { ...stopped('throttled'), tripId: 't-2' },
      { ...decided({ state: 'waiting', revision: 0 }), tripId: 't-3' },
    ];
    const { answer, furthest, trips: each } = explain(day(trips));
    expect(furthest).toBe('t-2');
    expect(answer).toBe('3 trips ended on that day. The one that came furthest is t-2: Throttled.');
    expect(each.map(({ stop }) => stop?.stage)).toEqual(['not_matched', 'throttled', 'not_evaluated']);
    expect(explain(day(trips, { hasMore: true })).answer).toMatch(/^More than 3 trips .* Of the latest 3,/);
  });

  it.each([
    [
      { listed: 0, webhooksOfDriver: 0, webhooksOfFleet: 0 },
      'No webhook of the whole fleet arrived on that day.',
    ],
    [
      { listed: 0, webhooksOfDriver: 0, webhooksOfFleet: 9 },
      'No webhook about this driver arrived on that day.',
    ],
    [
      { listed: 0, webhooksOfDriver: 2, webhooksOfFleet: 9 },
      '2 webhooks about this driver arrived on that day, for trips of other days.',
    ],
    [
      { listed: 1, webhooksOfDriver: 0, webhooksOfFleet: 9 },
      'The analytics service lists one trip of these dates that was not received: reconciliation recovers it. No webhook about this driver arrived on that day.',
    ],
  ])('says what is known when no trip was received: %j', (arrivals, words) => {
    const { answer, stages, ...rest } = explain(day([], { arrivals }));
    expect(answer).toBe(`No trip of driver d-1 that ended on 2026-01-31 was received. ${words}`);
    expect(stages[0]).toEqual({ stage: 'no_trip_received', state: 'stopped', detail: answer });
    expect(new Set(stages.slice(1).map(({ state }) => state))).toEqual(new Set(['not_reached']));
    expect(rest).toEqual({ trips: [] });
  });

  it('says all of it in German too', () => {
    const german = CASES.map(([, , asked]) => explainDay(asked, { ...READER, language: 'de' }));
    const english = CASES.map(([, , asked]) => explain(asked));
    const own = german.filter(({ answer }, at) => answer === english[at]!.answer);
    expect(own.map(({ answer }) => answer)).toEqual([]);
    const passed = german.flatMap(({ stages }) => stages.filter(({ state }) => state === 'passed'));
    const texts = new Set(english.flatMap(({ stages }) => stages.map(({ detail }) => detail)));
    expect(passed.filter(({ detail }) => texts.has(detail))).toEqual([]);
  });
});
