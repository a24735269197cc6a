import { Connection, ScheduleClient, WorkflowClient } from '@temporalio/client';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createChannels } from '../../../activities/channels/index.ts';
import {
  createBreakers,
  createFleetAlarms,
  createServiceEvidence,
  createTripStarter,
} from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createActivities } from '../../../activities/index.ts';
import { createMaps } from '../../../activities/maps/index.ts';
import { createLedger, listOutbox } from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { getIncident, noteAddress } from '../../../store/incidents/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { removeTripPositions } from '../../../store/retention/index.ts';
import { happens, incidentInStore } from '../../support/incidents/inStore.ts';
import { startMapStandIn } from '../../support/stand-ins/maps.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { useStarted } from '../../support/run/useStarted.ts';
import { storeAnswer } from '../../support/store/records.ts';

const test = useDatabase();
const NEAR = 'near Invalidenstraße 12, Berlin';
let incident: Incident;
let fleet = '';
let count = 0;

const maps = useStarted(startMapStandIn);
beforeEach(async () => {
  fleet = `f-${(count += 1)}`;
  maps.answer = 'answers';
  for (const list of [maps.questions, maps.tiles]) list.length = 0;
  // Slots that earlier tests acquired.
  await test.db.deleteFrom('rateLimits').execute();
  incident = await incidentInStore(test.db, fleet);
});

function activities() {
  const log = pino({ level: 'silent' });
  const now = (): Date => new Date();
  const config = {
    publicUrl: 'https://tripline.example',
    geocoderUrl: maps.geocoderUrl,
    mapTiles: { url: maps.tilesUrl, attribution: '© OpenStreetMap contributors' },
  };
  const deps: ActivityDependencies = {
    fleets: new Map([[fleet, { id: fleet, name: 'North', timezone: 'Europe/Berlin' }]]),
    db: test.db,
    ledger: createLedger(test.db),
    log,
    now,
    maps: createMaps({ config, db: test.db, log, now }),
    channels: createChannels({
      config: { fleets: [], outgoingWebhooks: {}, emailFrom: 'Tripline <alerts@fleet.example>' },
    }),
    isSealedAsNew: () => true,
    schedules: new ScheduleClient({ connection: Connection.lazy() }),
    trips: createTripStarter(new WorkflowClient({ connection: Connection.lazy() }), {
      taskQueue: 'nowhere',
      tripHash: String,
    }),
    alarms: createFleetAlarms({ db: test.db, log, now }),
    pulse: createServiceEvidence(now),
    breakers: createBreakers({ log }),
    publicUrl: config.publicUrl,
    tripReadableWaitMs: 1000,
    repeatAfterMs: 1000,
  };
  return createActivities(deps);
}

async function page(
  to: readonly { readonly action: 'slack' | 'email'; readonly receiver: string }[] = [
    { action: 'slack', receiver: '#safety' },
  ],
) {
  return happens(test.db, incident, {
    event: { kind: 'paged', details: { round: 1, step: 1, cause: 'time' } },
    messageKind: 'incident_page',
    to,
    set: { position: 1 },
  });
}
const send = async (ids: readonly string[]) => {
  for (const deliveryId of ids) expect(await activities().sendSlack({ fleet, deliveryId })).toBe('sent');
};
const stored = async () => (await getIncident(test.db, incident))?.placeAddress;
const outbox = async () => (await listOutbox(test.db, { fleetId: fleet })).items;
const settings = async (body: object) => {
  await storePublished(test.db, { fleetId: fleet, kind: 'settings', body: { id: 'settings', ...body } });
};

describe('the address of an incident’s place', () => {
  it('stands beside the position in Slack and in e-mails, and is asked for once', async () => {
    const [slack, email] = await page([
      { action: 'slack', receiver: '#safety' },
      { action: 'email', receiver: 'ann@fleet.example' },
    ]);
    await send([slack!]);
    expect(await activities().sendEmail({ fleet, deliveryId: email! })).toBe('sent');
    const shown = await outbox();
    expect(shown).toHaveLength(2);
    for (const { blocks, html } of shown)
      expect(JSON.stringify(blocks ?? html)).toContain(`${NEAR} (52.51627, 13.37770)`);
    expect(maps.questions).toHaveLength(1);
    expect(maps.questions[0]).toContain('lat=52.51627&lon=13.3777&');
    expect(await stored()).toEqual({ latitude: 52.51627, longitude: 13.3777, text: NEAR.slice(5) });
  });

  it('is asked for in the fleet’s language, which the whole message is in', async () => {
    await settings({ language: 'de' });
    await send(await page());
    expect(maps.questions[0]).toContain('accept-language=de');
    const [shown] = await outbox();
    const words = JSON.stringify(shown?.blocks);
    expect(words).toContain('nahe Invalidenstraße 12, Berlin');
    expect(words).toContain('Offen · Kritisch');
    expect(words).toContain('Bitte quittieren.');
    expect(words).toContain('benachrichtigt #safety');
    expect(words).not.toMatch(/Acknowledge|Step 1|near|The trip/);
  });

  it('does not delay a page: that goes without, and its next update has what came later', async () => {
    maps.answer = 'hangs';
    await send(await page());
    expect(JSON.stringify((await outbox())[0]?.blocks)).not.toContain('near');
    expect(JSON.stringify((await outbox())[0]?.blocks)).toContain('52.51627, 13.37770');
    maps.release();
    await expect.poll(stored).toMatchObject({ text: 'Invalidenstraße 12, Berlin' });
    const answer = { kind: 'acknowledge', who: 'ann', by: 'Ann', via: 'api' } as const;
    await storeAnswer(test.db, { ...incident, answer });
    await activities().refreshIncidentMessages({ fleet, incidentId: incident.id });
    expect(JSON.stringify((await outbox())[0]?.blocks)).toContain(NEAR);
    expect(maps.questions).toHaveLength(1);
  });

  it('that the geocoder does not know is not asked for again', async () => {
    const address = maps.address;
    maps.address = { error: 'Unable to geocode' };
    await send([...(await page()), ...(await page())]);
    maps.address = address;
    expect(maps.questions).toHaveLength(1);
    expect(await stored()).toMatchObject({ text: null });
  });

  it('and the map are neither asked for nor shown where the settings hide where a trip was', async () => {
    await noteAddress(test.db, incident, { latitude: 52.51627, longitude: 13.3777, text: 'Known 1' });
    await settings({ privacy: { path_pictures: false } });
    await send(await page());
    expect(JSON.stringify((await outbox())[0]?.blocks)).not.toContain('near');
    expect([maps.questions, maps.tiles]).toEqual([[], []]);
  });

  it('goes with the positions of its trip, and does not come back', async () => {
    await send(await page());
    expect(await stored()).not.toBeNull();
    const before = new Date('2030-01-01T00:00:00Z');
    expect(await removeTripPositions(test.db, { fleetId: fleet, before, limit: 10, at: new Date() })).toBe(1);
    expect(await stored()).toBeNull();
    await noteAddress(test.db, incident, { latitude: 1, longitude: 2, text: 'too late' });
    expect(await stored()).toBeNull();
  });
});

describe('the picture of a path', () => {
  it('has the streets below it, and is drawn without them when they do not come', async () => {
    await send(await page());
    const [first] = await outbox();
    expect(maps.tiles.length).toBeGreaterThan(0);
    expect(maps.tiles.length).toBeLessThanOrEqual(12);
    maps.answer = 'refuses';
    maps.tiles.length = 0;
    await send(await page());
    const [second] = await outbox();
    expect(maps.tiles.length).toBeGreaterThan(0);
    for (const entry of [first, second]) expect(entry?.hasPicture).toBe(true);
  });
});
