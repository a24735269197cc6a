import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointSecret } from '../../messages/channels/webhook/index.ts';
import { startServer } from '../../server/main.ts';
import type { RunningServer } from '../../server/main.ts';
import { keepReading } from '../../store/facts/index.ts';
import { PLANTED_LATITUDE, PLANTED_LONGITUDE, standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { placesOf } from '../support/store/databaseScan.ts';
import { chain, collisionRule, incidentsOf, untilEvent } from '../support/incidents/documents.ts';
import { ADMIN_TOKEN, FLEET, WEBHOOK_TOKEN } from '../support/servers/stack.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';
import { useStack } from '../support/servers/useStack.ts';
import { deletingRule } from '../support/rules/documents.ts';

const HOOK_ORIGIN = 'https://127.0.0.1:9';

/** Texts that are planted in the inputs, by their kind. */
const PLANTED = {
  positions: [String(PLANTED_LATITUDE), String(PLANTED_LONGITUDE)],
  secrets: [
    WEBHOOK_TOKEN,
    ADMIN_TOKEN,
    'planted-editor-token',
    'planted-viewer-token',
    'planted-analytics-key',
    'xoxb-planted-slack-token',
    'planted-signing-secret',
    'planted-smtp-password',
    'planted-wrong-token',
    PLANTED_WEBHOOK_KEY(),
    // Secrets of the receiver below, before and after its rotation: without `whsec_`, and in hex.
    ...[1, 2].flatMap((generation) => {
      const secret = endpointSecret(PLANTED_WEBHOOK_KEY(), { fleet: FLEET, origin: HOOK_ORIGIN }, generation);
      return [secret.replace('whsec_', ''), Buffer.from(secret.slice(6), 'base64').toString('hex')];
    }),
  ],
  /** Part of the address of a person's webhook. */
  hooks: ['planted-hook-token'],
  /** Addresses of people who are notified or answer. */
  addresses: ['planted-lead@example.com', 'planted-oncall@example.com'],
  people: ['Olga Planted-Oncall', 'Ann Planted-Answerer'],
  words: ['planted-note-of-a-person'],
  /** A driver whose id is an address, as in many fleets. */
  drivers: ['planted-driver@example.com'],
  names: ['Petra Planted-Person'],
} as const;
type Kind = keyof typeof PLANTED;

function PLANTED_WEBHOOK_KEY(): string {
  return `whsec_${Buffer.from('planted-webhook-signing-key-of-32').toString('base64')}`;
}
const DRIVER = PLANTED.drivers[0];
const [LEAD, ONCALL] = PLANTED.addresses;

/**
 * Places in the database where each kind may be, and the reason. Any other place is a leak. An entry without a find is obsolete.
 */
const ALLOWED: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  secrets: {},
  positions: {
    'dead_letters.body': 'a body nobody could read, kept whole for whoever mends the sender',
    'notifications.body': 'a notification of a type we do not know',
    'trip_events.latitude_end': 'where an event happened',
    'trip_events.latitude_start': 'where an event happened',
    'trip_events.longitude_end': 'where an event happened',
    'trip_events.longitude_start': 'where an event happened',
    'trip_paths.path': 'the way, for the picture in messages',
    'trip_snapshots.raw': 'a trip that a rule wants deleted, as the service sent it',
    'trip_snapshots.trip': 'the same, in our words',
    'trips.extra': 'what the service sends beside what we know: it might be a position, and goes as one',
  },
  hooks: {
    'audit.details': 'who was sent what',
    'decisions.decision': 'who is told, as the decision says',
    'deliveries.receiver': 'who is told',
    'document_versions.body': 'where a rule sends to',
    'simulations.result': 'who would have been told',
  },
  addresses: {
    'decisions.decision': 'who is told, as the decision says',
    'deliveries.receiver': 'who is told',
    'document_versions.body': 'whom a rule or rotation names',
    'incident_events.details': 'whom a page told',
    'simulations.result': 'who would have been told',
  },
  people: {
    'audit.by': 'who answered',
    'deliveries.recipient_reason': 'who was on call',
    'document_versions.body': 'who is on call',
    'incident_events.by': 'who answered',
    'incident_events.details': 'who was called, by name',
    'incidents.acknowledged_by': 'who answered',
    'incidents.assignee': 'who has it',
    'incidents.resolved_by': 'who answered',
  },
  words: {
    'audit.why': 'what was said with an answer',
    'incident_events.note': 'what was said with an answer',
    'incidents.note': 'what was said with an answer',
  },
  drivers: {
    'alerts.driver_id': 'whose trip it was',
    'audit.details': 'whose trip it was',
    'audit.subject_id': 'whose trip it was',
    'dead_letters.body': 'a body nobody could read',
    'decisions.decision': 'whose trip it was',
    'decisions.driver_id': 'whose trip it was',
    'deletions.driver_id': 'whose trip it was',
    'deliveries.driver_id': 'whose trip it was',
    'driver_readings.driver_id': 'whose score it is',
    'driver_readings.reading': 'whose score it is',
    'incident_alerts.driver_id': 'whose trip it was',
    'incident_events.details': 'whose trip it was',
    'incidents.driver_id': 'whose trip it was',
    'notifications.body': 'a notification of a type we do not know',
    'notifications.driver_id': 'whose trip it was',
    'simulations.input': 'whose trip a rule was tried on',
    'simulations.result': 'what the rule would have decided',
    'trip_events.driver_id': 'whose trip it was',
    'trip_paths.driver_id': 'whose trip it was',
    'trip_snapshots.driver_id': 'whose trip it was',
    'trip_snapshots.trip': 'whose trip it was',
    'trips.driver_id': 'whose trip it was',
  },
  names: {
    'dead_letters.body': 'a body nobody could read',
    'driver_readings.reading': 'the attributes that the fleet gave its driver',
    'notifications.body': 'a notification of a type we do not know',
    'trip_snapshots.raw': 'a trip that a rule wants deleted, as the service sent it',
    'trip_snapshots.trip': 'the same, in our words',
    'trips.extra': 'what the service sends beside what we know',
  },
};

/** Places that have it only if an answer overtakes the sending of a page, which no test can foresee. */
const BY_CHANCE: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  // A page that is obsolete just before it is sent: the entry names the recipient who was not paged.
  addresses: ['audit.details'],
};

let server: RunningServer;
const serverLog: string[] = [];
const answers: string[] = [];
const stack = useStack(() => ({
  more: {
    PORT: '0',
    SMTP_URL: 'smtp://somebody:planted-smtp-password@127.0.0.1:9',
    SLACK_SIGNING_SECRET: 'planted-signing-secret',
    WEBHOOK_SIGNING_SECRET: PLANTED_WEBHOOK_KEY(),
  },
}));
beforeAll(async () => {
  stack.slack.channels.add('safety');
  server = await startServer({
    config: stack.config,
    database: stack.database,
    log: pino({ level: 'trace' }, { write: (line: string) => void serverLog.push(line) }),
  });
  await stack.publishAs('rotation', {
    id: 'safety',
    timezone: 'UTC',
    handover: { weekday: 'mon', at: '08:00' },
    people: [{ name: PLANTED.people[0], email: ONCALL }],
  });
  await stack.publishAs('escalation-policy', {
    ...chain([]),
    steps: [
      {
        after: '0s',
        notify: [
          { type: 'slack', channel: '#safety' },
          { type: 'email', to: ['rotation:safety'] },
        ],
      },
    ],
  });
  await stack.publish(
    collisionRule({
      actions: [
        { type: 'escalate', policy: 'collision' },
        { type: 'slack', channel: '#nowhere' },
        { type: 'email', to: [LEAD], subject: '{{ driver.id }}' },
        { type: 'webhook', url: `${HOOK_ORIGIN}/hook?token=planted-hook-token` },
      ],
    }),
    deletingRule({ approval: 'required' }, { id: 'invalid', name: 'Invalid' }),
  );
  await stack.startWorker();
});
afterAll(async () => {
  for await (const { workflowId, status } of workflows())
    if (status.name === 'RUNNING')
      await stack.client.workflow
        .getHandle(workflowId)
        .terminate()
        .catch(() => undefined);
  await server.close();
});

const workflows = () =>
  stack.client.workflow.list({ query: `TaskQueue = '${stack.config.temporal.taskQueue}'` });

/** Sends a request, and keeps the response if it is an error. */
async function send(path: string, init: RequestInit): Promise<number> {
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  if (response.status >= 400) answers.push(`${response.status} ${path.split('?')[0]!.length} ${text}`);
  return response.status;
}
const call = (method: string, path: string, body?: unknown, token: string = ADMIN_TOKEN) =>
  send(`/api/v1/fleets/${FLEET}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const notify = (body: string) => send(`/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, { method: 'POST', body });

/** Makes a trip that has everything planted that the service might send. */
function plantedTrip(tripId: string, what: Parameters<typeof standInTrip>[1] = { events: [4] }): object {
  const trip = standInTrip(tripId, what);
  const place = { latitude: PLANTED_LATITUDE, longitude: PLANTED_LONGITUDE, contact: PLANTED.names[0] };
  return { ...trip, info: { ...(trip['info'] as object), home: place, driver_name: PLANTED.names[0] } };
}

async function plantInEveryInput(): Promise<void> {
  const [position] = [{ latitude: PLANTED_LATITUDE, longitude: PLANTED_LONGITUDE }];
  const reading = { driverId: DRIVER, score: 70, ratings: {}, extra: {}, problems: [] };
  const attributes = { full_name: PLANTED.names[0] };
  const at = new Date();
  await keepReading(stack.database.db, {
    fleetId: FLEET,
    endDate: '2026-11-01',
    at,
    reading: { ...reading, attributes },
  });
  stack.analytics.trips.set(tripAt(DRIVER, 't-1'), { ...plantedTrip('t-1') });
  const body = { version: 3, type: 'TRIP_SCORED', driver_id: DRIVER, trip_id: 't-1' };
  expect(await notify(JSON.stringify({ ...body, data: { name: PLANTED.names[0], path: [position] } }))).toBe(
    202,
  );
  stack.analytics.trips.set(tripAt(DRIVER, 't-3'), {
    ...plantedTrip('t-3', { distanceKm: 0.1, events: [2] }),
  });
  expect(await notify(JSON.stringify({ ...body, trip_id: 't-3' }))).toBe(202);
  // A service that sends a broken answer, with all of it inside.
  const nonsense = {
    error: `no trip of ${PLANTED.names[0]}, ${DRIVER}, at ${PLANTED_LATITUDE}`,
    ...position,
  };
  stack.analytics.odd.set(tripAt(DRIVER, 't-2'), { status: 500, body: nonsense });
  expect(await notify(JSON.stringify({ ...body, trip_id: 't-2' }))).toBe(202);
  await notify(
    JSON.stringify({ type: 'DRIVER_MOVED', driver_id: DRIVER, name: PLANTED.names[0], ...position }),
  );
  await notify(`{"driver_id":"${DRIVER}","name":"${PLANTED.names[0]}","latitude":${PLANTED_LATITUDE},`);
  await send(`/webhooks/${FLEET}/planted-wrong-token`, { method: 'POST', body: JSON.stringify(position) });
  await send(`/webhooks/${FLEET}`, {
    method: 'POST',
    body: '{}',
    headers: { authorization: `Basic ${Buffer.from('x:planted-wrong-token').toString('base64')}` },
  });
  await send('/slack/interactions', { method: 'POST', body: `payload=${PLANTED.names[0]}` });
  await send('/a/planted-wrong-token', { method: 'POST', body: '' });
  await send('/t/planted-wrong-token', {});

  await call('GET', 'trips', undefined, 'planted-wrong-token');
  await call('POST', 'simulations', {
    rule_id: 'collision',
    trip: { ...plantedTrip('t-1'), driver_id: DRIVER },
  });
  await call(
    'POST',
    'simulations',
    `{"trip": {"latitude": ${PLANTED_LATITUDE}, "x": "planted-smtp-password"`,
  );
  await call('POST', 'simulations', { trip: position, driver: PLANTED.names[0] });
  await call('PUT', 'rules/broken', {
    id: 'broken',
    name: 4,
    actions: [{ type: 'email', to: [`x ${LEAD}`] }],
  });
  await call('GET', `trips/${encodeURIComponent(DRIVER)}/none`);
  await call('GET', `trips?cursor=planted-wrong-token`);
  const hook = `${HOOK_ORIGIN}/hook?token=planted-hook-token`;
  expect(await call('GET', `webhook-secrets?origin=${encodeURIComponent(hook)}`)).toBe(200);
  expect(await call('POST', 'webhook-secrets/rotate', { origin: hook })).toBe(200);
  await call('GET', `drivers/${encodeURIComponent(DRIVER)}/export?token=planted-wrong-token`);
  await call('POST', 'rules/collision/publish', { why: PLANTED.words[0], token: 'planted-wrong-token' });

  const [incident] = await until(() => incidentsOf(stack, DRIVER));
  // An incident that is answered before its first page would notify and name no person.
  await untilEvent(stack, incident!, { kind: 'paged' });
  const said = { by: PLANTED.people[1], note: PLANTED.words[0] };
  expect(await call('POST', `incidents/${incident!.id}/acknowledge`, said)).toBe(200);
  expect(await call('POST', `drivers/${encodeURIComponent(DRIVER)}/erase`, { why: 'planted' })).toBe(409);
  expect(await call('POST', `incidents/${incident!.id}/resolve`, { ...said, disposition: 'confirmed' })).toBe(
    200,
  );
  await until(
    async () => (await sql`select from deletions where state = 'requested'`.execute(stack.database.db)).rows,
  );
  // Another trip that can be read after the failure of the first is known, which shows that the first trip causes it.
  stack.analytics.trips.set(tripAt(DRIVER, 't-4'), { ...plantedTrip('t-4', { events: [2] }) });
  await until(() => Promise.resolve(stack.analytics.calls.filter((each) => each.includes('t-2')).slice(4)));
  expect(await notify(JSON.stringify({ ...body, trip_id: 't-4' }))).toBe(202);
  // Long enough for mail server, receiver and service to fail, and to be tried again.
  await pause(4_000);
}

async function until<T>(check: () => Promise<readonly T[]>): Promise<readonly T[]> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(100)) {
    const found = await check();
    if (found.length > 0) return found;
  }
  throw new Error('It did not come.');
}

/** Returns the histories of all workflows of the test, with failures of pending attempts. */
async function historyTexts(): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { workflowId, runId } of workflows()) {
    const handle = stack.client.workflow.getHandle(workflowId, runId);
    const [history, description] = await Promise.all([handle.fetchHistory(), handle.describe()]);
    texts.push(everythingIn(history), everythingIn(description.raw));
  }
  return texts;
}

/** Kinds that no log and no history may contain. */
const NOWHERE: readonly Kind[] = ['secrets', 'positions', 'hooks', 'addresses', 'people', 'words'];
const without = (kinds: readonly Kind[]): readonly string[] => kinds.flatMap((kind) => PLANTED[kind]);
const found = (texts: readonly string[], needles: readonly string[]): readonly string[] =>
  needles.filter((needle) => texts.some((text) => text.includes(needle)));

describe('what was planted in every input', () => {
  beforeAll(plantInEveryInput, 90_000);

  it('is in no log: secrets, positions, addresses, names and words', async () => {
    // The service refused a trip with a message that held all that. The worker reports it after a few attempts.
    await expect.poll(() => stack.logged()).toMatch(/HTTP 500 \(its message is about /);
    const logs = [serverLog.join(''), stack.logged()];
    expect(logs.map((log) => log.length > 500)).toEqual([true, true]);
    expect(found(logs, without(NOWHERE))).toEqual([]);
    expect(found([serverLog.join('')], without(['drivers', 'names']))).toEqual([]);
    // The worker's log names a trip that cannot be read, with its driver, so that an operator can find it.
    const workerLog = stack.logged().replaceAll(`"driver":"${DRIVER}"`, '');
    expect(found([workerLog], PLANTED.drivers)).toEqual([]);
    expect(found([workerLog], PLANTED.names)).toEqual([]);
  });

  it('is in no Temporal history but the driver’s id, without which no trip can be read', async () => {
    const texts = await until(async () => {
      const all = await historyTexts();
      return all.length >= 8 ? all : [];
    });
    expect(found(texts, PLANTED.drivers)).toEqual([DRIVER]);
    expect(found(texts, without(NOWHERE))).toEqual([]);
    expect(found(texts, PLANTED.names)).toEqual([]);
    expect(texts.some((text) => text.includes('HTTP 500 (its message is about '))).toBe(true);
    // These texts do contain failures.
    expect(texts.some((text) => /ECONNREFUSED|does not answer|not_sent/.test(text))).toBe(true);
  });

  it('is in no metric', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('tripline_incidents');
    expect(found([metrics], without(Object.keys(PLANTED) as Kind[]))).toEqual([]);
  });

  it('is in no answer to a mistake', () => {
    expect(new Set(answers.map((answer) => answer.slice(0, 3)))).toEqual(
      new Set(['400', '401', '404', '409', '422']),
    );
    // A refused document is returned with its own mistakes, so the sender reads its address again.
    const others = Object.keys(PLANTED).filter((kind) => kind !== 'addresses') as Kind[];
    expect(found(answers, without(others))).toEqual([]);
  });

  it('is in the database where it belongs, and nowhere else', async () => {
    for (const kind of Object.keys(PLANTED) as Kind[]) {
      const places = (await placesOf(stack.database.db, PLANTED[kind])).filter(
        (place) => !BY_CHANCE[kind]?.includes(place),
      );
      expect([kind, places]).toEqual([kind, Object.keys(ALLOWED[kind]).sort()]);
    }
  });
});
