import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../server/main.ts';
import { getTrip, listDecisions, listNotifications } from '../../store/trips/index.ts';
import { tripWorkflowId } from '../../workflows/contracts/index.ts';
import { PLANTED_LATITUDE, PLANTED_LONGITUDE } from '../support/stand-ins/analytics.ts';
import { ADMIN_TOKEN, FLEET, WEBHOOK_TOKEN, sha256Hex } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { useStarted } from '../support/run/useStarted.ts';
import { eventsOf, liveRule } from '../support/rules/documents.ts';

const collision = liveRule(eventsOf('COLLISION'), {
  id: 'collision',
  name: 'Collision',
  severity: 'critical',
});

const logged: string[] = [];
const stack = useStack({ more: { PORT: '0' } });
const server = useStarted(() =>
  startServer({
    config: stack.config,
    database: stack.database,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  }),
);
beforeAll(async () => {
  await stack.publish(collision);
  await stack.startWorker();
});

/** Posts a notification as the service would, its `data` filled with a position; answers status and verdict. */
async function post(driverId: string | number, tripId: string | number): Promise<[number, string]> {
  const body = {
    version: 3,
    type: 'TRIP_SCORED',
    driver_id: driverId,
    trip_id: tripId,
    data: { trip_id: 'another', simple_path: [{ latitude: PLANTED_LATITUDE, longitude: PLANTED_LONGITUDE }] },
  };
  const answer = await fetch(`${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return [answer.status, ((await answer.json()) as { status: string }).status];
}

describe('the same notification, fifty times at once and again after the workflow closed', () => {
  it('makes one workflow, one decision and one message', async () => {
    const [driverId, tripId] = ['d/17:x', '1795000000001'];
    stack.put({ driverId, tripId }, { events: [4] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(driverId, tripId)));
    expect(answers.filter(([status, word]) => status === 202 && word === 'started')).toHaveLength(1);
    expect(answers.filter(([status, word]) => status === 200 && word === 'duplicate')).toHaveLength(49);
    const handle = stack.client.workflow.getHandle(
      tripWorkflowId({ fleet: FLEET, driverId, tripId }, sha256Hex),
    );
    await handle.result();
    expect(await post(driverId, tripId)).toEqual([200, 'duplicate']);
    const key = { fleetId: FLEET, driverId, tripId };
    expect(await listDecisions(stack.database.db, key)).toHaveLength(1);
    expect((await listNotifications(stack.database.db, key)).items).toHaveLength(1);
    expect(stack.slack.messages).toHaveLength(1);
  });

  it('with numbers as ids is the same trip', async () => {
    stack.put({ driverId: '42', tripId: '1795000000002' });
    expect((await post(42, 1795000000002))[1]).toBe('started');
    expect((await post('42', '1795000000002'))[1]).toBe('duplicate');
    await expect
      .poll(
        async () =>
          (await getTrip(stack.database.db, { fleetId: FLEET, driverId: '42', tripId: '1795000000002' }))
            ?.state,
      )
      .toBe('decided');
  });
});

describe('the trip’s page', () => {
  it('opens from the link in the message, without a login, and explains', async () => {
    const link = /http:\/\/[^|>"\\]+\/t\/[\w.-]+/.exec(JSON.stringify(stack.slack.messages[0]))?.[0];
    const path = new URL(link!).pathname;
    const page = await fetch(`${server.url}${path}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('1 collision in the trip detected');
    expect(html).not.toContain(String(PLANTED_LATITUDE));
    expect((await fetch(`${server.url}${path.slice(0, -3)}xyz`)).status).toBe(404);
  });
});

describe('what was planted', () => {
  it('is in no history, no log line and no table that should not hold it', async () => {
    const trip = { driverId: 'd/17:x', tripId: '1795000000001' };
    const { text: history } = await stack.historyOf(trip);
    const secrets = [stack.analytics.apiKey, stack.slack.token, WEBHOOK_TOKEN, ADMIN_TOKEN];
    const positions = [String(PLANTED_LATITUDE), String(PLANTED_LONGITUDE)];
    for (const planted of [...secrets, ...positions]) {
      expect(history).not.toContain(planted);
      expect(stack.logged()).not.toContain(planted);
      expect(logged.join('')).not.toContain(planted);
    }
    expect(logged.join('')).toContain('/webhooks/');
    const dump = await dumpOf(stack);
    for (const secret of secrets) expect(dump.all).not.toContain(secret);
    for (const position of positions) {
      expect(dump.withoutPositions).not.toContain(position);
      expect(dump.all).toContain(position);
    }
  });
});

/** Returns the database as text: all tables, and those that are not meant to hold positions. */
async function dumpOf(of: Stack): Promise<{ all: string; withoutPositions: string }> {
  const tables = await of.database.db.introspection.getTables();
  const rows = async (names: readonly string[]): Promise<string> => {
    const parts = await Promise.all(
      names.map(async (name) =>
        JSON.stringify(
          await of.database.db
            .selectFrom(name as 'trips')
            .selectAll()
            .execute(),
        ),
      ),
    );
    return parts.join('\n');
  };
  const names = tables.map((table) =>
    table.name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  );
  const holding = new Set(['tripEvents', 'tripPaths', 'tripSnapshots', 'simulations', 'deadLetters']);
  return { all: await rows(names), withoutPositions: await rows(names.filter((name) => !holding.has(name))) };
}
