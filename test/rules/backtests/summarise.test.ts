import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { published } from '../given.ts';
import { answerTo, matchAt, partOf, questionWith, ZONE } from './given.ts';

const throttled = { throttle: { per: 'driver', every: '24h' } };
const tested = (fields: Parameters<typeof published>[0]) => published({ id: 'tested', ...fields }, 0);

describe('what a rule would have sent', () => {
  it('is counted by day and hour on the fleet’s calendar, by receiver and by driver', () => {
    const question = questionWith({
      tested: tested({
        actions: [
          { type: 'slack', channel: '#a' },
          { type: 'email', to: ['x@example.com', 'y@example.com'] },
        ],
      }),
    });
    const result = answerTo(question, [
      partOf(matchAt('2026-03-02T22:30:00Z', 'd-1'), matchAt('2026-03-02T23:30:00Z', 'd-2')),
    ]);
    expect(result.days.map(({ date }) => date)).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
    ]);
    expect(result.days[1]).toMatchObject({ trips: 7, matches: 1, alerts: 1, messages: 3 });
    expect(result.days[2]).toMatchObject({ trips: 0, matches: 1, alerts: 1, messages: 3 });
    expect(result.hours.filter(({ messages }) => messages > 0)).toEqual([
      { hour: 0, alerts: 1, messages: 3 },
      { hour: 23, alerts: 1, messages: 3 },
    ]);
    expect(result.receivers.map(({ receiver, messages }) => [receiver, messages])).toEqual([
      ['#a', 2],
      ['x@example.com', 2],
      ['y@example.com', 2],
    ]);
    expect(result.drivers).toEqual([
      { driver_id: 'd-1', matches: 1, alerts: 1, messages: 3 },
      { driver_id: 'd-2', matches: 1, alerts: 1, messages: 3 },
    ]);
  });

  it('has its days at the end of the calendar too', () => {
    const { days } = answerTo(questionWith({ from: '9999-12-30', to: '9999-12-31' }), []);
    expect(days.map(({ date }) => date)).toEqual(['9999-12-30', '9999-12-31']);
  });

  it('is one alert for each run of a rule that alerts when it becomes true', () => {
    const once = tested({ trigger: 'becomes_true' });
    const begins = { begins: [0] };
    const { totals, examples, notes } = answerTo(questionWith({ tested: once }), [
      partOf(
        { ...matchAt('2026-03-02T09:00:00Z', 'd-2'), continues: { 0: 'before' } },
        { ...matchAt('2026-03-02T10:00:00Z'), ...begins },
        matchAt('2026-03-02T11:00:00Z'),
        matchAt('2026-03-02T12:00:00Z', 'd-2'),
        { ...matchAt('2026-03-02T13:00:00Z'), ...begins },
        { ...matchAt('2026-03-02T14:00:00Z', 'd-2'), ...begins },
      ),
    ]);
    expect(totals).toMatchObject({ matches: 6, alerts: 3, stopped: { still_true: 3 } });
    const stopped = examples.filter(({ outcome }) => outcome === 'still_true');
    expect(stopped.map(({ driver_id, detail }) => [driver_id, detail])).toEqual([
      ['d-2', 'before'],
      ['d-1', matchAt('2026-03-02T10:00:00Z').tripId],
    ]);
    expect(notes).toEqual([expect.stringContaining('The trips of the 30 days before the range')]);
  });

  it('may be alerted later in a run whose first match was silenced, or left out while it was held', () => {
    const batch = { every: '1h' };
    const once = tested({
      trigger: 'becomes_true',
      actions: [{ type: 'slack', channel: '#a', batch }],
    });
    const parts = [
      partOf(
        { ...matchAt('2026-03-02T08:20:00Z'), begins: [0] },
        matchAt('2026-03-02T08:40:00Z'),
        matchAt('2026-03-02T09:20:00Z'),
        matchAt('2026-03-02T09:40:00Z'),
      ),
    ];
    const silenced = (from: string, to: string) =>
      answerTo(questionWith({ tested: once }), parts, {
        silences: [{ id: 's', from: new Date(from), to: new Date(to) }],
      }).totals;
    expect(silenced('2026-03-02T08:10:00Z', '2026-03-02T08:30:00Z')).toMatchObject({
      alerts: 1,
      held: 1,
      messages: 1,
      stopped: { silenced: 1, still_true: 2 },
    });
    expect(silenced('2026-03-02T08:50:00Z', '2026-03-02T09:10:00Z')).toMatchObject({
      alerts: 1,
      held: 1,
      messages: 1,
      stopped: { silenced: 1, still_true: 2 },
    });
  });

  it('is said to be very much where the rule fires on a fifth of the trips', () => {
    const part = (matches: number, trips: number) => ({
      ...partOf(...Array.from({ length: matches }, () => matchAt('2026-03-02T10:00:00Z'))),
      outcomes: { matched: matches, notMatched: trips - matches, unknown: 0, failed: 0 },
    });
    const notes = (matches: number, trips: number, fields = {}) =>
      answerTo(questionWith({ tested: tested(fields) }), [part(matches, trips)]).notes;
    expect(notes(76, 200)).toEqual([
      'The rule would have fired on 38 % of the 200 trips that were evaluated: check the direction and size of its thresholds, or use "trigger": "becomes_true".',
    ]);
    expect(notes(39, 200)).toEqual([]);
    expect(notes(50, 90)).toEqual([]);
    expect(notes(76, 200, { trigger: 'becomes_true' })).toHaveLength(1);
  });

  it('is throttled by what passed before, and never by what was stopped', () => {
    const { totals, examples } = answerTo(questionWith({ tested: tested(throttled) }), [
      partOf(
        matchAt('2026-03-02T10:00:00Z'),
        matchAt('2026-03-03T09:59:00Z'),
        matchAt('2026-03-03T10:00:00Z'),
        matchAt('2026-03-03T10:01:00Z', 'd-2'),
      ),
    ]);
    expect(totals).toMatchObject({ matches: 4, alerts: 3, stopped: { throttled: 1 } });
    expect(examples.at(-1)).toMatchObject({ outcome: 'throttled', detail: '2026-03-02T10:00:00.000Z' });
  });

  it('stays within its budget on each local day', () => {
    const { days } = answerTo(questionWith({ tested: tested({ budget: { alerts_per_day: 1 } }) }), [
      partOf(
        matchAt('2026-03-02T22:00:00Z'),
        matchAt('2026-03-02T22:30:00Z'),
        matchAt('2026-03-02T23:00:00Z'),
      ),
    ]);
    // The notice is sent at once, the summary at the day's end, which is the next day's first instant.
    expect(days[1]).toMatchObject({ alerts: 1, messages: 2, about_budget: 1, stopped: { over_budget: 1 } });
    expect(days[2]).toMatchObject({ alerts: 1, messages: 2, about_budget: 1, stopped: {} });
  });

  it('notifies the owner, when there is one, about exhausted budgets', () => {
    const fields = { budget: { alerts_per_day: 1 }, owner: 'owner@example.com' };
    const { receivers } = answerTo(questionWith({ tested: tested(fields) }), [
      partOf(...[10, 11, 12].map((hour) => matchAt(`2026-03-02T${hour}:00:00Z`))),
    ]);
    expect(receivers.map(({ receiver, messages }) => [receiver, messages])).toEqual([
      ['#fleet-safety', 2],
      ['owner@example.com', 1],
    ]);
  });

  it('is silenced only while a silence counted', () => {
    const silence = { id: 'workshop', drivers: ['d-1'], from: new Date('2026-03-02T12:00Z') };
    const { totals } = answerTo(
      questionWith(),
      [
        partOf(
          matchAt('2026-03-02T11:59:00Z'),
          matchAt('2026-03-02T12:00:00Z'),
          matchAt('2026-03-02T13:00:00Z'),
          matchAt('2026-03-02T12:30:00Z', 'd-2'),
        ),
      ],
      { silences: [{ ...silence, to: new Date('2026-03-02T13:00Z') }] },
    );
    expect(totals).toMatchObject({ alerts: 3, stopped: { silenced: 1 } });
  });

  it('is held by quiet hours and then sent as one message, on the day and at the hour they end', () => {
    const quiet = { from: '22:00', to: '06:00', timezone: ZONE };
    const { totals, days, hours, receivers } = answerTo(
      questionWith({ tested: tested({ actions: [{ type: 'slack', channel: '#a', quiet_hours: quiet }] }) }),
      [partOf(matchAt('2026-03-02T21:30:00Z', 'd-1'), matchAt('2026-03-03T01:00:00Z', 'd-2'))],
    );
    expect(totals).toMatchObject({ alerts: 2, held: 2, messages: 1 });
    expect(days[1]).toMatchObject({ alerts: 1, messages: 0 });
    expect(days[2]).toMatchObject({ alerts: 1, messages: 1 });
    expect(hours[6]).toEqual({ hour: 6, alerts: 0, messages: 1 });
    expect(receivers[0]).toMatchObject({ messages: 1, held: 1 });
  });

  it('is left out where a silence counts when the quiet hours end, not where it is over by then', () => {
    const quiet = { from: '22:00', to: '06:00', timezone: ZONE };
    const actions = [{ type: 'slack', channel: '#a', quiet_hours: quiet }];
    const night = [matchAt('2026-03-02T21:30:00Z', 'd-1'), matchAt('2026-03-03T01:00:00Z', 'd-2')];
    const silencedUntil = (to: string) => [
      { id: 'training', drivers: ['d-1'], from: new Date('2026-03-03T02:00Z'), to: new Date(to) },
    ];
    const result = answerTo(questionWith({ tested: tested({ actions }) }), [partOf(...night)], {
      silences: silencedUntil('2026-03-03T05:01Z'),
    });
    const { totals, receivers, drivers, examples } = result;
    expect(totals).toMatchObject({ matches: 2, alerts: 1, held: 1, messages: 1, stopped: { silenced: 1 } });
    expect(receivers).toMatchObject([{ receiver: '#a', messages: 1, held: 1 }]);
    expect(drivers).toEqual([
      { driver_id: 'd-2', matches: 1, alerts: 1, messages: 1 },
      { driver_id: 'd-1', matches: 1, alerts: 0, messages: 0 },
    ]);
    expect(examples.at(-1)).toMatchObject({ driver_id: 'd-1', outcome: 'silenced', detail: 'training' });
    const over = answerTo(questionWith({ tested: tested({ actions }) }), [partOf(...night)], {
      silences: silencedUntil('2026-03-03T05:00Z'),
    });
    expect(over.totals).toMatchObject({ alerts: 2, held: 2, messages: 1, stopped: {} });
  });

  it('is sent at once where only some of its messages wait, and a silence leaves these out', () => {
    const quiet = { from: '22:00', to: '06:00', timezone: ZONE };
    const actions = [
      { type: 'slack', channel: '#a', quiet_hours: quiet },
      { type: 'email', to: ['x@example.com'] },
    ];
    const { totals, receivers } = answerTo(
      questionWith({ tested: tested({ actions }) }),
      [partOf(matchAt('2026-03-02T21:30:00Z'))],
      { silences: [{ id: 's', from: new Date('2026-03-03T00:00Z'), to: new Date('2026-03-04T00:00Z') }] },
    );
    expect(totals).toMatchObject({ alerts: 1, held: 0, messages: 1, stopped: {} });
    expect(receivers.map(({ receiver, messages }) => [receiver, messages])).toEqual([
      ['x@example.com', 1],
      ['#a', 0],
    ]);
  });

  it('holds a throttle and takes of a budget only until it is left out', () => {
    const quiet = { from: '22:00', to: '06:00', timezone: ZONE };
    const actions = [{ type: 'slack', channel: '#a', quiet_hours: quiet }];
    const silences = [{ id: 's', from: new Date('2026-03-03T04:00Z'), to: new Date('2026-03-03T06:00Z') }];
    const trips = [
      matchAt('2026-03-02T10:00:00Z', 'd-2'),
      ...['2026-03-02T23:30:00Z', '2026-03-03T03:00:00Z'].map((at) => matchAt(at)),
      ...['2026-03-03T05:00:00Z', '2026-03-03T08:00:00Z', '2026-03-03T09:00:00Z'].map((at) => matchAt(at)),
      matchAt('2026-03-03T09:30:00Z', 'd-2'),
    ];
    const of = (more: object) =>
      answerTo(questionWith({ tested: tested({ actions, ...more }) }), [partOf(...trips)], { silences })
        .totals;
    // Alerts of d-1: held and silenced at six, throttled by that, silenced, sent, throttled. The first of d-2 throttles the
    // second.
    expect(of(throttled)).toMatchObject({ alerts: 2, stopped: { silenced: 2, throttled: 3 } });
    const budget = { budget: { alerts_per_day: 1 } };
    // Alerts of the second day: held and silenced, over budget, silenced, sent, over budget twice.
    expect(of(budget)).toMatchObject({ alerts: 2, stopped: { silenced: 2, over_budget: 3 } });
    const fleet = { throttle: { per: 'fleet', every: '24h' } };
    // The first alert of d-2 throttles the fleet until ten the next day, so no held alert is silenced at six.
    expect(of(fleet)).toMatchObject({ alerts: 1, stopped: { silenced: 1, throttled: 5 } });
  });

  it('is suppressed or carried by rules that matched the same trip', () => {
    const summary = { ...published({ id: 'carrier', severity: 'critical' }, 4), because: 'shares_receiver' };
    const suppressor = { ...published({ id: 'wall', suppresses: ['tested'], actions: [] }, 5) };
    const question = questionWith({
      rivals: [
        { ...summary, because: 'shares_receiver' },
        { ...suppressor, because: 'suppresses' },
      ],
    });
    const { totals, receivers, rivals } = answerTo(question, [
      partOf(
        matchAt('2026-03-02T10:00:00Z', 'd-1', [0, 1]),
        matchAt('2026-03-02T11:00:00Z', 'd-1', [0, 2]),
        matchAt('2026-03-02T12:00:00Z', 'd-1', [0]),
        matchAt('2026-03-02T13:00:00Z', 'd-1', [1]),
      ),
    ]);
    expect(totals).toMatchObject({ matches: 3, alerts: 2, grouped: 1, messages: 1 });
    expect(totals.stopped).toEqual({ suppressed: 1 });
    expect(receivers).toEqual([
      { action: 'slack', receiver: '#fleet-safety', messages: 1, held: 0, grouped: 1 },
    ]);
    expect(rivals).toEqual([
      { rule: 'carrier', version: 4, because: 'shares_receiver' },
      { rule: 'wall', version: 5, because: 'suppresses' },
    ]);
  });

  it('is sent after all when a silence leaves the held alert out that suppressed it', () => {
    const held = [{ type: 'slack', channel: '#wall', batch: { every: '1h' } }];
    const wall = published({ id: 'wall', suppresses: ['tested'], actions: held }, 5);
    const question = questionWith({
      tested: tested({ throttle: { per: 'driver', every: '30m' } }),
      published: published({ id: 'tested' }, 3),
      rivals: [{ ...wall, because: 'suppresses' }],
    });
    // The published version has index 1, the rival 2.
    const matches = [
      matchAt('2026-03-02T10:10:00Z', 'd-1', [0, 1, 2]),
      // The alert of the first trip at eleven throttles it.
      matchAt('2026-03-02T11:10:00Z', 'd-1', [0, 1]),
      matchAt('2026-03-02T12:10:00Z', 'd-1', [0, 1, 2]),
    ];
    const silence = {
      id: 's',
      rules: ['wall'],
      from: new Date('2026-03-02T10:30:00Z'),
      to: new Date('2026-03-02T11:30:00Z'),
    };
    const { totals, days, difference, examples } = answerTo(question, [partOf(...matches)], {
      silences: [silence],
    });
    expect(totals).toMatchObject({ matches: 3, alerts: 1, messages: 1 });
    expect(totals.stopped).toEqual({ throttled: 1, suppressed: 1 });
    expect(days.find(({ date }) => date === '2026-03-02')).toMatchObject({ ...totals });
    expect(difference).toMatchObject({ only_new: 0, only_old: 1, both: 1 });
    expect(examples.map(({ outcome }) => outcome)).toEqual(['alert', 'throttled', 'suppressed']);
    expect(answerTo(question, [partOf(...matches)]).totals.stopped).toEqual({ suppressed: 2 });
  });

  it('is what a rule in shadow would send live, and the answer says so', () => {
    const { totals, notes, rule } = answerTo(questionWith({ tested: tested({ mode: 'shadow' }) }), [
      partOf(matchAt('2026-03-02T10:00:00Z')),
    ]);
    expect(totals.alerts).toBe(1);
    expect(rule.mode).toBe('shadow');
    expect(notes.join()).toContain('if it were live');
  });

  it('is nothing when no trips are stored, and the answer says what to do', () => {
    const nothing = { matched: 0, notMatched: 0, unknown: 0, failed: 0 };
    const { totals, notes } = answerTo(questionWith(), [{ ...partOf(), outcomes: nothing }]);
    expect(totals.matches).toBe(0);
    expect(notes).toEqual([expect.stringContaining('backfill')]);
  });

  it('says of a rule about late trips what their age is by, also for trips of a backfill', () => {
    const old = { fact: 'trip.age_seconds', operator: 'greaterThan', value: 3_600 };
    const question = questionWith({ tested: tested({ conditions: { all: [old] } }) });
    const announced = answerTo(question, [partOf()]).notes.join();
    expect(announced).toContain('is measured at the first notification of a trip');
    expect(announced).toContain(
      'Trips stored by a backfill are treated as received when they ended (age 0).',
    );
    const kept = answerTo(question, [partOf()], { backfilled: 4 }).notes.join();
    expect(kept).toContain(
      '4 of 5 trips were stored by a backfill and are treated as received when they ended',
    );
    expect(kept).toContain('A backfill with --alerts evaluates its trips when it fetches them');
    expect(answerTo(questionWith(), [partOf()], { backfilled: 4 }).notes).toEqual([]);
  });
});

describe('against the published version', () => {
  const old = published({ id: 'tested', ...throttled }, 3);

  it('each version is led through the stops on its own', () => {
    const {
      totals,
      published: before,
      difference,
    } = answerTo(questionWith({ published: old }), [
      partOf(
        matchAt('2026-03-02T10:00:00Z', 'd-1', [0, 1]),
        matchAt('2026-03-02T11:00:00Z', 'd-1', [0, 1]),
        matchAt('2026-03-04T12:00:00Z', 'd-1', [1]),
      ),
    ]);
    expect(totals.alerts).toBe(2);
    expect(before).toMatchObject({ version: 3, totals: { alerts: 2, stopped: { throttled: 1 } } });
    expect(difference).toMatchObject({ only_new: 1, only_old: 1, both: 1 });
    expect(difference?.examples.only_old[0]).toMatchObject({ explained: { reason: 'rule_1' } });
    expect(difference?.examples.only_new[0]).toMatchObject({ explained: { reason: 'rule_0' } });
  });

  it('a version in shadow notifies nobody, and the answer says so', () => {
    const inShadow = published({ id: 'tested', mode: 'shadow' }, 3);
    const result = answerTo(questionWith({ published: inShadow }), [
      partOf(matchAt('2026-03-02T10:00:00Z', 'd-1', [0, 1])),
    ]);
    expect(result.difference).toMatchObject({ only_new: 1, only_old: 0, both: 0 });
    expect(result.published?.totals.stopped).toEqual({ shadow: 1 });
    expect(result.notes.join()).toContain('"shadow"');
  });
});

describe('whatever the matches', () => {
  const match = fc
    .record({
      minute: fc.integer({ min: 0, max: 7 * 1_440 - 1 }),
      driver: fc.integer({ min: 1, max: 4 }),
      rules: fc.constantFrom([0], [0, 1], [1], [2], [0, 2], [0, 1, 2]),
    })
    .map(({ minute, driver, rules }) =>
      matchAt(new Date(Date.UTC(2026, 2, 1) + minute * 60_000).toISOString(), `d-${driver}`, rules),
    );
  const question = questionWith({
    tested: tested({ ...throttled, budget: { alerts_per_day: 2 } }),
    published: published({ id: 'tested', throttle: { per: 'fleet', every: '2h' } }, 3),
    rivals: [{ ...published({ id: 'wall', suppresses: ['tested'] }, 5), because: 'suppresses' }],
  });

  it('the order and the size of the parts change nothing, and every match is sent or stopped', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(match, { maxLength: 60, selector: ({ driverId, at }) => `${driverId} ${at}` }),
        fc.integer({ min: 1, max: 60 }),
        (matches, cut) => {
          const whole = answerTo(question, [partOf(...matches), partOf()]);
          const parts = [partOf(...matches.slice(cut).reverse()), partOf(...matches.slice(0, cut))];
          expect(answerTo(question, parts)).toEqual(whole);
          for (const each of [whole.totals, whole.published!.totals, ...whole.days])
            expect(each.alerts + Object.values(each.stopped).reduce((sum, count) => sum + count, 0)).toBe(
              each.matches,
            );
          expect(Math.max(...whole.days.map(({ alerts }) => alerts))).toBeLessThanOrEqual(2);
          const { only_new, only_old, both } = whole.difference!;
          expect(only_new + both).toBe(whole.totals.alerts);
          expect(only_old + both).toBe(whole.published!.totals.alerts);
        },
      ),
      { numRuns: 150 },
    );
  });
});
