import { beforeEach, describe, expect, it } from 'vitest';
import { createWebhookChannel, createWebhookSender } from '../../../activities/channels/webhook/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { messengersInTest } from '../../support/incidents/messengers.ts';
import type { MessengersInTest } from '../../support/incidents/messengers.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { useStarted } from '../../support/run/useStarted.ts';
import { startHttpStandIn } from '../../support/stand-ins/http.ts';
import { liveRule, longerThan } from '../../support/rules/documents.ts';

const inTest = useDatabase();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const server = useStarted(startHttpStandIn);
let fleets = 0;
let fleetInTest: MessengersInTest;

beforeEach(async () => {
  server.received.length = 0;
  server.answer = () => ({ status: 204 });
  const client = createWebhookSender({
    signingSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    allowHosts: () => [server.host],
  });
  fleetInTest = await messengersInTest(inTest.db, {
    fleet: `f-${(fleets += 1)}`,
    channels: { webhook: createWebhookChannel({ client }) },
  });
});

const hook = (path = '/hook') => ({ action: 'webhook', receiver: `http://${server.host}${path}` }) as const;
const note = (path?: string) => fleetInTest.plan('incident_note', hook(path));
const page = (path?: string) => fleetInTest.plan('incident_page', hook(path));
const paths = (): string[] => server.received.map(({ path }) => path);
const isMarked = ({ body }: { readonly body: string }): boolean => body.includes('"possible_repeat":true');

describe('a receiver that answers no', () => {
  it.each([302, 400, 404, 413, 429, 500, 503])(
    'with %i for a day is tried again with growing pauses, reported with the third, and then shown as failed',
    async (status) => {
      server.answer = () => ({ status });
      const began = fleetInTest.now().getTime();
      const id = await note();
      const first = await fleetInTest.attempts(id, 2);
      expect(first.map(({ ended }) => ended)).toEqual(['webhook_not_sent', 'webhook_not_sent']);
      expect(await fleetInTest.openAlarms()).toEqual([]);
      await fleetInTest.attempts(id, 1);
      expect(await fleetInTest.openAlarms()).toEqual([`webhook_refused ${server.host}`]);
      const rest = await fleetInTest.attempts(id, 200);
      const pauses = [...first, ...rest].flatMap(({ pauseMs }) => pauseMs ?? []);
      expect(rest.at(-1)?.ended).toBe('failed');
      expect(fleetInTest.now().getTime() - began).toBeGreaterThanOrEqual(DAY_MS);
      expect(fleetInTest.now().getTime() - began).toBeLessThan(DAY_MS + HOUR_MS);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(1.25 * HOUR_MS);
      expect(pauses[0]).toBeLessThan(10_000);
      expect(pauses.length).toBeGreaterThan(20);
      expect(pauses.length).toBeLessThan(80);
      // No two of the long pauses are alike: receivers do not get everything at once.
      const long = pauses.filter((ms) => ms > HOUR_MS / 2);
      expect(new Set(long).size).toBe(long.length);
      expect(await fleetInTest.delivery(id)).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(new RegExp(`refused for 24 hours .*${status}`)) as string,
      });
    },
  );

  it('and then yes has the webhook, under the same id', async () => {
    const id = await note();
    server.answer = () => ({ status: server.received.length < 4 ? 404 : 200 });
    expect((await fleetInTest.attempts(id, 10)).map(({ ended }) => ended)).toEqual([
      ...Array<string>(3).fill('webhook_not_sent'),
      'sent',
    ]);
    expect(new Set(server.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(server.received.filter(isMarked)).toEqual([]);
    expect(await fleetInTest.delivery(id)).toMatchObject({ state: 'sent', possibleRepeat: false });
  });

  it('behind a gateway, after the request was handed on, gets the next one marked', async () => {
    const id = await note();
    server.answer = () => ({ status: server.received.length < 3 ? 502 : 200 });
    expect((await fleetInTest.attempts(id, 10)).at(-1)?.ended).toBe('sent');
    expect(server.received.map(isMarked)).toEqual([false, true, true]);
    expect(await fleetInTest.delivery(id)).toMatchObject({ state: 'sent', possibleRepeat: true });
  });

  it('and names a date is not tried before it', async () => {
    const id = await note();
    server.answer = () => ({
      status: 429,
      headers: { 'retry-after': new Date(Date.now() + 600_000).toUTCString() },
    });
    const { pauseMs } = await fleetInTest.attempt(id);
    expect(pauseMs).toBeGreaterThan(595_000);
    expect(pauseMs).toBeLessThan(665_000);
  });

  it('and names no pause worth the name is not tried each second', async () => {
    const id = await note();
    server.answer = () => ({ status: 503, headers: { 'retry-after': '1' } });
    const pauses = (await fleetInTest.attempts(id, 6)).map(({ pauseMs }) => pauseMs ?? 0);
    expect(pauses.at(-1)).toBeGreaterThan(60_000);
  });

  it('to a page is tried every half a minute at least', async () => {
    const id = await page();
    server.answer = () => ({ status: 500 });
    const pauses = (await fleetInTest.attempts(id, 12)).map(({ pauseMs }) => pauseMs ?? Infinity);
    expect(Math.max(...pauses)).toBeLessThan(40_000);
  });

  it('with a redirect is not followed', async () => {
    const id = await note();
    server.answer = ({ path }) =>
      path === '/hook' ? { status: 307, headers: { location: '/other' } } : { status: 200 };
    await fleetInTest.attempt(id);
    expect(paths()).toEqual(['/hook']);
    expect((await fleetInTest.delivery(id))?.lastError).toContain('put the final address into the rule');
  });
});

describe('a receiver that answers 410', () => {
  const rule = (url: string) =>
    liveRule(longerThan(1), { id: 'hook', name: 'Hook', actions: [{ type: 'webhook', url }] });
  async function publish(url: string): Promise<void> {
    await storePublished(inTest.db, {
      fleetId: fleetInTest.fleet,
      kind: 'rule',
      body: rule(url),
      at: fleetInTest.now(),
    });
  }

  it('has its address put out of use, with an alarm, until a document that names it is published', async () => {
    await publish(hook().receiver);
    fleetInTest.pass(1_000);
    server.answer = ({ path }) => ({ status: path === '/hook' ? 410 : 204 });
    const first = await note();
    expect((await fleetInTest.attempt(first)).ended).toBe('failed');
    expect(await fleetInTest.openAlarms()).toEqual([`webhook_gone ${server.host}`]);
    expect((await fleetInTest.delivery(first))?.reason).toContain('410');
    const second = await page();
    expect((await fleetInTest.attempt(second)).ended).toBe('failed');
    expect((await fleetInTest.delivery(second))?.reason).toContain('out of use');
    expect(paths()).toEqual(['/hook']);
    // Another address of the same host, and one with the same beginning, are in use.
    expect((await fleetInTest.attempt(await note('/hook/other'))).ended).toBe('sent');
    fleetInTest.pass(1_000);
    await publish(`${hook().receiver}/other`);
    expect((await fleetInTest.attempt(await note())).ended).toBe('failed');
    expect(paths()).toEqual(['/hook', '/hook/other']);
    server.answer = () => ({ status: 204 });
    fleetInTest.pass(1_000);
    await publish(hook().receiver);
    expect((await fleetInTest.attempt(await note())).ended).toBe('sent');
  });

  it('again after it was published is asked once more, and then not', async () => {
    server.answer = () => ({ status: 410 });
    await fleetInTest.attempt(await note());
    fleetInTest.pass(1_000);
    await publish(hook().receiver);
    fleetInTest.pass(1_000);
    await fleetInTest.attempt(await note());
    await fleetInTest.attempt(await note());
    expect(paths()).toEqual(['/hook', '/hook']);
  });
});

describe('a receiver that answers 413', () => {
  it('gets a shorter body at once, with the same id', async () => {
    const id = await page();
    server.answer = ({ body }) => ({ status: body.includes('"shortened":true') ? 204 : 413 });
    expect((await fleetInTest.attempt(id)).ended).toBe('sent');
    const [whole, shorter] = server.received;
    expect(server.received).toHaveLength(2);
    expect(shorter!.body.length).toBeLessThan(whole!.body.length);
    expect(shorter!.headers['webhook-id']).toBe(whole!.headers['webhook-id']);
    const { type, data } = JSON.parse(shorter!.body) as { type: string; data: Record<string, unknown> };
    expect(type).toBe('incident.paged');
    expect(data).toMatchObject({ driver_id: 'd-17', shortened: true, link: expect.any(String) as string });
  });

  it('to the shorter one as well gets no third in this attempt', async () => {
    const id = await page();
    server.answer = () => ({ status: 413 });
    expect((await fleetInTest.attempt(id)).ended).toBe('webhook_not_sent');
    expect(server.received).toHaveLength(2);
  });
});
