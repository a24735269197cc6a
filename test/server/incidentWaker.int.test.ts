import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createIncidentWaker } from '../../server/incidentWaker.ts';
import type { WakerParts } from '../../server/incidentWaker.ts';
import { createWorkflowGateway, TemporalUnavailableError } from '../../server/workflowGateway.ts';
import { answerIncident } from '../../store/incidentAnswers.ts';
import { getIncident } from '../../store/incidents.ts';
import type { Incident } from '../../store/incidents.ts';
import { INCIDENT_SIGNAL, incidentWorkflowId } from '../../workflows/contract.ts';
import { storeIncident } from '../support/storedIncident.ts';
import { useDatabase } from '../support/useDatabase.ts';

const inTest = useDatabase();
const quick = { everyMs: 20, graceMs: 0, log: pino({ level: 'silent' }), now: () => new Date() };

async function answered(): Promise<Incident> {
  const { fleetId, id } = await storeIncident(inTest.db);
  const answer = { kind: 'acknowledge', who: 'ed', by: 'Ann', via: 'api' } as const;
  const outcome = await answerIncident(inTest.db, { fleetId, id, answer, at: new Date() });
  if (outcome.kind === 'missing') throw new Error('not stored');
  return outcome.incident;
}

const mark = async ({ fleetId, id }: Incident): Promise<Date | null | undefined> =>
  (await getIncident(inTest.db, { fleetId, id }))?.wakeAt;

/** A gateway that counts, and can be away. */
function counting(): WakerParts['workflows'] & { away: boolean; calls: number; woken: string[] } {
  const gateway = {
    ...{ away: false, calls: 0, woken: [] as string[] },
    async wakeIncident({ incidentId }: { readonly incidentId: string }) {
      gateway.calls += 1;
      await Promise.resolve();
      if (gateway.away) throw new TemporalUnavailableError(new Error('UNAVAILABLE'));
      gateway.woken.push(incidentId);
    },
  };
  return gateway;
}

it('what could not be told while Temporal was away is told when it is back, once', async () => {
  const workflows = counting();
  workflows.away = true;
  const waker = createIncidentWaker({ db: inTest.db, workflows, ...quick });
  const incident = await answered();
  waker.wake(incident);
  waker.start();
  await expect.poll(() => workflows.calls).toBeGreaterThan(2);
  expect(await mark(incident)).not.toBeNull();
  workflows.away = false;
  await expect.poll(() => mark(incident)).toBeNull();
  expect(workflows.woken).toEqual([incident.id]);
  await waker.close();
});

it('what a process that died had not told is told by any other', async () => {
  const incident = await answered();
  const workflows = counting();
  const waker = createIncidentWaker({ db: inTest.db, workflows, ...quick });
  waker.start();
  await expect.poll(() => workflows.woken).toEqual([incident.id]);
  await expect.poll(() => mark(incident)).toBeNull();
  await waker.close();
});

it('an overdue incident is not told again and again while nobody works on it', async () => {
  const incident = await storeIncident(inTest.db, { dueAt: new Date(Date.now() - 3_600_000) });
  const workflows = counting();
  const waker = createIncidentWaker({ db: inTest.db, workflows, ...quick });
  waker.start();
  await expect.poll(() => workflows.woken).toContain(incident.id);
  const later = await answered();
  await expect.poll(() => workflows.woken).toContain(later.id);
  expect(workflows.woken.filter((id) => id === incident.id)).toHaveLength(1);
  await waker.close();
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
