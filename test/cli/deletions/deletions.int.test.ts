import { expect, it } from 'vitest';
import { decideDeletion, recordDeletionAttempt, setDeletionState } from '../../../store/deletions/index.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { storeDeletion } from '../../support/store/records.ts';

const server = useServer();
const command = useCli(server, 'admin');

const CAUSE = 'Distance was 0.1 km, less than 0.5 km, and the trip began and ended at one place.';
let count = 0;
async function asked(): Promise<{ fleetId: string; id: string; at: Date }> {
  const at = new Date();
  const { id } = await storeDeletion(server.db, {
    driverId: 'driver-0017',
    tripId: `179000000000${(count += 1)}`,
    rule: 'invalid-trip',
    version: 3,
    cause: CAUSE,
    at,
  });
  return { fleetId: 'north', id, at };
}
const decide = (key: Awaited<ReturnType<typeof asked>>, decision: 'approved' | 'rejected', note?: string) =>
  decideDeletion(server.db, { ...key, decision, who: 'slack:U01', by: 'Ann Meyer', ...(note && { note }) });

/** Runs work with a terminal of this many columns as output. */
async function onTerminal<T>(columns: number, work: () => Promise<T>): Promise<T> {
  const { stdout } = process;
  const before = { isTTY: stdout.isTTY, columns: stdout.columns };
  Object.assign(stdout, { isTTY: true, columns });
  try {
    return await work();
  } finally {
    Object.assign(stdout, before);
  }
}

it('the list shows state, who, why and what the service answered, on eighty columns', async () => {
  await asked();
  await decide(await asked(), 'rejected', 'A yard move, and a real one: keep it.');
  const [accepted, lost, refused] = [await asked(), await asked(), await asked()];
  for (const key of [accepted, lost, refused]) {
    await decide(key, 'approved');
    await recordDeletionAttempt(server.db, key);
  }
  await setDeletionState(server.db, { ...accepted, state: 'deleted', serviceAnswer: 'accepted' });
  await setDeletionState(server.db, {
    ...lost,
    state: 'unknown_outcome',
    reason: 'delete_unavailable',
    serviceAnswer: 'no_answer',
  });
  await setDeletionState(server.db, {
    ...refused,
    state: 'refused',
    reason: 'service_refused',
    serviceAnswer: 'refused',
  });
  const { out } = await onTerminal(80, () => command.run('deletions', '--fleet', 'north'));
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const flat = out.replaceAll(/\s+/g, ' ');
  expect(flat).toContain('invalid-trip: Distance was 0.1 km, less than 0.5 km');
  expect(flat).toContain('Ann Meyer rejected it. “A yard move, and a real one: keep it.”');
  expect(flat).toContain('Ann Meyer approved it. The service confirmed the deletion.');
  expect(flat).toContain('The service’s answer was lost, so Tripline checked whether the trip still exists.');
  expect(flat).toContain('The analytics service refused to delete the trip.');
  expect(out).not.toContain('delete_unavailable');
  const shown = await onTerminal(80, () => command.run('deletions', 'show', lost.id, '--fleet', 'north'));
  expect(shown.out).toContain('The service’s answer was lost');
  for (const line of shown.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});
