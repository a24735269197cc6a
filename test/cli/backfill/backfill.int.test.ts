import { afterEach, describe, expect, it } from 'vitest';
import {
  addBackfillDrivers,
  countStoredTrip,
  endBackfill,
  finishBackfillDriver,
  noteBackfill,
} from '../../../store/backfill/index.ts';
import type { BackfillProblem } from '../../../store/backfill/index.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { startCommand } from '../../support/servers/commandProcess.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { storeDirectory } from '../../support/store/records.ts';

const server = useServer();
const command = useCli(server, 'admin');
afterEach(async () => void (await server.db.deleteFrom('backfills').execute()));

const RANGE = ['--from', '2026-03-01', '--to', '2026-03-31'];
const run = async (...args: string[]): Promise<number> =>
  (await command.run('backfill', '--fleet', 'north', ...args)).code;
const startedId = (): string => server.gateway.backfills.at(-1)!;

/** Does a worker's part: one driver with four trips, of which three are stored. */
async function work(problems: readonly BackfillProblem[] = []): Promise<void> {
  const before = server.gateway.backfills.length;
  await expect.poll(() => server.gateway.backfills.length).toBeGreaterThan(before);
  const key = { fleetId: 'north', id: startedId() };
  const at = new Date();
  await addBackfillDrivers(server.db, { ...key, driverIds: ['d-1'] });
  await noteBackfill(server.db, { ...key, driversListedAt: at, calls: 6 });
  for (let kept = 0; kept < 3; kept += 1) await countStoredTrip(server.db, { ...key, driverId: 'd-1' });
  await finishBackfillDriver(server.db, { ...key, driverId: 'd-1', found: 4, problems, at });
  await endBackfill(server.db, { ...key, state: 'done', at });
}

describe('tripline backfill', () => {
  it('waits for its end and says what came of it: 0', async () => {
    const [code] = await Promise.all([run(...RANGE), work()]);
    expect(code).toBe(0);
    expect(command.out).toContain(
      '2026-03-01 to 2026-03-31 (Europe/Berlin): 1 driver, 3 trips stored, 1 already stored or gone, 0 scores stored, 6 calls',
    );
  });

  it('shows what could not be fetched: 1', async () => {
    const problem = { driver_id: 'd-1', trip_id: '7', message: 'HTTP 200 with a body that is not JSON' };
    const [code] = await Promise.all([run(...RANGE, '--json'), work([problem])]);
    expect(code).toBe(1);
    expect(JSON.parse(command.out)).toMatchObject({
      state: 'done',
      problems: [problem],
      progress: { problems: 1 },
    });
  });

  it('names the driver of what could not be fetched, with the id beside the name', async () => {
    const rows = [{ driverId: 'd-1', fields: { name: 'Ann Meyer' } }] as const;
    const at = new Date();
    await storeDirectory(server.db, { rows, at });
    await Promise.all([run(...RANGE), work([{ driver_id: 'd-1', trip_id: '7', message: 'HTTP 500' }])]);
    expect(command.out).toContain('Ann Meyer (d-1) 7: HTTP 500');
    await server.db.deleteFrom('driverDirectory').execute();
  });

  it('only begins it on request, and names the backfill that stands in the way of another: 2', async () => {
    expect(await run(...RANGE, '--alerts', '--detach')).toBe(0);
    expect(command.out).toContain(`--follow ${startedId()}`);
    const row = await server.db.selectFrom('backfills').select('alerts').executeTakeFirstOrThrow();
    expect(row.alerts).toBe(true);
    expect(await run(...RANGE)).toBe(2);
    expect(command.out).toContain(`Backfill ${startedId()} is running`);
  });

  it('stops one that is at work; who follows it hears of it: 1', async () => {
    await run(...RANGE, '--detach', '--json');
    const id = startedId();
    const following = run('--follow', id);
    expect(await run('--cancel', id)).toBe(0);
    expect(await following).toBe(1);
    expect(command.out).toContain('It was cancelled.');
    expect(server.gateway.cancelledBackfills).toContain(id);
  });

  it('needs a range: 2', async () => {
    expect(await run('--from', '2026-03-01')).toBe(2);
    expect(command.out).toContain('--to 2026-03-31');
    expect(await run('--from', '2026-03-31', '--to', '2026-03-01')).toBe(2);
    expect(command.out).toContain('/to: lies before "from"');
  });

  it('leaves it at work when it is interrupted, and says how to go on: 2', async () => {
    const command = startCommand(['backfill', '--fleet', 'north', ...RANGE], {
      TRIPLINE_URL: server.url,
      TRIPLINE_TOKEN: TOKENS.admin,
    });
    await command.says('listing the drivers');
    expect(await command.stop()).toBe(2);
    expect(command.answer()).toContain(`Follow it: tripline backfill --follow ${startedId()}`);
    expect(command.answer()).toContain(`Stop it: tripline backfill --cancel ${startedId()}`);
    expect(server.gateway.cancelledBackfills).not.toContain(startedId());
  });
});
