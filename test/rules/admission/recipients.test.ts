import { describe, expect, it } from 'vitest';
import { admit, budgetMessagesOf } from '../../../rules/admission/index.ts';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import { parseRoute, parseRule } from '../../../rules/lint/index.ts';
import type { Rule } from '../../../rules/lint/index.ts';
import { resolvePage } from '../../../rules/recipients/index.ts';
import type { NamesReceivers, RecipientDriver } from '../../../rules/recipients/index.ts';

const at = new Date('2026-11-09T09:00:00Z');
const route = parseRoute({
  id: 'lead',
  by: 'group',
  entries: { north: { email: ['lead@example.com'], slack: '#north' } },
  default: { email: ['fleet@example.com'] },
});
if (!route.ok) throw new Error('the route is refused');
const routes = new Map([['lead', route.document]]);

function ruleOf(id: string, ...actions: object[]): Rule {
  const read = parseRule({
    id,
    name: id,
    severity: 'warning',
    mode: 'live',
    budget: { alerts_per_day: 5 },
    actions,
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
  });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.document;
}

const recipientsFor =
  (driver: RecipientDriver | undefined, settings = settingsFrom(undefined)) =>
  (way: NamesReceivers) =>
    resolvePage([way], { at, routes, rotations: new Map(), settings, ...(driver && { driver }) });

function admitted(driver: RecipientDriver, rules: readonly Rule[], settings = settingsFrom(undefined)) {
  return admit({
    at,
    fleetTimezone: 'UTC',
    driverId: 'd',
    groups: driver.groups,
    silences: [],
    earlierOfTrip: [],
    matches: rules.map((rule) => ({ published: { id: rule.id, version: 1, rule } })),
    history: {
      lastPassed: () => undefined,
      passedToday: () => 0,
      alertedInRun: () => undefined,
    },
    recipients: recipientsFor(driver, settings),
  }).map(({ state, reason, deliveries }) => ({
    state,
    ...(reason && { reason }),
    to: deliveries.map(
      (each) => `${each.action} ${each.receiver} ${each.state}${each.reason ? ` ${each.reason}` : ''}`,
    ),
  }));
}

const north = { groups: ['north'], source: {} };
const mail = { type: 'email', to: ['lead@example.com', 'route:lead'] };
const slack = { type: 'slack', channel: 'route:lead' };

describe('recipients of admitted alerts', () => {
  it('are one message each, whichever name stands for them', () => {
    expect(admitted(north, [ruleOf('a', mail, slack)])).toEqual([
      { state: 'raised', to: ['email lead@example.com pending', 'slack #north pending'] },
    ]);
  });

  it('share a message with another rule that names them otherwise', () => {
    const [first, second] = admitted(north, [
      ruleOf('a', slack),
      ruleOf('b', { type: 'slack', channel: '#north' }),
    ]);
    expect(first).toEqual({ state: 'raised', to: ['slack #north pending'] });
    expect(second).toEqual({ state: 'raised', reason: 'grouped', to: ['slack #north skipped grouped'] });
  });

  it('are held by a batch as they are resolved', () => {
    const batched = { ...slack, batch: { every: '1h' } };
    expect(admitted(north, [ruleOf('a', batched)])).toEqual([
      { state: 'held', reason: 'batched', to: ['slack #north held batched'] },
    ]);
  });

  it('that stand for no one are skipped, and say so of the alert only where no one else is notified', () => {
    const stray = { groups: ['west'], source: {} };
    expect(admitted(stray, [ruleOf('a', slack)])).toEqual([
      { state: 'raised', reason: 'no_recipient', to: ['slack route:lead skipped no_recipient'] },
    ]);
    expect(admitted(stray, [ruleOf('a', slack, mail)])[0]).toEqual({
      state: 'raised',
      to: [
        'slack route:lead skipped no_recipient',
        'email lead@example.com pending',
        'email fleet@example.com pending',
      ],
    });
  });

  it('who are the driver never share a message, and need the settings', () => {
    const ann = { groups: [], source: { directory: { email: 'lead@example.com' } } };
    const coaching = ruleOf('a', { type: 'email', to: ['driver:email'] });
    const other = ruleOf('b', { type: 'email', to: ['lead@example.com'] });
    expect(admitted(ann, [coaching, other]).map(({ to }) => to)).toEqual([
      ['email driver:email skipped coaching_off'],
      ['email lead@example.com pending'],
    ]);
    const allowed = settingsFrom({ privacy: { coaching_emails: true } });
    expect(admitted(ann, [coaching, other], allowed).map(({ to }) => to)).toEqual([
      ['email lead@example.com pending'],
      ['email lead@example.com pending'],
    ]);
  });
});

it('messages about a budget are about many drivers: of a route they go to the default', () => {
  const day = { date: '2026-11-09', from: at, to: new Date('2026-11-10T00:00:00Z') };
  const rule = ruleOf('a', slack, { type: 'email', to: ['route:lead', 'driver:manager'] });
  const messages = budgetMessagesOf(rule, { at, day, recipients: recipientsFor(undefined) });
  expect(messages.map(({ kind, action, receiver }) => `${kind} ${action} ${receiver}`)).toEqual([
    'budget_notice email fleet@example.com',
    'budget_summary email fleet@example.com',
  ]);
});
