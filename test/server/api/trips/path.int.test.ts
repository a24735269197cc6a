import { beforeEach, describe, expect, it } from 'vitest';
import { storePublished } from '../../../support/store/published.ts';
import { keepGroups } from '../../../../store/facts/index.ts';
import type { Incident } from '../../../../store/incidents/index.ts';
import { removeTripPositions } from '../../../../store/retention/index.ts';
import { incidentInStore } from '../../../support/incidents/inStore.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import type { ServerInTest } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

let incident: Incident;
const server = useServer();
beforeEach(async () => {
  incident = await incidentInStore(server.db, 'north');
  await showPaths(true);
});

const get = (path: string, token: string = TOKENS.viewer): ReturnType<ServerInTest['api']> =>
  server.api('GET', path, { token });
const pathOf = ({ driverId, tripId }: Incident): string => `/trips/${driverId}/${tripId}/path`;
const collision = { type: 'COLLISION', at: '2026-03-10T12:32:10.000Z' };

async function showPaths(path_pictures: boolean): Promise<void> {
  await storePublished(server.db, { kind: 'settings', body: { id: 'settings', privacy: { path_pictures } } });
}

describe('the path of a trip', () => {
  it('is shown with the speeds and events along it', async () => {
    const { status, json } = await get(pathOf(incident));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      positions: 'shown',
      path: [
        { latitude: 52.5, longitude: 13.3, at: '2026-03-10T12:31:10.000Z' },
        { latitude: 52.51627, longitude: 13.3777 },
      ],
      events: [{ ...collision, latitude: 52.51627, longitude: 13.3777 }],
    });
    expect(json['speeds']).toHaveLength(60);
    expect((json['speeds'] as unknown[])[0]).toEqual({ at: '2026-03-10T12:31:40.000Z', speed_kmph: 100 });
  });

  it('holds no position where the fleet’s settings show no paths', async () => {
    await showPaths(false);
    const { json } = await get(pathOf(incident));
    expect(json).toMatchObject({ positions: 'switched_off', path: [], events: [collision] });
    expect(JSON.stringify(json)).not.toMatch(/latitude|52\.5/);
    expect(json['speeds']).toHaveLength(60);
  });

  it('is gone with the positions, and says so', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    await removeTripPositions(server.db, { fleetId: 'north', before: tomorrow, limit: 1_000, at: tomorrow });
    const { json } = await get(pathOf(incident));
    expect(json).toMatchObject({ positions: 'removed', path: [], speeds: [], events: [collision] });
    expect(JSON.stringify(json)).not.toContain('latitude');
  });

  it('is not there for a token that is limited to other groups', async () => {
    expect((await get(pathOf(incident), TOKENS.east)).status).toBe(404);
    expect((await get(`/incidents/${incident.id}/place`, TOKENS.east)).status).toBe(404);
    expect((await get('/trips/d-17/unknown/path')).status).toBe(404);
    const members = new Map([['d-17', ['east']]]);
    await keepGroups(server.db, { fleetId: 'north', groupIds: ['east'], members, at: new Date() });
    expect((await get(pathOf(incident), TOKENS.east)).status).toBe(200);
    expect((await get(`/incidents/${incident.id}/place`, TOKENS.east)).status).toBe(200);
  });
});

describe('the place of an incident', () => {
  it('has a link to a map, and the speeds before and after the collision', async () => {
    const { status, json } = await get(`/incidents/${incident.id}/place`);
    expect(status).toBe(200);
    expect(json).toEqual({
      latitude: 52.51627,
      longitude: 13.3777,
      at: '2026-03-10T14:32:10+02:00',
      map_link: 'https://www.openstreetmap.org/?mlat=52.51627&mlon=13.37770#map=17/52.51627/13.37770',
      speed_before_kmph: 100,
      speed_after_kmph: 0,
    });
  });

  it('has the stored address, unless the settings show no paths', async () => {
    const address = { latitude: 52.51627, longitude: 13.3777, text: 'Pariser Platz 1, Berlin' };
    await server.db
      .updateTable('incidents')
      .set({ placeAddress: JSON.stringify(address) as never })
      .where('id', '=', incident.id)
      .execute();
    expect((await get(`/incidents/${incident.id}/place`)).json['address']).toBe(address.text);
    await showPaths(false);
    expect((await get(`/incidents/${incident.id}/place`)).json).not.toHaveProperty('address');
  });

  it('is of an incident that there is', async () => {
    expect((await get('/incidents/999999/place')).status).toBe(404);
  });
});
