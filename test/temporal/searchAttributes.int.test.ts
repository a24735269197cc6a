import { randomUUID } from 'node:crypto';
import { Connection, WorkflowClient } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createStartDetails, createWorkflowGateway, searchAttributesWarning } from '../../temporal/index.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts/index.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await Connection.connect({ address: inject('temporalAddress') });
});
afterAll(() => connection.close());

const address = inject('temporalAddress');
const taskQueue = `nobody-${randomUUID()}`;

/** Starts two trips without a worker, one of them again as a duplicate, and an incident. @returns the id of the first trip */
async function startedTrip(namespace: string, fleet: string): Promise<{ readonly id: string }> {
  const gateway = createWorkflowGateway({ address, namespace, taskQueue });
  const key = { fleet, driverId: 'd-1', tripId: randomUUID() };
  const receivedAt = new Date().toISOString();
  expect(await gateway.startTrip({ ...key, receivedAt, source: 'webhook' })).toBe('started');
  // The next start in the same process uses what the first one learned; then comes a duplicate.
  const second = { ...key, tripId: randomUUID() };
  expect(await gateway.startTrip({ ...second, receivedAt, source: 'webhook' })).toBe('started');
  expect(await gateway.startTrip({ ...key, receivedAt, source: 'webhook' })).toBe('duplicate');
  await gateway.wakeIncident({ fleet, incidentId: '1' });
  await gateway.close();
  return { id: gateway.tripId(key) };
}

/** Returns the attributes of workflows that a worker's activities start: one alone, one with the signal that wakes it. */
async function startedByWorker(namespace: string): Promise<unknown[]> {
  const native = await NativeConnection.connect({ address });
  const options = { connection: native, namespace };
  const attributes: unknown[] = [];
  for (const how of ['start', 'signalWithStart'] as const) {
    // Each is the first start of its client, as after a worker's restart.
    const client = new WorkflowClient({ ...options, interceptors: [createStartDetails()] });
    const start = { taskQueue, workflowId: `by-worker-${how}`, args: [{ fleet: 'north', incidentId: '1' }] };
    await (how === 'start'
      ? client.start('incidentWorkflow', start)
      : client.signalWithStart('incidentWorkflow', { ...start, signal: 'wake', signalArgs: [] }));
    const { typedSearchAttributes } = await client.getHandle(start.workflowId).describe();
    attributes.push(...typedSearchAttributes.getAll());
  }
  await native.close();
  return attributes;
}

it('Temporal’s list of workflows is filtered by fleet', async () => {
  const fleet = `filtered-${randomUUID().slice(0, 8)}`;
  expect(await searchAttributesWarning({ address }, 'default')).toBeUndefined();
  await startedTrip('default', fleet);
  const count = async (query: string): Promise<number> =>
    (await new WorkflowClient({ connection }).count(query)).count;
  await expect.poll(() => count(`TriplineFleet = '${fleet}'`), { timeout: 30_000 }).toBe(3);
  expect(await count(`TriplineFleet = '${fleet}' AND WorkflowType = 'tripWorkflow'`)).toBe(2);
});

it('an attribute of another type is said, and loses only the filter', async () => {
  const namespace = `typed-${randomUUID().slice(0, 8)}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 },
  } as never);
  const [int, keyword] = [3, 2];
  const searchAttributes = { TriplineFleet: int, TriplineRule: keyword, TriplineSeverity: keyword };
  const add = () => connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  await expect.poll(() => add().then(Boolean, () => false), { timeout: 60_000 }).toBe(true);
  await expect
    .poll(() => searchAttributesWarning({ address }, namespace).catch(() => ''), { timeout: 60_000 })
    .toContain('has the search attributes TriplineFleet with another type than Keyword');
  expect(await startedByWorker(namespace)).toEqual([]);
});

it('a namespace without the attributes loses only the filter, and what is missing is said', async () => {
  const namespace = `plain-${randomUUID().slice(0, 8)}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 },
  } as never);
  await expect
    .poll(() => searchAttributesWarning({ address }, namespace).catch(() => ''), { timeout: 60_000 })
    .toContain(
      `temporal operator search-attribute create --namespace ${namespace} --name TriplineFleet --type Keyword --name TriplineRule --type Keyword --name TriplineSeverity --type Keyword`,
    );
  const { id } = await startedTrip(namespace, 'north');
  const client = new WorkflowClient({ connection, namespace });
  const described = await client.getHandle(id).describe();
  expect(described.status.name).toBe('RUNNING');
  expect(described.typedSearchAttributes.getAll()).toEqual([]);

  expect(await startedByWorker(namespace)).toEqual([]);

  const keyword = 2;
  const searchAttributes = Object.fromEntries(Object.keys(SEARCH_ATTRIBUTES).map((name) => [name, keyword]));
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  await expect
    .poll(() => searchAttributesWarning({ address }, namespace), { timeout: 60_000 })
    .toBeUndefined();
});
