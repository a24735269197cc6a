import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTemporalRequests, registerRequestMetrics } from '../../../server/background/index.ts';
import { createWorkflowGateway } from '../../../temporal/index.ts';
import { getIncident } from '../../../store/incidents/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { incidentTick } from '../../../store/db/index.ts';
import { INCIDENT_SIGNAL, incidentWorkflowId } from '../../../workflows/contracts/index.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { settledRequests, requestOf } from '../../support/store/temporalRequests.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { fakeGateway } from '../../support/servers/server.ts';
import { storeAnswer } from '../../support/store/records.ts';

const inTest = useDatabase();
// The server that records an answer ticks the workflow at once. Pollers wait for three seconds, which have passed on this clock.
const now = (): Date => new Date(Date.now() + 4_000);
const quick = { everyMs: 20, log: pino({ level: 'silent' }), config: { fleets: [] }, now };

async function answered(): Promise<Incident> {
  const { fleetId, id } = await storeIncident(inTest.db);
  const answer = { kind: 'acknowledge', who: 'ed', by: 'Ann', via: 'api' } as const;
  const outcome = await storeAnswer(inTest.db, { fleetId, id, answer });
  if (outcome.kind === 'missing') throw new Error('not stored');
  return outcome.incident;
}

const mark = (incident: Incident) => requestOf(inTest.db, incidentTick(incident));

/** Makes a gateway with a call counter, which can be unavailable. */
function counting() {
  const workflows = fakeGateway();
  const wake = workflows.wakeIncident.bind(workflows);
  const counted = { workflows, calls: 0, woken: (): string[] => workflows.woken.map(idOf) };
  workflows.wakeIncident = (input) => {
    counted.calls += 1;
    return wake(input);
  };
  return counted;
}
const idOf = (workflowId: string): string => workflowId.split(':').at(-1)!;

it('what could not be signalled while Temporal was unavailable is signalled when it is back, once', async () => {
  const counted = counting();
  counted.workflows.unavailable = true;
  const requests = createTemporalRequests({ db: inTest.db, workflows: counted.workflows, ...quick });
  const incident = await answered();
  requests.dispatchSoon(incidentTick(incident));
  requests.start();
  await expect.poll(() => counted.calls).toBeGreaterThan(2);
  expect(await mark(incident)).toMatchObject({ lastError: expect.stringContaining('Temporal') as string });
  counted.workflows.unavailable = false;
  await expect.poll(() => mark(incident)).toBeUndefined();
  expect(counted.woken()).toEqual([incident.id]);
  await requests.close();
});

it('what a process that died had not signalled is signalled by any other', async () => {
  const incident = await answered();
  const counted = counting();
  const requests = createTemporalRequests({ db: inTest.db, workflows: counted.workflows, ...quick });
  requests.start();
  await expect.poll(counted.woken).toEqual([incident.id]);
  await expect.poll(() => mark(incident)).toBeUndefined();
  await requests.close();
});

it('an overdue incident is not signalled repeatedly while no worker runs', async () => {
  const incident = await storeIncident(inTest.db, { dueAt: new Date(Date.now() - 3_600_000) });
  const counted = counting();
  let minutes = 0;
  const later = (): Date => new Date(now().getTime() + minutes * 60_000);
  const requests = createTemporalRequests({
    db: inTest.db,
    workflows: counted.workflows,
    ...quick,
    now: later,
  });
  const times = (): number => counted.woken().filter((id) => id === incident.id).length;
  requests.start();
  await expect.poll(times).toBe(1);
  const another = await answered();
  await expect.poll(counted.woken).toContain(another.id);
  expect(times()).toBe(1);
  minutes = 11;
  await expect.poll(times).toBe(2);
  await inTest.db.updateTable('incidents').set({ dueAt: null }).where('id', '=', incident.id).execute();
  minutes = 22;
  const overdue = { ...incidentTick(incident), kind: 'tick_overdue_incident' } as const;
  await expect.poll(() => requestOf(inTest.db, overdue)).toBeUndefined();
  expect(times()).toBe(2);
  await requests.close();
});

it('many answers at once are few signals, by however many processes, and the last one is notified', async () => {
  const { fleetId, id } = await storeIncident(inTest.db);
  const tick = incidentTick({ fleetId, id });
  const counted = counting();
  const seen: number[] = [];
  const wake = counted.workflows.wakeIncident.bind(counted.workflows);
  counted.workflows.wakeIncident = async (input) => {
    const { changes } = (await getIncident(inTest.db, { fleetId, id }))!;
    await pause(50);
    await wake(input);
    seen.push(changes);
  };
  const processes = [0, 1].map(() =>
    createTemporalRequests({ db: inTest.db, workflows: counted.workflows, ...quick, everyMs: 100 }),
  );
  for (const each of processes) each.start();
  await Promise.all(
    Array.from({ length: 20 }, async (_each, index) => {
      const answer = { kind: 'note', who: 'ed', by: 'Ann', via: 'api', note: `${index}` } as const;
      await storeAnswer(inTest.db, { fleetId, id, answer });
      processes[index % 2]!.dispatchSoon(tick);
    }),
  );
  await expect.poll(() => requestOf(inTest.db, tick)).toBeUndefined();
  expect(Math.max(...seen)).toBe(21);
  expect(seen.length).toBeLessThan(12);
  await Promise.all(processes.map((each) => each.close()));
});

it('what Temporal has not taken stands in the metrics until it has', async () => {
  await inTest.db.deleteFrom('temporalRequests').execute();
  const registry = new Registry();
  registerRequestMetrics(registry, { db: inTest.db, now });
  const incident = await answered();
  const line = /tripline_temporal_request_oldest_seconds\{fleet="north",kind="tick_incident"\} (\d+)/;
  await expect.poll(async () => Number(line.exec(await registry.metrics())?.[1])).toBeGreaterThan(3);
  await settledRequests(inTest.db, incidentTick(incident));
  await expect.poll(() => registry.metrics()).not.toContain('tripline_temporal_request_oldest_seconds{');
});

describe('on a real Temporal', () => {
  const taskQueue = `waker-${Date.now()}`;
  let gateway: ReturnType<typeof createWorkflowGateway>;
  let connection: Connection;
  beforeAll(async () => {
    gateway = createWorkflowGateway({ address: inject('temporalAddress'), namespace: 'default', taskQueue });
    connection = await Connection.connect({ address: inject('temporalAddress') });
  });
  afterAll(async () => {
    await gateway.close();
    await connection.close();
  });

  it('a workflow that is at work gets the signal, and one that is over begins anew', async () => {
    const input = { fleet: 'north', incidentId: String(Date.now()) };
    const handle = new Client({ connection }).workflow.getHandle(incidentWorkflowId(input));
    await gateway.wakeIncident(input);
    await gateway.wakeIncident(input);
    const { events } = await handle.fetchHistory();
    const signals = events?.filter(
      (event) => event.workflowExecutionSignaledEventAttributes?.signalName === INCIDENT_SIGNAL,
    );
    expect(signals).toHaveLength(2);
    const { runId } = await handle.describe();
    await handle.terminate('over');
    await gateway.wakeIncident(input);
    const again = await handle.describe();
    expect(again.status.name).toBe('RUNNING');
    expect(again.runId).not.toBe(runId);
    await handle.terminate('end of test');
  });
});
