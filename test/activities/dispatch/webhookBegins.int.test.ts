import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookChannel, createWebhookSender } from '../../../activities/channels/webhook/index.ts';
import type { Resolve } from '../../../activities/channels/webhook/index.ts';
import {
  createBreakers,
  createFleetAlarms,
  createServiceEvidence,
} from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { CLAIM_LEASE_MS } from '../../../activities/deliveries/index.ts';
import { createMessengers } from '../../../activities/dispatch/index.ts';
import { createLedger, getDelivery, listDeliveries } from '../../../store/deliveries/index.ts';
import type { Ledger } from '../../../store/deliveries/index.ts';
import { FLEET, startStack } from '../../support/servers/stack.ts';
import type { Stack } from '../../support/servers/stack.ts';
import { liveRule, longerThan } from '../../support/rules/documents.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const isMarked = (body: string): boolean => body.includes('"possible_repeat":true');
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
/** Bodies that the receiver got. */
const posted: string[] = [];
let answer = 204;
const receiver = createHttpServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    posted.push(body);
    response.writeHead(answer).end();
  });
});
/** Fate of each accepted connection, set by a test. */
let onConnection: 'say nothing' | 'cut' = 'say nothing';
const silent = createSocketServer((socket) => {
  socket.on('error', () => undefined);
  if (onConnection === 'cut') socket.destroy();
});

let stack: Stack;
let url: string;
beforeEach(() => {
  posted.length = 0;
  answer = 204;
});
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  silent.listen(0, '127.0.0.1');
  await Promise.all([once(receiver, 'listening'), once(silent, 'listening')]);
  const host = `hook.test:${portOf(receiver)}`;
  url = `http://${host}/hook`;
  stack = await startStack({
    channels: 'outbox',
    more: { WEBHOOK_SIGNING_SECRET: secret, WEBHOOK_ALLOW_HOSTS: host },
  });
});
afterAll(async () => {
  await stack.close();
  for (const server of [receiver, silent]) server.close();
  receiver.closeAllConnections();
});

describe('a webhook', () => {
  /** Stores the delivery of one collision as its trip's workflow finds it: planned, without an attempt. @returns its id */
  async function planned(driverId: string): Promise<string> {
    await stack.publish(
      liveRule(longerThan(0), {
        id: driverId,
        name: 'Collision',
        severity: 'critical',
        scope: { drivers: [driverId] },
        actions: [{ type: 'webhook', url: 'https://127.0.0.1/refused' }],
      }),
    );
    stack.put({ driverId, tripId: '1' });
    if (!stack.worker) await stack.startWorker();
    await stack.runTrip({ driverId, tripId: '1' });
    const { db } = stack.database;
    const { items } = await listDeliveries(db, { fleetId: FLEET, driverId });
    const untried = { state: 'pending', attempt: 0, settledAt: null, claimedAt: null, reason: null } as const;
    const change = { ...untried, receiver: url, lastError: null, lastErrorAt: null, unsentAttempt: null };
    await db.updateTable('deliveries').set(change).where('id', '=', items[0]!.id).execute();
    return items[0]!.id;
  }
  /** Creates a worker's activities. */
  function worker(parts: { readonly aheadMs: number; readonly resolve: Resolve; readonly ledger?: Ledger }) {
    const { db } = stack.database;
    const log = pino({ level: 'silent' });
    const now = (): Date => new Date(Date.now() + parts.aheadMs);
    const { resolve, ledger = createLedger(db) } = parts;
    return createMessengers({
      db,
      log,
      now,
      ledger,
      pulse: createServiceEvidence(now),
      alarms: createFleetAlarms({ db, log, now }),
      breakers: createBreakers({ log }),
      publicUrl: 'https://tripline.example',
      fleets: new Map([[FLEET, { id: FLEET, name: 'North', timezone: 'UTC' }]]),
      channels: {
        webhook: createWebhookChannel({
          client: createWebhookSender({
            signingSecret: secret,
            allowHosts: () => [new URL(url).host],
            resolve,
          }),
        }),
      } as never,
      repeatAfterMs: 1_000,
    } as Partial<ActivityDependencies> as ActivityDependencies);
  }
  const toReceiver: Resolve = (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);

  it('whose worker dies twice while it connects is delivered by the next one, and not as a repeat: nothing had left', async () => {
    const deliveryId = await planned('dies-connecting');
    const ended: Promise<unknown>[] = [];
    const pendingLookups: (() => void)[] = [];
    for (const death of [1, 2]) {
      // A worker that is killed here writes nothing more, and neither does one that waits here.
      const isThere = new Promise<void>((there) => {
        const hang: Resolve = (_name, _options, found) => {
          pendingLookups.push(() => found(Object.assign(new Error('over'), { code: 'ENOTFOUND' }), []));
          there();
        };
        const dying = worker({ aheadMs: death * (CLAIM_LEASE_MS + 1_000), resolve: hang });
        ended.push(dying.sendWebhook({ fleet: FLEET, deliveryId }).catch(() => undefined));
      });
      await isThere;
    }
    const next = worker({ aheadMs: 3 * (CLAIM_LEASE_MS + 1_000), resolve: toReceiver });
    expect(await next.sendWebhook({ fleet: FLEET, deliveryId })).toBe('sent');
    expect(posted.map(isMarked)).toEqual([false]);
    for (const go of pendingLookups) go();
    await Promise.all(ended);
    const row = await getDelivery(stack.database.db, { fleetId: FLEET, id: deliveryId });
    expect(row).toMatchObject({ state: 'sent', possibleRepeat: false, unknownOutcomeAttempts: [] });
  });

  it('that was refused twice while the database was unavailable for a moment is delivered, and not as a repeat', async () => {
    const deliveryId = await planned('refused-twice');
    const ledger = createLedger(stack.database.db);
    const metByAttempts = new Set<number>();
    /** Fails the first `release` of each attempt, as a restart of the database does. */
    const restarting: Ledger = {
      ...ledger,
      release: (args) => {
        if (metByAttempts.size < metByAttempts.add(args.attempt).size)
          throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
        return ledger.release(args);
      },
    };
    answer = 503;
    for (const attempt of [1, 2]) {
      const refused = worker({
        aheadMs: attempt * (CLAIM_LEASE_MS + 1_000),
        resolve: toReceiver,
        ledger: restarting,
      });
      await expect(refused.sendWebhook({ fleet: FLEET, deliveryId })).rejects.toBeInstanceOf(Error);
    }
    answer = 204;
    const next = worker({ aheadMs: 3 * (CLAIM_LEASE_MS + 1_000), resolve: toReceiver });
    expect(await next.sendWebhook({ fleet: FLEET, deliveryId })).toBe('sent');
    expect(posted.map(isMarked)).toEqual([false, false, false]);
  });

  it('whose worker dies once its first byte may have left is delivered marked', async () => {
    const deliveryId = await planned('dies-sending');
    const ledger = createLedger(stack.database.db);
    const mine = { fleetId: FLEET, id: deliveryId, at: new Date() };
    const claim = await ledger.claim({ ...mine, beginsLater: true });
    expect(claim).toMatchObject({ kind: 'go', attempt: 1 });
    expect(await ledger.beginSending({ ...mine, attempt: 1 })).toBe(true);
    const next = worker({ aheadMs: CLAIM_LEASE_MS + 1_000, resolve: toReceiver });
    expect(await next.sendWebhook({ fleet: FLEET, deliveryId })).toBe('sent');
    expect(posted.map(isMarked)).toEqual([true]);
  });
});

describe('sending a webhook', () => {
  const timeLimits = { beforeRequestMs: 1_500, answerMs: 1_500 };
  const sender = () =>
    createWebhookSender({
      signingSecret: secret,
      allowHosts: () => [`127.0.0.1:${portOf(receiver)}`, `127.0.0.1:${portOf(silent)}`],
      timeLimits,
    });
  const to = (address: string) => ({
    fleet: FLEET,
    generations: [1],
    id: 'msg_1',
    timestampSeconds: 1,
    body: '{"type":"alert.matched"}',
    url: address,
  });
  const well = () => to(`http://127.0.0.1:${portOf(receiver)}/hook`);

  it('begins only when the connection stands, and nothing leaves before it has begun', async () => {
    let connections = -1;
    const begin = async (): Promise<boolean> => {
      connections = await new Promise<number>((done) =>
        receiver.getConnections((_error, count) => done(count)),
      );
      expect(posted).toEqual([]);
      return true;
    };
    expect(await sender().send(well(), { begin })).toMatchObject({ kind: 'sent' });
    expect(connections).toBeGreaterThan(0);
    expect(posted).toHaveLength(1);
  });

  it.each([
    ['another attempt has the delivery', () => Promise.resolve(false), /another attempt/],
    [
      'its beginning cannot be noted',
      () => Promise.reject(new Error('unavailable')),
      /could not be recorded/,
    ],
  ])('sends nothing when %s, and says nothing of the receiver', async (_name, begin, reason) => {
    expect(await sender().send(well(), { begin })).toEqual({
      kind: 'not_sent',
      unasked: true,
      reason: expect.stringMatching(reason) as string,
    });
    expect(posted).toEqual([]);
  });

  it('sends nothing when noting its beginning takes too long, also once that is done', async () => {
    let note = (_mayLeave: boolean): void => undefined;
    const begin = (): Promise<boolean> => new Promise((done) => (note = done));
    expect(await sender().send(well(), { begin })).toMatchObject({ kind: 'not_sent', unasked: true });
    note(true);
    expect(await sender().send(well())).toMatchObject({ kind: 'sent' });
    expect(posted).toHaveLength(1);
  });

  it.each(['say nothing', 'cut'] as const)(
    'to a receiver that takes the connection but no TLS (%s) has certainly not happened',
    async (does) => {
      onConnection = does;
      let hasBegun = false;
      const begin = (): Promise<boolean> => Promise.resolve((hasBegun = true));
      const result = await sender().send(to(`https://127.0.0.1:${portOf(silent)}/hook`), { begin });
      expect(result).toMatchObject({ kind: 'not_sent', unavailable: true });
      expect(hasBegun).toBe(false);
    },
  );

  it('is unclear when no answer comes in time', async () => {
    onConnection = 'say nothing';
    const result = await sender().send(to(`http://127.0.0.1:${portOf(silent)}/hook`));
    expect(result).toEqual({
      kind: 'unknown_outcome',
      unavailable: true,
      reason: 'the connection to the receiver broke before it answered (timeout)',
    });
  });
});
