import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFleetAlarms } from '../../../activities/dependencies/index.ts';
import type { FleetAlarms } from '../../../activities/dependencies/index.ts';
import { listAlarms } from '../../../store/alarms/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const FAULT = 'analytics_unavailable';
let fleet = '';
let count = 0;
let ms = 0;
let messages: string[] = [];
beforeEach(() => {
  fleet = `f-${(count += 1)}`;
  ms = Date.UTC(2026, 10, 20);
  messages = [];
});

const after = (seconds: number): void => void (ms += seconds * 1000);
function worker(quietMs?: number): FleetAlarms {
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const quiet = quietMs === undefined ? {} : { quietMs };
  return createFleetAlarms({ db: test.db, log, now: () => new Date(ms), ...quiet });
}
const openAlarms = async (): Promise<string[]> =>
  (await listAlarms(test.db, { fleetId: fleet, openOnly: true })).map((each) => each.kind);

describe('an alarm', () => {
  it('stays open through a fault that comes and goes, is sent once, and is resolved after a quiet minute', async () => {
    const alarms = worker();
    for (let time = 0; time < 40; time += 1) {
      if (time % 3 === 0) await alarms.raise(fleet, FAULT);
      else if (time % 3 === 1) await alarms.note(fleet, FAULT);
      await alarms.clear(fleet, FAULT);
      after(7);
      expect(await openAlarms()).toEqual([FAULT]);
    }
    expect(messages).toHaveLength(1);
    after(70);
    await alarms.clear(fleet, FAULT);
    expect(await openAlarms()).toEqual([]);
    expect(messages).toEqual([expect.stringContaining('does not answer'), 'alarm resolved']);
  });

  it('raised by a worker that went away is resolved by another, which had found nothing before', async () => {
    const [a, b] = [worker(), worker()];
    for (let time = 0; time < 5; time += 1) await b.clear(fleet, FAULT);
    await a.raise(fleet, FAULT);
    after(61);
    await b.clear(fleet, FAULT);
    expect(await openAlarms()).toEqual([]);
  });

  it('is resolved by itself when nothing more happens after it works again', async () => {
    const alarms = worker(300);
    await alarms.raise(fleet, FAULT);
    await alarms.clear(fleet, FAULT);
    expect(await openAlarms()).toEqual([FAULT]);
    ms += 500;
    await expect.poll(openAlarms, { timeout: 30_000 }).toEqual([]);
  });

  it('stays when it did not work since the fault was met last', async () => {
    const [a, b] = [worker(300), worker()];
    await a.raise(fleet, FAULT);
    await a.clear(fleet, FAULT);
    after(20);
    await b.raise(fleet, FAULT);
    after(120);
    await new Promise((done) => setTimeout(done, 700));
    expect(await openAlarms()).toEqual([FAULT]);
  });

  it('is not raised by trouble that may be one trip’s own', async () => {
    await worker().note(fleet, FAULT);
    expect(await openAlarms()).toEqual([]);
  });
});
