import { describe, expect, it } from 'vitest';
import { admit, inSendingOrder } from '../../../rules/admission/index.ts';
import type {
  AdmissionHistory,
  AdmissionInput,
  AdmittedAlert,
  Match,
  PassedAlert,
} from '../../../rules/admission/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { published } from '../given.ts';

const NOON = new Date('2026-01-12T11:00:00Z');
const NIGHT = new Date('2026-01-12T23:00:00Z');
const NO_HISTORY: AdmissionHistory = {
  lastPassed: () => undefined,
  passedToday: () => 0,
  alertedInRun: () => undefined,
};
const QUIET = { from: '22:00', to: '06:00', timezone: 'Europe/Berlin' };
const slack = (channel: string, fields: JsonObject = {}): JsonObject => ({
  type: 'slack',
  channel,
  ...fields,
});

function ruleOf(fields: JsonObject): Match {
  return { published: published(fields) };
}

function admitAt(at: Date, matches: readonly Match[], fields: Partial<AdmissionInput> = {}): AdmittedAlert[] {
  return admit({
    at,
    fleetTimezone: 'Europe/Berlin',
    driverId: 'd-1',
    groups: ['north'],
    matches,
    silences: [],
    earlierOfTrip: [],
    history: NO_HISTORY,
    ...fields,
  });
}

/** Returns an alert in one line: rule, state, reason, detail, and the states of its messages. */
function line({ match, state, reason, detail, deliveries }: AdmittedAlert): string {
  const messages = deliveries.map((each) => `${each.receiver}:${each.state}`).join(' ');
  return [match.published.id, state, reason, detail && `(${detail})`, messages].filter(Boolean).join(' ');
}

const passed = (hoursAgo: number, severity: PassedAlert['severity'] = 'warning') => ({
  history: {
    lastPassed: () => ({ at: new Date(NOON.getTime() - hoursAgo * 3_600_000), severity }),
    passedToday: () => 0,
    alertedInRun: () => undefined,
  },
});
const today = (count: number) => ({ history: { ...NO_HISTORY, passedToday: () => count } });
const running = (tripId: string) => ({ history: { ...NO_HISTORY, alertedInRun: () => tripId } });
const DAILY = { throttle: { per: 'driver', every: '24h' } };

describe('one match', () => {
  it.each<[string, JsonObject, Partial<AdmissionInput>, string]>([
    ['goes out', {}, {}, 'a-rule raised #fleet-safety:pending'],
    ['is kept in shadow', { mode: 'shadow' }, {}, 'a-rule stopped shadow #fleet-safety:skipped'],
    [
      'is silenced, whoever it is about',
      {},
      { silences: [{ id: 's' }] },
      'a-rule stopped silenced (s) #fleet-safety:skipped',
    ],
    [
      'is silenced by rule, driver and group',
      {},
      { silences: [{ id: 's', rules: ['a-rule'], drivers: ['d-1'], groups: ['south', 'north'] }] },
      'a-rule stopped silenced (s) #fleet-safety:skipped',
    ],
    [
      'is not silenced when one of the scopes does not fit',
      {},
      {
        silences: [
          { id: 's', rules: ['a-rule'], drivers: ['d-2'] },
          { id: 't', groups: ['south'] },
        ],
      },
      'a-rule raised #fleet-safety:pending',
    ],
    [
      'is not silenced by group while the groups are not known',
      {},
      { groups: undefined, silences: [{ id: 's', groups: ['north'] }] },
      'a-rule raised #fleet-safety:pending',
    ],
    [
      'is not silenced with the fleet, its driver or its group when it is critical',
      { severity: 'critical' },
      { silences: [{ id: 's' }, { id: 't', drivers: ['d-1'] }, { id: 'u', groups: ['north'] }] },
      'a-rule raised #fleet-safety:pending',
    ],
    [
      'is silenced although critical where the silence names the rule',
      { severity: 'critical' },
      { silences: [{ id: 's' }, { id: 't', rules: ['a-rule'], drivers: ['d-1'] }] },
      'a-rule stopped silenced (t) #fleet-safety:skipped',
    ],
    [
      'is suppressed by an alert of an earlier revision',
      {},
      { earlierOfTrip: [{ rule: 'crash', suppresses: ['a-rule'] }] },
      'a-rule stopped suppressed (crash) #fleet-safety:skipped',
    ],
    ['is not throttled without a throttle', {}, passed(1), 'a-rule raised #fleet-safety:pending'],
    [
      'is throttled',
      DAILY,
      passed(23),
      'a-rule stopped throttled (2026-01-11T12:00:00.000Z) #fleet-safety:skipped',
    ],
    ['is not throttled when the time is over', DAILY, passed(24), 'a-rule raised #fleet-safety:pending'],
    [
      'breaks through a lower severity',
      { ...DAILY, severity: 'critical' },
      passed(1),
      'a-rule raised #fleet-safety:pending',
    ],
    [
      'is throttled although critical',
      { ...DAILY, severity: 'critical' },
      passed(1, 'critical'),
      'a-rule stopped throttled (2026-01-12T10:00:00.000Z) #fleet-safety:skipped',
    ],
    [
      'is the last within budget',
      { budget: { alerts_per_day: 2 } },
      today(1),
      'a-rule raised #fleet-safety:pending',
    ],
    [
      'is over budget',
      { budget: { alerts_per_day: 2 } },
      today(2),
      'a-rule stopped over_budget (2 a day) #fleet-safety:skipped',
    ],
    [
      'passes the budget when critical',
      { budget: { alerts_per_day: 2 }, severity: 'critical' },
      today(9),
      'a-rule raised #fleet-safety:pending',
    ],
    ['without an action notifies nobody', { actions: [] }, {}, 'a-rule raised'],
  ])('%s', (_, rule, fields, expected) => {
    expect(admitAt(NOON, [ruleOf(rule)], fields).map(line)).toEqual([expected]);
  });
});

describe('a rule that alerts when it becomes true', () => {
  const ONCE = { trigger: 'becomes_true' };

  it.each<[string, JsonObject, Partial<AdmissionInput>, string]>([
    ['alerts for the first match of a run', ONCE, {}, 'a-rule raised #fleet-safety:pending'],
    [
      'does not alert again in its run',
      ONCE,
      running('t-0'),
      'a-rule stopped still_true (t-0) #fleet-safety:skipped',
    ],
    [
      'says so in shadow too',
      { ...ONCE, mode: 'shadow' },
      running('t-0'),
      'a-rule stopped still_true (t-0) #fleet-safety:skipped',
    ],
    [
      'says so before a silence, however severe it is',
      { ...ONCE, severity: 'critical' },
      { ...running('t-0'), silences: [{ id: 's' }] },
      'a-rule stopped still_true (t-0) #fleet-safety:skipped',
    ],
    ['is asked for by name', {}, running('t-0'), 'a-rule raised #fleet-safety:pending'],
    [
      'is not asked for with each_trip',
      { trigger: 'each_trip' },
      running('t-0'),
      'a-rule raised #fleet-safety:pending',
    ],
  ])('%s', (_, rule, fields, expected) => {
    expect(admitAt(NOON, [ruleOf(rule)], fields).map(line)).toEqual([expected]);
  });

  it('uses neither throttle nor budget while it is still true, and suppresses nothing', () => {
    const crash = ruleOf({ id: 'crash', suppresses: ['brake'], ...ONCE, ...DAILY });
    const alerts = admitAt(NOON, [crash, ruleOf({ id: 'brake' })], running('t-0'));
    expect(alerts[0]).toMatchObject({ passedThrottle: false, passedBudget: false });
    expect(alerts[1]).toMatchObject({ state: 'raised' });
  });
});

describe('a batch', () => {
  const hourly = slack('#calm', { batch: { every: '1h' } });

  it('holds an alert until the end of its window', () => {
    const [alert] = admitAt(NOON, [ruleOf({ actions: [hourly] })]);
    expect(alert && line(alert)).toBe('a-rule held batched #calm:held');
    expect(alert).toMatchObject({ passedThrottle: true, passedBudget: true });
    expect(alert?.deliveries[0]).toMatchObject({
      reason: 'batched',
      releaseAt: new Date('2026-01-12T12:00:00Z'),
    });
  });

  it('holds its own action only, and never a critical alert', () => {
    const actions = [hourly, slack('#now')];
    expect(admitAt(NOON, [ruleOf({ actions })]).map(line)).toEqual(['a-rule raised #calm:held #now:pending']);
    expect(admitAt(NOON, [ruleOf({ actions, severity: 'critical' })]).map(line)).toEqual([
      'a-rule raised #calm:pending #now:pending',
    ]);
  });

  it('comes after throttle and budget', () => {
    const rule = { actions: [hourly], budget: { alerts_per_day: 2 } };
    expect(admitAt(NOON, [ruleOf(rule)], today(2)).map(line)).toEqual([
      'a-rule stopped over_budget (2 a day) #calm:skipped',
    ]);
  });

  it.each([
    [
      'ends within quiet hours: at their end',
      '2026-01-12T20:30:00Z',
      '4h',
      'batched',
      '2026-01-13T05:00:00Z',
    ],
    [
      'is raised in quiet hours that end last',
      '2026-01-12T23:00:00Z',
      '1h',
      'quiet_hours',
      '2026-01-13T05:00:00Z',
    ],
    [
      'is raised in quiet hours that end first',
      '2026-01-13T04:30:00Z',
      '4h',
      'batched',
      '2026-01-13T07:00:00Z',
    ],
  ])('whose window %s', (_, at, every, reason, releaseAt) => {
    const actions = [slack('#calm', { batch: { every }, quiet_hours: QUIET })];
    const [alert] = admitAt(new Date(at), [ruleOf({ actions })]);
    expect(alert).toMatchObject({ state: 'held', reason });
    expect(alert?.deliveries[0]).toMatchObject({ reason, releaseAt: new Date(releaseAt) });
  });
});

describe('quiet hours', () => {
  const actions = [slack('#quiet', { quiet_hours: QUIET }), slack('#awake')];

  it('hold one message and let the other pass', () => {
    const [alert] = admitAt(NIGHT, [ruleOf({ actions })]);
    expect(alert && line(alert)).toBe('a-rule raised #quiet:held #awake:pending');
    expect(alert?.deliveries[0]).toMatchObject({
      reason: 'quiet_hours',
      releaseAt: new Date('2026-01-13T05:00:00Z'),
    });
  });

  it('hold an alert whose every message they hold', () => {
    expect(admitAt(NIGHT, [ruleOf({ actions: actions.slice(0, 1) })]).map(line)).toEqual([
      'a-rule held quiet_hours #quiet:held',
    ]);
  });

  it.each([
    ['a critical one', NIGHT, { severity: 'critical' }],
    ['by day', NOON, {}],
  ])('pass %s', (_, at, fields) => {
    expect(admitAt(at, [ruleOf({ actions, ...fields })]).map(line)).toEqual([
      'a-rule raised #quiet:pending #awake:pending',
    ]);
  });
});

describe('several matches of one trip', () => {
  const mail = { type: 'email', to: ['lead@example.com'] };
  const hook = { type: 'webhook', url: 'https://hooks.example.com/x' };

  it('go in the message of the most severe one; webhooks and deletions go alone', () => {
    const alerts = admitAt(NOON, [
      ruleOf({ id: 'brake', actions: [{ type: 'delete_trip' }, slack('#safety'), mail, hook] }),
      ruleOf({
        id: 'crash',
        severity: 'critical',
        actions: [slack('#safety'), { ...mail, to: ['Lead@example.com'] }, hook],
      }),
    ]);
    expect(alerts.map(line)).toEqual([
      'brake raised trip:pending #safety:skipped lead@example.com:skipped https://hooks.example.com/x:pending',
      'crash raised #safety:pending Lead@example.com:pending https://hooks.example.com/x:pending',
    ]);
    expect(alerts[0]?.deliveries[1]).toMatchObject({ reason: 'grouped', groupedInto: 'crash' });
    expect(inSendingOrder(alerts).at(-1)?.delivery.action).toBe('delete_trip');
  });

  it('of one severity go in the message of the first', () => {
    const alerts = admitAt(NOON, [ruleOf({ id: 'one' }), ruleOf({ id: 'two' })]);
    expect(alerts.map(line)).toEqual([
      'one raised #fleet-safety:pending',
      'two raised grouped (one) #fleet-safety:skipped',
    ]);
  });

  it('are not carried by a message that does not go out', () => {
    const alerts = admitAt(NIGHT, [
      ruleOf({ id: 'held', actions: [slack('#x', { quiet_hours: QUIET })] }),
      ruleOf({ id: 'shadow', mode: 'shadow', severity: 'critical', actions: [slack('#x')] }),
      ruleOf({ id: 'goes', severity: 'info', actions: [slack('#x')] }),
    ]);
    expect(alerts.map(line)).toEqual([
      'held held quiet_hours #x:held',
      'shadow stopped shadow #x:skipped',
      'goes raised #x:pending',
    ]);
  });

  it('suppress others, unless they are in shadow or silenced', () => {
    const brake = ruleOf({ id: 'brake' });
    const crash = (fields: JsonObject) => ruleOf({ id: 'crash', suppresses: ['brake'], ...fields });
    const second = (matches: Match[], fields: Partial<AdmissionInput> = {}) =>
      admitAt(NOON, matches, fields)[1]?.reason;
    expect(second([crash({}), brake])).toBe('suppressed');
    expect(second([crash({ mode: 'shadow' }), brake])).toBeUndefined();
    expect(second([crash({}), brake], { silences: [{ id: 's', rules: ['crash'] }] })).toBeUndefined();
    expect(second([crash(DAILY), brake], passed(1))).toBe('suppressed');
  });
});

describe('a rule in shadow', () => {
  it.each<[string, Match, Partial<AdmissionInput>, string | undefined, boolean, boolean]>([
    ['would pass', ruleOf({ mode: 'shadow' }), {}, undefined, true, true],
    ['would be throttled', ruleOf({ mode: 'shadow', ...DAILY }), passed(1), 'throttled', false, false],
    [
      'would be over budget',
      ruleOf({ mode: 'shadow', budget: { alerts_per_day: 1 } }),
      today(1),
      'over_budget',
      true,
      false,
    ],
    ['would be silenced', ruleOf({ mode: 'shadow' }), { silences: [{ id: 's' }] }, 'silenced', false, false],
  ])('%s', (_, match, fields, detail, passedThrottle, passedBudget) => {
    const [alert] = admitAt(NOON, [match], fields);
    expect(alert).toMatchObject({ state: 'stopped', reason: 'shadow', passedThrottle, passedBudget });
    expect(alert?.detail).toBe(detail);
  });
});
