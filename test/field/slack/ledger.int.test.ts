import { expect, it } from 'vitest';
import { LINK_KEY_NAME, answerLinks } from '../../../messages/format/index.ts';
import { inTransaction, instanceKey } from '../../../store/db/index.ts';
import { changeIncident, lockIncident } from '../../../store/incidents/index.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { useServer } from '../../support/servers/useServer.ts';

const server = useServer();

/** Stores an incident that paged one recipient for each state of a delivery. */
async function pagedIncident() {
  const { fleetId, id } = await storeIncident(server.db);
  const receivers = ['sent', 'outbox', 'pending', 'failed'].map((name) => ({
    action: 'email' as const,
    receiver: `${name}@example.com`,
  }));
  const at = new Date();
  await inTransaction(server.db, async (tx) => {
    const incident = await lockIncident(tx, { fleetId, id });
    const changed = await changeIncident(tx, incident!, {
      event: {
        at,
        kind: 'paged',
        who: 'tripline',
        via: 'tripline',
        details: { round: 1, step: 1, notified: receivers },
      },
    });
    const { driverId, tripId, rule, ruleVersion: version } = changed;
    await tx
      .insertInto('deliveries')
      .values(
        receivers.map((to) => ({
          fleetId,
          driverId,
          tripId,
          rule,
          version,
          ...to,
          kind: 'incident_page' as const,
          incidentId: id,
          incidentSeq: changed.changes,
          actionIndex: 0,
          revision: 1,
          plannedAt: at,
          deliveryKey: `${id}-${to.receiver}`,
          state: 'pending' as const,
          attempt: 0,
          unknownOutcomeAttempts: [],
          possibleRepeat: false,
        })),
      )
      .execute();
  });
  const set = async (receiver: string, values: object): Promise<void> => {
    const update = server.db.updateTable('deliveries').set(values);
    await update.where((row) => row.and({ fleetId, incidentId: id, receiver })).execute();
  };
  await set('sent@example.com', { state: 'sent', settledAt: at });
  await set('outbox@example.com', {
    state: 'sent',
    settledAt: at,
    reference: JSON.stringify({ outbox_id: '7' }),
  });
  await set('pending@example.com', { lastError: 'the mail server cannot be reached', lastErrorAt: at });
  await set('failed@example.com', { state: 'failed', settledAt: at, reason: 'no such mailbox' });
  return { fleetId, id };
}

it('the API says of each recipient of a page what the ledger knows', async () => {
  const { id } = await pagedIncident();
  const { json } = await server.api('GET', `/incidents/${id}`, { token: TOKENS.viewer });
  const { timeline } = json as unknown as { readonly timeline: readonly { kind: string; details: object }[] };
  expect(timeline.find(({ kind }) => kind === 'paged')?.details).toMatchObject({
    notified: [
      { receiver: 'sent@example.com', state: 'sent' },
      { receiver: 'outbox@example.com', state: 'sent', in_outbox: true },
      { receiver: 'pending@example.com', state: 'pending', reason: 'the mail server cannot be reached' },
      { receiver: 'failed@example.com', state: 'failed', reason: 'no such mailbox' },
    ],
  });
});

it('the answer page claims of no one that they were notified whose message was not sent', async () => {
  const { fleetId, id } = await pagedIncident();
  const key = await instanceKey(server.db, LINK_KEY_NAME);
  const link = { fleet: fleetId, incidentId: id, receiver: 'sent@example.com' };
  const expires = Math.floor(Date.now() / 1000) + 60;
  const page = await (await fetch(`${server.url}/a/${answerLinks.sign(key, { ...link, expires })}`)).text();
  expect(page).toContain(
    'Step 1: notified sent@example.com; waiting to be sent to pending@example.com (the mail server cannot be reached); stored in the outbox, not sent to outbox@example.com; not delivered to failed@example.com (no such mailbox)',
  );
});
