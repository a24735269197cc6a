import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaleAlarmPolling, createTemporalRequests } from '../../server/background/index.ts';
import type { PollingLoop } from '../../server/background/index.ts';
import { createWorkflowGateway } from '../../temporal/index.ts';
import { listAlarms } from '../../store/alarms/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { eventRule } from '../support/servers/rules.ts';
import { latePart } from '../support/servers/latePart.ts';
import type { LatePart } from '../support/servers/latePart.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { useStarted } from '../support/run/useStarted.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';

vi.setConfig({ testTimeout: 300_000 });
const WAIT = { timeout: 240_000, interval: 200 };
const WAITING = 40;

let stack: Stack;
let slack: LatePart;
let mail: LatePart;
const hook = useStarted(() => startHttpStandIn(() => ({ status: 503 })));
let hookUrl: string;
let workflows: ReturnType<typeof createWorkflowGateway>;
let requests: PollingLoop;
let staleAlarms: PollingLoop;
const running: Promise<unknown>[] = [];

/** Reserves a port whose server starts later. */
async function cuttable(): Promise<{
  readonly part: LatePart;
  readonly target: { host: string; port: number };
}> {
  const target = { host: '127.0.0.1', port: 0 };
  return { target, part: await latePart(target) };
}

beforeAll(async () => {
  hookUrl = `${hook.url}/hook/with-a-secret`;
  const [slackPort, mailPort] = [await cuttable(), await cuttable()];
  stack = await startStack({
    more: {
      ALARMS_TO: 'boss@example.com,#fleet-safety',
      SLACK_API_URL: `http://${slackPort.part.address}/api/`,
      SMTP_URL: `smtp://${mailPort.part.address}`,
      WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      WEBHOOK_ALLOW_HOSTS: hook.host,
    },
  });
  slack = slackPort.part;
  mail = mailPort.part;
  slackPort.target.port = Number(new URL(stack.slack.url).port);
  mailPort.target.port = Number(new URL(stack.smtp.url).port);
  await slack.open();
  await stack.publish(
    eventRule('PHONE_USE', { id: 'phone', actions: [toLead, { type: 'webhook', url: hookUrl }] }),
    eventRule('COLLISION', { actions: [toLead] }),
    eventRule('HARD_BRAKE', { id: 'brake' }),
  );
  await stack.startWorker({ alarmAfterMs: 500 });
  const { address, namespace, taskQueue } = stack.config.temporal;
  workflows = createWorkflowGateway({ address: address!, namespace, taskQueue });
  requests = createTemporalRequests({
    db: stack.database.db,
    workflows,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    config: { fleets: stack.config.fleets },
    everyMs: 100,
    wrongForMs: 100,
    resolvedForMs: 500,
  });
  requests.start();
  staleAlarms = createStaleAlarmPolling({
    db: stack.database.db,
    fleets: [FLEET],
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    everyMs: 1_000,
  });
  staleAlarms.start();
});
afterAll(async () => {
  await Promise.allSettled(running);
  await Promise.all([requests.close(), staleAlarms.close()]);
  await workflows.close();
  await stack.close();
  await Promise.all([slack.close(), mail.close()]);
});

const toLead = { type: 'email', to: ['lead@example.com'] };
const CODE = { brake: 0, phone: 2, collision: 4 } as const;

/** Drives trips with an event each; their workflows continue automatically. */
function drive(kind: keyof typeof CODE, names: readonly string[]): void {
  for (const driverId of names) {
    const trip = stack.put({ driverId, tripId: randomUUID() }, { events: [CODE[kind]] });
    running.push(stack.runTrip(trip));
  }
}
const named = (what: string, count: number): string[] =>
  Array.from({ length: count }, (_each, index) => `${what}-${String(index).padStart(2, '0')}-x`);

async function deliveries(action: Delivery['action'], driver: string): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await listDeliveries(stack.database.db, {
      fleetId: FLEET,
      limit: 100,
      ...(cursor && { cursor }),
    });
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found.filter((each) => each.action === action && each.driverId.startsWith(`${driver}-`));
}
const waiting = async (action: Delivery['action'], driver: string): Promise<number> =>
  (await deliveries(action, driver)).filter(({ state }) => state === 'pending').length;
const openAlarms = async (): Promise<string[]> =>
  (await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true })).map(({ kind }) => kind).sort();
const logged = (what: string, receiver: string): number =>
  stack
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"receiver":"${receiver}"`) && line.includes(what)).length;
const isOpen = (receiver: string): Promise<void> =>
  expect.poll(() => logged('circuit breaker open', receiver), WAIT).toBe(1);
const mailsTo = (address: string) => stack.smtp.mails.filter(({ to }) => to.includes(address));
const subjectsTo = (address: string): string[] => mailsTo(address).map(({ parsed }) => parsed.subject ?? '');
const inSlack = (): string => JSON.stringify(stack.slack.messages.map(({ text, blocks }) => [text, blocks]));
const times = (text: string, word: string): number => text.split(word).length - 1;

it('a mail server and a webhook’s receiver that are unavailable: work waits untouched, one alarm each reaches people elsewhere', async () => {
  drive('phone', named('early', 6));
  await isOpen('smtp');
  await isOpen('webhook');
  drive('phone', named('mail', WAITING));
  drive('collision', named('crash', 3));
  await expect.poll(() => waiting('email', 'mail'), WAIT).toBe(WAITING);
  await expect.poll(() => waiting('email', 'crash'), WAIT).toBe(3);
  await expect.poll(openAlarms, WAIT).toEqual(['smtp_unavailable', 'webhook_refused']);
  await expect.poll(inSlack, WAIT).toContain('The mail server does not answer');
  await expect.poll(inSlack, WAIT).toContain('A receiver of webhooks answers with errors (127.0.0.1:');
  expect(inSlack()).not.toContain('with-a-secret');
  // Only probes get through, at 1, 2, 4, 8, 16 and then every 30 s. Nothing else is claimed or sent.
  const tried = (await deliveries('email', 'mail')).filter(({ attempt }) => attempt > 0);
  expect(tried.length).toBeLessThan(WAITING / 2);
});

it('back again, the mail server brings everything, few mails to one reader and each critical alert by itself', async () => {
  await mail.open();
  hook.answer = () => ({});
  await expect.poll(() => waiting('email', 'mail'), WAIT).toBe(0);
  await expect.poll(() => waiting('email', 'crash'), WAIT).toBe(0);
  await expect.poll(() => waiting('email', 'early'), WAIT).toBe(0);
  await expect.poll(() => waiting('webhook', 'mail'), WAIT).toBe(0);
  await expect.poll(() => waiting('webhook', 'early'), WAIT).toBe(0);
  const lead = mailsTo('lead@example.com');
  const drivers = [...named('mail', WAITING), ...named('early', 6)];
  for (const driver of drivers)
    expect(
      lead.filter(({ parsed }) => parsed.text?.includes(driver)),
      driver,
    ).toHaveLength(1);
  const crashes = lead.filter(({ parsed }) => parsed.text?.includes('crash-'));
  expect(crashes).toHaveLength(3);
  for (const { parsed } of crashes) expect(parsed.text).not.toContain('mail-');
  expect(lead.length - crashes.length).toBeLessThan(drivers.length / 2);
  expect(subjectsTo('lead@example.com').join()).toContain('alerts that had to wait');
  const rows = await deliveries('email', 'mail');
  expect(new Set(rows.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()))).toEqual(
    new Set(['sent', 'skipped grouped']),
  );
  expect(rows.filter(({ possibleRepeat }) => possibleRepeat)).toEqual([]);
  const hooked = [...(await deliveries('webhook', 'mail')), ...(await deliveries('webhook', 'early'))];
  expect(new Set(hooked.map(({ state }) => state))).toEqual(new Set(['sent']));
  expect(logged('answers again', 'smtp')).toBe(1);
});

it('an outage of Slack is reported by e-mail, once, and so is its end; the waiting alerts are grouped', async () => {
  await slack.close();
  drive(
    'brake',
    named('early', 6).map((each) => `slack-${each}`),
  );
  await isOpen('slack');
  drive('brake', named('slack', WAITING));
  await expect.poll(() => subjectsTo('boss@example.com'), WAIT).toContain('Slack does not answer');
  // They wait by themselves, or are grouped into another waiting message: those that failed before the circuit breaker opened.
  const unsent = async (): Promise<number> =>
    (await deliveries('slack', 'slack')).filter(
      ({ state, reason }) => state === 'pending' || (state === 'skipped' && reason === 'grouped'),
    ).length;
  await expect.poll(unsent, WAIT).toBe(WAITING + 6);
  const tried = (await deliveries('slack', 'slack')).filter(
    ({ attempt, driverId }) => attempt > 0 && !driverId.includes('early'),
  );
  expect(tried.length).toBeLessThan(WAITING / 2);
  await slack.open();
  await expect.poll(() => waiting('slack', 'slack'), WAIT).toBe(0);
  const sent = stack.slack.messages.filter(({ text }) => !text.includes('answer'));
  const blocks = JSON.stringify(sent.map((message) => message.blocks));
  for (const driver of named('slack', WAITING)) expect(times(blocks, driver), driver).toBe(1);
  expect(sent.length).toBeLessThan(WAITING / 2);
  await expect.poll(openAlarms, WAIT).toEqual([]);
  await expect.poll(() => subjectsTo('boss@example.com'), WAIT).toContain('Resolved: Slack does not answer');
  expect(subjectsTo('boss@example.com').filter((each) => each === 'Slack does not answer')).toHaveLength(1);
  // Neither the messages nor the log reported the earlier outages a second time.
  for (const words of ['The mail server does not answer', 'A receiver of webhooks answers with errors']) {
    const sent = stack.slack.messages.filter(({ text }) => text.includes(words));
    expect(
      sent.filter(({ text }) => !text.includes('Resolved:')),
      words,
    ).toHaveLength(1);
  }
  for (const receiver of ['smtp', 'webhook'])
    expect(logged('circuit breaker open', receiver), receiver).toBe(1);
  await Promise.all(running);
});
