import { describe, expect, it } from 'vitest';
import { parseRule } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { errorsOf, ruleDocument } from '../given.ts';

const hook = { type: 'webhook', url: 'https://example.com/hook' };
const slack = (quiet: JsonObject): JsonObject => ({ type: 'slack', channel: '#x', quiet_hours: quiet });

function warningsOf(fields: JsonObject): readonly string[] {
  const parsed = parseRule(ruleDocument(fields));
  return parsed.ok ? parsed.warnings.map(({ pointer, message }) => `${pointer}: ${message}`) : ['refused'];
}

describe('noise settings', () => {
  it('are accepted', () => {
    expect(
      warningsOf({
        throttle: { per: 'group', every: '24h' },
        budget: { alerts_per_day: 40 },
        owner: 'lead@example.com',
        actions: [slack({ from: '22:00', to: '06:00', timezone: 'Europe/Berlin', days: ['mon'] })],
      }),
    ).toEqual([]);
  });

  it.each<JsonObject>([
    { suppresses: ['hard-brake'] },
    { suppresses: ['hard-brake'], throttle: { per: 'driver', every: '0s' } },
    { suppresses: ['a-rule'], throttle: { per: 'driver', every: '24h' } },
    { budget: { alerts_per_day: 4 }, owner: '#safety', actions: [hook] },
    { budget: { alerts_per_day: 4 }, actions: [hook, { type: 'email', to: ['lead@example.com'] }] },
  ])('%j leaves nobody untold', (fields) => {
    expect(warningsOf(fields).filter((line) => /nobody/.test(line))).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ throttle: { per: 'drivers', every: '24h' } }, '/throttle/per'],
    [{ throttle: { per: 'driver', every: '1w' } }, '/throttle/every'],
    [{ budget: { alerts_per_day: 0 } }, '/budget/alerts_per_day'],
    [{ suppresses: ['Hard Brake'] }, '/suppresses/0'],
    [{ owner: 'the safety team' }, '/owner'],
    [{ actions: [slack({ from: '25:00', to: '06:00', timezone: 'UTC' })] }, '/actions/0/quiet_hours/from'],
    [
      { actions: [slack({ from: '22:00', to: '06:00', timezone: 'Berlin' })] },
      '/actions/0/quiet_hours/timezone',
    ],
    [{ actions: [slack({ from: '08:00', to: '08:00', timezone: 'UTC' })] }, '/actions/0/quiet_hours'],
    [
      {
        actions: [{ type: 'delete_trip', quiet_hours: { from: '22:00', to: '06:00', timezone: 'UTC' } }],
      },
      '/actions/0/quiet_hours',
    ],
  ])('%j is refused at its place', (fields, pointer) => {
    expect(errorsOf(ruleDocument(fields))).toMatchObject([{ pointer }]);
  });

  it.each<[JsonObject, string]>([
    [{ suppresses: ['a-rule'] }, '/suppresses/0: a rule does not suppress itself'],
    [{ suppresses: ['b', 'b'] }, '/suppresses/1: this rule is listed already'],
    [{ throttle: { per: 'trip', every: '1h' } }, '/throttle/per: a rule alerts once a trip anyway'],
    [{ throttle: { per: 'driver', every: '0s' } }, '/throttle/every: is zero'],
    [{ severity: 'critical', budget: { alerts_per_day: 4 } }, '/budget: critical alerts ignore budgets'],
    [{ owner: '#fleet-safety' }, '/owner: the owner is notified when'],
    [
      { suppresses: ['hard-brake', 'phone'], throttle: { per: 'driver', every: '24h' } },
      '/suppresses: for 24h after an alert the throttle stops this rule (per driver), and "hard-brake", "phone" stay suppressed',
    ],
    [
      { budget: { alerts_per_day: 4 }, actions: [hook] },
      '/budget: nobody is notified when this budget is used up',
    ],
    [
      { budget: { alerts_per_day: 4 }, actions: [hook, { type: 'delete_trip' }] },
      '/budget: nobody is notified when this budget is used up',
    ],
    [
      { throttle: { per: 'driver', every: '1h' }, actions: [{ type: 'delete_trip' }] },
      '/actions/0: trips that the throttle or the budget stops are not deleted either',
    ],
    [
      {
        severity: 'critical',
        actions: [slack({ from: '22:00', to: '06:00', timezone: 'UTC' })],
      },
      '/actions/0/quiet_hours: critical alerts ignore quiet hours',
    ],
  ])('%j is doubted', (fields, line) => {
    expect(warningsOf(fields).join()).toContain(line);
  });
});

describe('a trigger', () => {
  it.each(['each_trip', 'becomes_true'])('%s is accepted', (trigger) => {
    expect(warningsOf({ trigger })).toEqual([]);
  });

  it('that is none is refused with what is allowed', () => {
    expect(errorsOf(ruleDocument({ trigger: 'once' }))).toEqual([
      {
        pointer: '/trigger',
        message: '"once" is not allowed',
        allowed: ['each_trip', 'becomes_true'],
      },
    ]);
  });

  it('that becomes true is refused beside a deletion, whatever else the rule does', () => {
    const actions = [{ type: 'slack', channel: '#x' }, { type: 'delete_trip' }];
    expect(errorsOf(ruleDocument({ trigger: 'becomes_true', actions }))).toEqual([
      { pointer: '/trigger', message: expect.stringContaining('only the first would be deleted') as string },
    ]);
    expect(errorsOf(ruleDocument({ trigger: 'each_trip', actions }))).toEqual([]);
  });
});

describe('a batch', () => {
  const mail = (batch: JsonObject): JsonObject => ({ type: 'email', to: ['lead@example.com'], batch });
  const messagesOf = (actions: JsonObject[]): readonly string[] =>
    errorsOf(ruleDocument({ actions })).map(({ pointer, message }) => `${pointer}: ${message}`);

  it.each<JsonObject>([
    ...['1m', '15m', '90m', '1h', '8h', '24h', '1d', '2d', '7d', '48h', '3600s'].map((every) => ({ every })),
    { at: '08:00', timezone: 'Europe/Berlin' },
    { at: '08:00', timezone: 'Europe/Berlin', days: ['mon', 'fri'] },
  ])('%j is accepted', (batch) => {
    expect(warningsOf({ actions: [mail(batch)] })).toEqual([]);
  });

  it.each(['0s', '30s', '7m', '5h', '25h', '36h', '8d', 'hourly', '90s'])(
    'every %s is refused with what is allowed',
    (every) => {
      expect(messagesOf([mail({ every })])).toEqual([
        '/actions/0/batch/every: must be whole minutes that divide a day, such as 15m, 1h, 4h or 24h, or whole days up to 7d',
      ]);
    },
  );

  it.each<JsonObject>([
    {},
    { at: '08:00' },
    { timezone: 'Europe/Berlin' },
    { every: '1h', at: '08:00', timezone: 'Europe/Berlin' },
    { every: '1h', days: ['mon'] },
  ])('%j is neither windows nor a time of day', (batch) => {
    expect(messagesOf([mail(batch)])).toEqual([
      '/actions/0/batch: must be either { "every": "1h" }, or { "at": "08:00", "timezone": "Europe/Berlin" } with optional "days"',
    ]);
  });

  it.each<JsonObject>([hook, { type: 'escalate', policy: 'p' }, { type: 'delete_trip' }])(
    'is refused on %j',
    (action) => {
      expect(messagesOf([{ ...action, batch: { every: '1h' } }])).toEqual([
        '/actions/0/batch: only slack and email actions can be batched: this one is carried out at once',
      ]);
    },
  );

  it('of a critical rule has no effect', () => {
    expect(warningsOf({ severity: 'critical', actions: [mail({ every: '1h' })] })).toEqual([
      '/actions/0/batch: critical alerts are never batched: this has no effect',
    ]);
  });
});
