import { expect, it } from 'vitest';
import { recordNotification } from '../../../../store/trips/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeDirectory } from '../../../support/store/records.ts';

const server = useServer();

it('names the driver of a notification, and leaves its body as it was received', async () => {
  const at = new Date();
  const rows = [{ driverId: 'd-1', fields: { name: 'Ann Meyer' } }] as const;
  await storeDirectory(server.db, { rows, at });
  const came = { fleetId: 'north', receivedAt: at, source: 'webhook' } as const;
  await recordNotification(server.db, { ...came, type: 'TRIP_SCORED', driverId: 'd-1', tripId: '7' });
  await recordNotification(server.db, { ...came, type: 'TRIP_SCORED', driverId: 'd-2', tripId: '8' });
  await recordNotification(server.db, { ...came, type: 'NEW', body: { driver_id: 'd-1' } });
  const of = async (query: string): Promise<unknown> =>
    (await server.api('GET', `/notifications?${query}`, { token: TOKENS.viewer })).json['items'];
  expect(await of('driver_id=d-1')).toMatchObject([{ driver_id: 'd-1', driver_name: 'Ann Meyer' }]);
  expect(JSON.stringify(await of('driver_id=d-2'))).not.toContain('driver_name');
  expect(await of('type=NEW')).toMatchObject([{ body: { driver_id: 'd-1' } }]);
  expect(JSON.stringify(await of('type=NEW'))).not.toContain('Ann Meyer');
});
