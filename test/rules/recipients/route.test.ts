import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import { parseRotation, parseRoute } from '../../../rules/lint/index.ts';
import type { Route } from '../../../rules/lint/index.ts';
import { whyRecipient } from '../../../messages/decisions/index.ts';
import { reasonOf, recipientNeeds, resolvePage } from '../../../rules/recipients/index.ts';
import type { NamesReceivers, RecipientDriver } from '../../../rules/recipients/index.ts';

const at = new Date('2026-11-09T09:00:00Z');

function routeOf(change: object): Route {
  const document = {
    id: 'lead',
    by: 'group',
    entries: {
      north: { email: ['north@example.com'], slack: '#north' },
      south: { email: ['south@example.com', 'driver:manager'] },
    },
    default: { email: ['fallback@example.com'], slack: '#fleet' },
    ...change,
  };
  // The conversion drops undefined fields.
  const read = parseRoute(JSON.parse(JSON.stringify(document)));
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.document;
}

const night = parseRotation({
  id: 'night',
  timezone: 'Europe/Berlin',
  handover: { weekday: 'mon', at: '08:00' },
  people: [{ name: 'Bob', email: 'bob@example.com' }],
});
if (!night.ok) throw new Error('the rotation is refused');
const rotations = new Map([['night', night.document]]);

const driver = (given: Partial<RecipientDriver>): RecipientDriver => ({ groups: [], source: {}, ...given });

function sent(
  route: Route,
  of: RecipientDriver | undefined,
  channel: 'slack' | 'email' = 'email',
  settings = settingsFrom(undefined),
) {
  const named = `route:${route.id}`;
  const way: NamesReceivers =
    channel === 'slack' ? { type: 'slack', channel: named } : { type: 'email', to: [named] };
  const routes = new Map([[route.id, route]]);
  const found = resolvePage([way], {
    at,
    rotations,
    routes,
    settings,
    ...(of && { driver: of }),
  });
  return {
    to: found.receivers.map(({ action, receiver }) => `${action} ${receiver}`),
    why: found.receivers.map((each) => whyRecipient(reasonOf(each)!)),
    unreachable: found.unreachable,
  };
}

describe('a route by group', () => {
  it('names the entries of all groups of the driver, each recipient once', () => {
    const route = routeOf({
      entries: {
        north: { email: ['lead@example.com', 'north@example.com'] },
        south: { email: ['Lead@example.com'] },
        west: { email: ['west@example.com'] },
      },
    });
    expect(sent(route, driver({ groups: ['south', 'north', 'east'] }))).toEqual({
      to: ['email lead@example.com', 'email north@example.com'],
      why: [
        'Route lead, entry north: the driver is in the group north',
        'Route lead, entry north: the driver is in the group north',
      ],
      unreachable: [],
    });
  });

  it.each([
    ['in no group', { groups: [] }, 'the driver is in no group'],
    ['in other groups', { groups: ['east'] }, 'no group of the driver has an entry'],
    ['in groups that are not known', { groups: undefined }, 'the driver’s groups were not known'],
  ])('names the default for a driver %s', (_, of, why) => {
    expect(sent(routeOf({}), driver(of))).toEqual({
      to: ['email fallback@example.com'],
      why: [`Route lead, default: ${why}`],
      unreachable: [],
    });
  });

  it('names the default for an entry without the wanted channel', () => {
    expect(sent(routeOf({}), driver({ groups: ['south'] }), 'slack')).toEqual({
      to: ['slack #fleet'],
      why: ['Route lead, default: the entry south has no recipient of this channel'],
      unreachable: [],
    });
  });

  it('says that it reaches no one where the default lacks the channel, too', () => {
    const route = routeOf({ default: { email: ['fallback@example.com'] } });
    expect(sent(route, driver({ groups: ['south'] }), 'slack')).toEqual({
      to: [],
      why: [],
      unreachable: ['route:lead'],
    });
    expect(sent(routeOf({ default: undefined }), driver({}))).toMatchObject({ unreachable: ['route:lead'] });
  });

  it('is not confused by groups with the names of built-in properties', () => {
    expect(sent(routeOf({}), driver({ groups: ['constructor', 'toString'] })).to).toEqual([
      'email fallback@example.com',
    ]);
  });
});

describe('a route by attribute', () => {
  const byRegion = routeOf({ by: 'attribute', attribute: '$.region' });

  it('reads own properties of the attributes', () => {
    expect(sent(byRegion, driver({ source: { attributes: { region: 'north' } } }))).toEqual({
      to: ['email north@example.com'],
      why: ['Route lead, entry north: the driver’s $.region'],
      unreachable: [],
    });
    const inherited = Object.create({ region: 'north' }) as Record<string, string>;
    expect(sent(byRegion, driver({ source: { attributes: inherited } })).why).toEqual([
      'Route lead, default: the driver has no $.region',
    ]);
  });

  it('says that a value has no entry, without the value', () => {
    expect(sent(byRegion, driver({ source: { attributes: { region: 'secret' } } })).why).toEqual([
      'Route lead, default: the value of the driver’s $.region has no entry',
    ]);
  });

  it('lets the directory take precedence where the path is that of a field of the record', () => {
    const source = { directory: { region: 'north' }, attributes: { region: 'south', depot: 'south' } };
    expect(sent(byRegion, driver({ source })).to).toEqual(['email north@example.com']);
    const byDepot = routeOf({ by: 'attribute', attribute: '$.depot', entries: byRegion.entries });
    expect(sent(byDepot, driver({ source: { attributes: source.attributes } })).to[0]).toBe(
      'email south@example.com',
    );
    const mapped = settingsFrom({ driver_fields: { region: '$.depot' } });
    expect(sent(byDepot, driver({ source }), 'email', mapped).to).toEqual(['email north@example.com']);
    // The record no longer has a field `$.region`.
    expect(sent(byRegion, driver({ source }), 'email', mapped).to[0]).toBe('email south@example.com');
  });
});

describe('the names in entries', () => {
  it('resolve rotations, in the other channel where the person has no address in the wanted one', () => {
    const route = routeOf({ entries: { north: { slack: 'rotation:night' } } });
    expect(sent(route, driver({ groups: ['north'] }), 'slack')).toEqual({
      to: ['email bob@example.com'],
      why: ['Route lead, entry north: the driver is in the group north. On call in the rotation night: Bob'],
      unreachable: [],
    });
  });

  it('resolve the driver’s manager, and say which name of an entry reaches no one', () => {
    const of = { groups: ['south'], source: { directory: { manager_email: 'mia@example.com' } } };
    expect(sent(routeOf({}), driver(of))).toEqual({
      to: ['email south@example.com', 'email mia@example.com'],
      why: [
        'Route lead, entry south: the driver is in the group south',
        'Route lead, entry south: the driver is in the group south. The driver’s manager, from the directory',
      ],
      unreachable: [],
    });
    expect(sent(routeOf({}), driver({ groups: ['south'] })).unreachable).toEqual([
      'route:lead (south: driver:manager)',
    ]);
  });

  it('give way to the default where none of them reaches anyone', () => {
    const route = routeOf({ entries: { north: { email: ['driver:manager', 'rotation:gone'] } } });
    expect(sent(route, driver({ groups: ['north'] }))).toMatchObject({
      to: ['email fallback@example.com'],
      why: ['Route lead, default: the entry north reaches no one'],
    });
  });
});

describe('recipients from the driver record', () => {
  const manager: NamesReceivers = { type: 'email', to: ['driver:manager'] };
  const coaching: NamesReceivers = { type: 'email', to: ['driver:email'] };
  const resolve = (way: NamesReceivers, of: RecipientDriver, settings = settingsFrom(undefined)) =>
    resolvePage([way], { at, rotations, settings, driver: of });

  it('are taken from the directory or the mapped attribute', () => {
    const settings = settingsFrom({ driver_fields: { manager_email: '$.boss' } });
    const source = { attributes: { boss: 'mia@example.com' } };
    const { receivers } = resolve(manager, driver({ source }), settings);
    expect(receivers).toEqual([
      {
        action: 'email',
        receiver: 'mia@example.com',
        because: { named: 'driver:manager', origin: '$.boss' },
      },
    ]);
    expect(whyRecipient(reasonOf(receivers[0]!)!)).toBe('The driver’s manager, from the attribute $.boss');
  });

  it('reach no one where the field is no address', () => {
    const source = { directory: { manager_email: 'Mia\r\nBcc: all@example.com' } };
    expect(resolve(manager, driver({ source }))).toMatchObject({
      receivers: [],
      unreachable: ['driver:manager'],
    });
  });

  it('include the driver only where the settings allow it', () => {
    const of = driver({ source: { directory: { email: 'ann@example.com' } } });
    expect(resolve(coaching, of)).toEqual({
      receivers: [],
      unreachable: [],
      notAllowed: ['driver:email'],
    });
    const allowed = settingsFrom({ privacy: { coaching_emails: true } });
    expect(resolve(coaching, of, allowed).receivers).toMatchObject([
      { receiver: 'ann@example.com', isCoaching: true },
    ]);
  });
});

it('what has to be known of a driver follows from what is named', () => {
  const routes = new Map([
    ['lead', routeOf({ entries: { north: { slack: '#north' } } })],
    ['region', { ...routeOf({ by: 'attribute', attribute: '$.region' }), id: 'region' }],
  ]);
  const needs = (...to: string[]) => recipientNeeds([{ type: 'email', to }], routes);
  expect(needs('a@example.com')).toEqual({ groups: false, record: false });
  expect(needs('route:lead')).toEqual({ groups: true, record: false });
  expect(needs('route:region')).toEqual({ groups: false, record: true });
  expect(needs('driver:manager')).toEqual({ groups: false, record: true });
  expect(needs('route:gone')).toEqual({ groups: false, record: false });
});

it('a route with a default of the channel never loses a recipient, and names none twice', () => {
  const group = fc.constantFrom('north', 'south', 'east', 'west');
  const entry = fc.record(
    {
      email: fc.uniqueArray(
        fc.constantFrom('a@example.com', 'b@example.com', 'driver:manager', 'rotation:gone'),
        { minLength: 1 },
      ),
      slack: fc.constantFrom('#a', '#b', 'rotation:gone'),
    },
    { requiredKeys: [] },
  );
  const entries = fc.dictionary(group, entry, { noNullPrototype: true });
  const groups = fc.option(fc.array(group), { nil: undefined });
  fc.assert(
    fc.property(entries, groups, fc.constantFrom('email' as const, 'slack' as const), (each, of, channel) => {
      const filled = Object.fromEntries(
        Object.entries(each).filter(([, value]) => Object.keys(value).length > 0),
      );
      const { to } = sent(routeOf({ entries: filled }), driver({ groups: of }), channel);
      expect(to.length).toBeGreaterThan(0);
      expect(new Set(to).size).toBe(to.length);
      const reachable = (of ?? []).flatMap((name) => {
        const value = filled[name]?.[channel];
        return (typeof value === 'string' ? [value] : (value ?? [])).filter((text) => /[@#]/.test(text));
      });
      for (const receiver of reachable) expect(to).toContain(`${channel} ${receiver}`);
    }),
  );
});
