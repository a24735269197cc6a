import { pino } from 'pino';
import { expect, it } from 'vitest';
import { deliver } from '../../../activities/deliveries/index.ts';
import type { ActivityDependencies, DeliveryChannel } from '../../../activities/dependencies/index.ts';
import {
  askInstead,
  deletionAsks,
  dropDeletionAsks,
  planDeletionAsk,
  requestDeletion,
} from '../../../store/deletions/index.ts';
import { createLedger } from '../../../store/deliveries/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeVerdict } from '../../support/store/records.ts';

const inTest = useDatabase();
const fleetId = 'f';
const AT = new Date('2026-01-12T22:00:00Z');
const expiresAt = new Date('2026-02-01');

async function stopped(tripId: string, rule: string): Promise<string> {
  const of = { fleetId, driverId: 'ann', tripId, rule, version: 1, at: AT, expiresAt };
  const { id } = await requestDeletion(inTest.db, { ...of, approval: 'auto' });
  await askInstead(inTest.db, { fleetId, id, reason: 'daily_share_reached', expiresAt, at: AT });
  const ask = {
    ...of,
    deletionId: id,
    revision: 1,
    action: 'webhook',
    receiver: 'https://a.example',
  } as const;
  await planDeletionAsk(inTest.db, { ...ask, once: ['stopped', rule, '2026-01-12'] });
  return id;
}

function dependencies(): ActivityDependencies {
  const { db } = inTest;
  const log = pino({ level: 'silent' });
  const deps: Partial<ActivityDependencies> = { db, log, now: () => AT, ledger: createLedger(db) };
  return deps as ActivityDependencies;
}

it('a question that is handed on while it is composed is composed anew', async () => {
  const { db } = inTest;
  const deps = dependencies();
  const first = await stopped('h-1', 'short');
  const second = await stopped('h-2', 'short');
  const [ask] = await deletionAsks(db, { fleetId, deletionId: first });
  const sent: (string | null)[] = [];
  let meanwhile = async (): Promise<void> => {
    await storeVerdict(db, { fleetId, id: first, decision: 'rejected', at: AT });
    await dropDeletionAsks(db, { fleetId, deletionId: first, at: AT });
  };
  const attempt = () =>
    deliver(
      deps,
      { fleet: fleetId, deliveryId: ask!.id },
      async ({ deletionId }): Promise<DeliveryChannel> => {
        await meanwhile();
        return {
          send() {
            sent.push(deletionId);
            return Promise.resolve({ kind: 'sent' });
          },
        };
      },
    );
  await expect(attempt()).rejects.toMatchObject({ type: 'delivery_busy' });
  expect(sent).toEqual([]);
  meanwhile = () => Promise.resolve();
  expect(await attempt()).toBe('sent');
  expect(sent).toEqual([second]);
  const [shown] = await deletionAsks(db, { fleetId, deletionId: second });
  expect(shown).toMatchObject({ id: ask!.id, tripId: 'h-2', state: 'sent', possibleRepeat: false });
});

it('a question whose deletion is decided while an attempt at it fails is handed on by the next', async () => {
  const { db } = inTest;
  const deps = dependencies();
  const first = await stopped('g-1', 'long');
  const second = await stopped('g-2', 'long');
  const [ask] = await deletionAsks(db, { fleetId, deletionId: first });
  const marked: (string | null)[] = [];
  const attempt = (send: DeliveryChannel['send']) =>
    deliver(deps, { fleet: fleetId, deliveryId: ask!.id }, ({ deletionId }) => {
      marked.push(deletionId);
      return Promise.resolve({ send });
    });
  const failing = attempt(async () => {
    await storeVerdict(db, { fleetId, id: first, decision: 'rejected', at: AT });
    await dropDeletionAsks(db, { fleetId, deletionId: first, at: AT });
    return { kind: 'not_sent', reason: 'unavailable' };
  });
  await expect(failing).rejects.toMatchObject({ type: 'webhook_not_sent' });
  expect(await attempt(() => Promise.resolve({ kind: 'sent' }))).toBe('sent');
  expect(marked).toEqual([first, second]);
});
