import { expect, it } from 'vitest';
import { createLedger, planDelivery } from '../../../store/deliveries/index.ts';
import { changesOf, watchLedger } from '../../chaos/ledgerWatch.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at } from '../examples.ts';

const test = useDatabase();

it('the chaos run can say what the ledger noted of a delivery, attempt by attempt', async () => {
  await watchLedger(test.url);
  const { id } = await planDelivery(test.db, {
    fleetId: 'f',
    driverId: 'd',
    tripId: 't',
    rule: 'collision',
    version: 1,
    revision: 1,
    action: 'webhook',
    actionIndex: 0,
    receiver: 'https://hook.example/x',
    at: at('12:00:00'),
  });
  const ledger = createLedger(test.db);
  const key = { fleetId: 'f', id };
  await ledger.claim({ ...key, at: at('12:00:01'), beginsLater: true });
  await ledger.renew({ ...key, attempt: 1, at: at('12:00:06') });
  await ledger.beginSending({ ...key, attempt: 1, at: at('12:00:07') });
  await ledger.claim({ ...key, at: at('12:01:00'), beginsLater: true });
  await ledger.release({ ...key, attempt: 2, at: at('12:01:01'), error: 'answered 503' });
  await ledger.claim({ ...key, at: at('12:02:00'), beginsLater: true });
  await ledger.endUnconfirmed({ ...key, attempt: 3, at: at('12:02:01'), reason: 'no answer' });
  const changes = await changesOf(test.url, id);
  expect(changes.map(({ what }) => what)).toEqual([
    'ledger: pending',
    'ledger: pending, attempt 1 claimed, nothing may leave yet',
    'ledger: pending, attempt 1 may have begun to leave',
    'ledger: pending, attempt 2 claimed, nothing may leave yet, in doubt: 1',
    'ledger: pending, attempt 2 holds no claim, in doubt: 1, last error: answered 503',
    'ledger: pending, attempt 3 claimed, nothing may leave yet, in doubt: 1, last error: answered 503',
    'ledger: unconfirmed, attempt 3 holds no claim, in doubt: 1, last error: answered 503, reason: no answer',
  ]);
  const times = changes.map((change) => change.at);
  expect(times).toEqual([...times].sort((one, other) => one - other));
});
