import { describe, expect, it } from 'vitest';
import {
  lintRouteRotations,
  lintRouteUse,
  parseDigest,
  parseRoute,
  parseRule,
  recipientsOfDigest,
  recipientsOfRule,
  unfilledRecipients,
  unknownNamesOfRoute,
} from '../../../rules/lint/index.ts';
import type { DocumentIssue, KnownDrivers, ParsedDocument, Route } from '../../../rules/lint/index.ts';
import { settingsFrom } from '../../../rules/drivers/index.ts';

const ROUTE = {
  id: 'lead',
  by: 'group',
  entries: {
    north: { email: ['north@example.com'], slack: '#north' },
    south: { email: ['rotation:south'] },
  },
  default: { email: ['fleet@example.com'], slack: '#fleet' },
};

function shown(level: string, issues: readonly DocumentIssue[]): string[] {
  return issues.map(({ pointer, message }) => `${level} ${pointer}: ${message}`);
}

function said(read: ParsedDocument<unknown>): string[] {
  return read.ok ? shown('warning', read.warnings) : shown('error', read.errors);
}

function parsed<T>(read: ParsedDocument<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.document;
}

const routeOf = (change: object): Route => parsed(parseRoute({ ...ROUTE, ...change }));
/** Returns the findings for a changed route; undefined removes a field. */
const says = (change: object): string[] =>
  said(parseRoute(JSON.parse(JSON.stringify({ ...ROUTE, ...change }))));

describe('a recipient route', () => {
  it('is accepted without a doubt as people write it', () => {
    expect(says({})).toEqual([]);
    expect(says({ by: 'attribute', attribute: '$.region' })).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'an attribute that is missing',
      { by: 'attribute' },
      'error /attribute: is missing: "by": "attribute" needs the path of the attribute, such as $.region',
    ],
    [
      'an attribute beside groups',
      { attribute: '$.region' },
      'error /attribute: has no effect beside "by": "group": remove it, or use "by": "attribute"',
    ],
    [
      'a route within a route',
      { default: { slack: 'route:other' } },
      'error /default/slack: must be a Slack channel such as #north, the id of a channel or person such as U01ABCDEF, or rotation:ID',
    ],
    [
      'the driver among the recipients',
      { default: { email: ['driver:email'] } },
      'error /default/email/0: must be an e-mail address such as lead@example.com, rotation:ID or driver:manager',
    ],
    [
      'an entry without recipients',
      { entries: { north: {} } },
      'error /entries/north: must be an object with "email", "slack" or both: who is notified',
    ],
    [
      'a recipient named twice',
      { entries: { north: { email: ['a@example.com', 'A@example.com'] } } },
      'error /entries/north/email/1: the same recipient is already at /entries/north/email/0',
    ],
    [
      'no entry and no default',
      { entries: {}, default: undefined },
      'error /entries: is empty, and there is no default: no one would be notified',
    ],
    [
      'no default',
      { default: undefined },
      'warning : has no default: no one is notified of a driver without an entry, and an alarm is raised',
    ],
    [
      'a default without a channel that entries have',
      { default: { email: ['fleet@example.com'] } },
      'warning /default: has no Slack recipient, which "north" has: by Slack, no one is notified of a driver without an entry, and an alarm is raised',
    ],
  ])('%s is reported', (_, change, expected) => {
    expect(says(change)).toContain(expected);
  });

  it('says which rotations it names are not published', () => {
    expect(lintRouteRotations(routeOf({}), new Map()).errors).toMatchObject([
      { pointer: '/entries/south/email/0', message: 'there is no published rotation "south"' },
    ]);
  });
});

describe('a document that names routes', () => {
  const rule = (...actions: object[]) =>
    recipientsOfRule(
      parsed(
        parseRule({
          id: 'crash',
          name: 'Crash',
          severity: 'warning',
          actions,
          conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
        }),
      ),
    );
  const digest = (change: object) =>
    recipientsOfDigest(
      parsed(
        parseDigest({
          id: 'weekly',
          name: 'Weekly',
          period: 'week',
          send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
          ...change,
        }),
      ),
    );
  const routes = new Map([
    ['lead', routeOf({})],
    ['region', { ...routeOf({ by: 'attribute', attribute: '$.region' }), id: 'region' }],
    ['mail', { ...routeOf({ entries: {}, default: { email: ['a@example.com'] } }), id: 'mail' }],
  ]);
  const use = (...args: Parameters<typeof lintRouteUse>) => {
    const { errors, warnings } = lintRouteUse(...args);
    return [...shown('error', errors), ...shown('warning', warnings)];
  };

  it('is refused while a route is not published, or has no recipient of the channel', () => {
    expect(use(rule({ type: 'email', to: ['a@example.com', 'route:laed'] }), routes)).toEqual([
      'error /actions/0/to/1: there is no published route "laed" (did you mean "lead"?)',
    ]);
    expect(use(rule({ type: 'slack', channel: 'route:mail' }), routes)).toEqual([
      'error /actions/0/channel: the route "mail" has no Slack recipient',
    ]);
    expect(use(rule({ type: 'slack', channel: 'route:lead' }), routes)).toEqual([]);
  });

  it('warns about entries without the channel where the default lacks it, too', () => {
    const lacking = new Map([['lead', routeOf({ default: { email: ['a@example.com'] } })]]);
    expect(use(rule({ type: 'slack', channel: 'route:lead' }), lacking)).toEqual([
      'warning /actions/0/channel: the default of the route "lead" has no Slack recipient: no one is notified where it applies, and an alarm is raised',
      'warning /actions/0/channel: the entry "south" of the route "lead" has no Slack recipient, nor has the default: no one is notified, and an alarm is raised',
    ]);
  });

  it('takes routes where approval is asked, and routes by group alone in a digest', () => {
    const asks = rule({ type: 'delete_trip', ask: 'route:gone' });
    expect(use(asks, routes)).toEqual(['error /actions/0/ask: there is no published route "gone"']);
    expect(use(digest({ to: ['route:lead'], slack: 'route:lead' }), routes)).toEqual([]);
    expect(use(digest({ slack: 'route:region' }), routes)).toEqual([
      'error /slack: the route "region" is by attribute, and each entry of a digest gets the digest of its group: name a route by group',
    ]);
    const withManager = new Map([['lead', routeOf({ default: { email: ['driver:manager'] } })]]);
    expect(use(digest({ to: ['route:lead'] }), withManager)).toEqual([
      'error /to/0: the route "lead" names driver:manager, and a digest is not about one driver: name a route without it',
    ]);
  });

  it('warns about recipients that no driver’s record fills, or that the settings do not allow', () => {
    const named = rule({ type: 'email', to: ['driver:manager', 'driver:email'] });
    const { privacy } = settingsFrom(undefined);
    expect(shown('w', unfilledRecipients(named, { privacy, filledFields: new Set(['email']) }))).toEqual([
      'w /actions/0/to/1: the fleet’s settings do not allow coaching e-mails (privacy.coaching_emails is false): nothing is sent to the driver',
      'w /actions/0/to/0: no driver’s record has manager_email, so driver:manager reaches no one: import it into the directory, or map it in the settings under driver_fields',
    ]);
  });
});

describe('a route beside the fleet’s drivers', () => {
  const doubts = (change: object, known: KnownDrivers): string[] =>
    shown('w', unknownNamesOfRoute(routeOf(change), known));

  it('warns about groups without an entry, and of entries without a group', () => {
    const entries = { nroth: { email: ['a@example.com'] } };
    expect(doubts({ entries }, { groups: ['north', 'south'] })).toEqual([
      'w /entries/nroth: there is no group "nroth" in this fleet (did you mean "north"?): no driver is in it',
      'w /entries: the group "north" has no entry: its drivers get the default',
      'w /entries: the group "south" has no entry: its drivers get the default',
    ]);
    expect(doubts({ entries }, {})).toEqual([]);
  });

  it('warns about values and recipients that no driver has', () => {
    const entries = { north: { email: ['driver:manager'] }, west: { email: ['a@example.com'] } };
    const of = { by: 'attribute', attribute: '$.region', entries };
    expect(doubts(of, { values: new Set(['north']), filledFields: new Set() })).toEqual([
      'w /entries/west: no driver read so far has "west" at $.region: the entry applies to no one',
      'w /entries/north/email/0: no driver’s record has manager_email, so driver:manager reaches no one: import it into the directory, or map it in the settings under driver_fields',
    ]);
  });
});
