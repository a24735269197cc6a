import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../store/db/index.ts';
import { createBrowser } from '../../support/browser/cookieBrowser.ts';
import type { Browser } from '../../support/browser/cookieBrowser.ts';
import { startOidcStandIn } from '../../support/stand-ins/oidc.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { TOKENS, startServerInTest } from '../../support/servers/server.ts';
import type { ServerInTest } from '../../support/servers/server.ts';
import { useStarted } from '../../support/run/useStarted.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { storeAlert } from '../../support/store/records.ts';

/** Tests that a person who is limited to groups sees what is about drivers of these groups, and nothing else of the fleet. */
const PUBLIC_URL = 'https://tripline.example';
const ids = new Map<string, { readonly incident: string; readonly alert: string }>();

const standIn = useStarted(() => startOidcStandIn(PUBLIC_URL));
const server = useServer(() => ({
  identityProviders: [standIn.config({ groupClaim: 'depots' })],
  publicUrl: PUBLIC_URL,
}));
beforeAll(async () => {
  const at = new Date();
  for (const [driverId, groups] of [
    ['of-east', ['east', 'vans']],
    ['of-west', ['west']],
    ['of-none', []],
  ] as const) {
    const trip = { fleetId: 'north', driverId, tripId: `trip-${driverId}` };
    await sql`insert into driver_groups (fleet_id, driver_id, groups, seen_at)
      values ('north', ${driverId}, ${[...groups]}, ${at})`.execute(server.db);
    await sql`insert into trips (fleet_id, driver_id, trip_id, state, first_received_at)
      values ('north', ${driverId}, ${trip.tripId}, 'decided', ${at})`.execute(server.db);
    const of = { ...trip, rule: 'collision', version: 1, revision: 1, severity: 'critical' } as const;
    const { id: alert } = await storeAlert(server.db, { ...of, at });
    const { id: incident } = await storeIncident(server.db, { ...trip, openedAt: at });
    ids.set(driverId, { incident, alert });
  }
});

async function signedIn(claims: Record<string, unknown>): Promise<{ browser: Browser; status: number }> {
  const subject = `sub-${JSON.stringify(claims)}`.slice(0, 200);
  standIn.people.set(subject, claims);
  standIn.account = subject;
  const browser = createBrowser({ [PUBLIC_URL]: server.url });
  const stopAt = (url: string): boolean =>
    url.startsWith(PUBLIC_URL) && !url.startsWith(`${PUBLIC_URL}/sign-in/`);
  const { status } = await browser.visit(`${PUBLIC_URL}/sign-in/stand-in`, { stopAt });
  return { browser, status };
}

type Answer = { readonly status: number; readonly json: Record<string, unknown> };
type Ask = (path: string) => Promise<Answer>;
const asked =
  (browser: Browser): Ask =>
  async (path) => {
    const response = await browser.send(`${PUBLIC_URL}/api/v1/fleets/north${path}`);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
const asToken: Ask = (path) => server.api('GET', path, { token: TOKENS.east });

const driversIn = ({ json }: Answer): readonly string[] =>
  (json['items'] as { driver_id: string }[]).map(({ driver_id: id }) => id).sort();

describe.each(['a person', 'a service token'])('%s who is limited to the group east', (who) => {
  let ask: Ask;
  beforeAll(async () => {
    ask =
      who === 'a person'
        ? asked((await signedIn({ name: 'Eve', roles: ['drivers'], depots: ['east'] })).browser)
        : asToken;
  });

  it.each(['/incidents', '/alerts', '/trips'])('finds only its drivers in %s', async (path) => {
    expect(driversIn(await ask(path))).toEqual(['of-east']);
    expect(driversIn(await ask(`${path}?driver_id=of-west`))).toEqual([]);
    expect(driversIn(await server.api('GET', path, { token: TOKENS.viewer }))).toHaveLength(3);
  });

  it.each(['of-west', 'of-none'])('finds nothing of the driver %s by id', async (driver) => {
    const paths = (of: string): readonly string[] => [
      `/incidents/${ids.get(of)!.incident}`,
      `/alerts/${ids.get(of)!.alert}`,
      `/trips/${of}/trip-${of}`,
    ];
    for (const path of paths(driver)) expect((await ask(path)).status, path).toBe(404);
    for (const path of paths('of-east')) expect((await ask(path)).status, path).toBe(200);
  });

  it.each(['/rules', '/audit', '/deliveries', '/silences', '/coverage', '/drivers'])(
    'is refused what covers the whole fleet: %s',
    async (path) => {
      expect((await ask(path)).status).toBe(403);
    },
  );
});

describe('a claim of groups', () => {
  it('is what the person, the fleet’s users and the audit log are shown', async () => {
    const { browser } = await signedIn({ name: 'Wes', roles: ['drivers'], depots: ['west', 'vans', 'west'] });
    const me = (await (await browser.send(`${PUBLIC_URL}/api/v1/me`)).json()) as object;
    expect(me).toMatchObject({ fleets: [{ id: 'north', role: 'viewer', groups: ['west', 'vans'] }] });
    const { json } = await server.api('GET', '/users');
    expect(json['items']).toContainEqual(expect.objectContaining({ name: 'Wes', groups: ['west', 'vans'] }));
    const { items } = await listAudit(server.db, { fleetId: 'north', who: 'Wes' });
    expect(items[0]?.details).toMatchObject({ role: 'viewer', groups: ['west', 'vans'] });
    expect(driversIn(await asked(browser)('/incidents'))).toEqual(['of-east', 'of-west']);
  });

  it.each([{}, { depots: [] }, { depots: 7 }])(
    'that names no group lets no viewer in: %o',
    async (claims) => {
      const { status } = await signedIn({ name: 'Nia', roles: ['drivers'], ...claims });
      expect(status).toBe(403);
      const { items } = await listAudit(server.db, { fleetId: 'north', action: 'sign_in.refused' });
      expect(items[0]?.why).toBe('No claim names a group.');
    },
  );

  it('does not limit editors and admins', async () => {
    const { browser } = await signedIn({ name: 'Ed', roles: ['leads'], depots: ['east'] });
    expect(driversIn(await asked(browser)('/alerts'))).toHaveLength(3);
  });

  it('that the configuration asks for later ends what a viewer may until the next sign-in', async () => {
    const before = await startServerInTest(server.database, {
      identityProviders: [standIn.config()],
      publicUrl: PUBLIC_URL,
    });
    standIn.people.set('early', { name: 'Early', roles: ['drivers'] });
    standIn.account = 'early';
    const browser = createBrowser({ [PUBLIC_URL]: before.url });
    const stopAt = (url: string): boolean =>
      url.startsWith(PUBLIC_URL) && !url.startsWith(`${PUBLIC_URL}/sign-in/`);
    await browser.visit(`${PUBLIC_URL}/sign-in/stand-in`, { stopAt });
    const cookie = `__Host-tripline_session=${browser.cookie(PUBLIC_URL, '__Host-tripline_session') ?? ''}`;
    const statusAt = async ({ url }: ServerInTest): Promise<number> =>
      (await fetch(`${url}/api/v1/me`, { headers: { cookie } })).status;
    expect(await statusAt(before)).toBe(200);
    expect(await statusAt(server)).toBe(401);
    await before.close();
  });
});
