import { beforeAll, expect, it } from 'vitest';
import { createWorkflowGateway } from '../../temporal/index.ts';
import {
  answer,
  chain,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
} from '../support/incidents/documents.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';

const stack = useStack({ channels: 'outbox' });
beforeAll(async () => {
  await stack.publish(collisionRule());
  const steps = [
    [0, '#safety-one'],
    [3_600, '#safety-two'],
    [7_200, '#safety-three'],
  ] as const;
  await stack.publishAs('escalation-policy', chain(steps));
  await stack.startWorker();
});

/** Returns the current details of a workflow, queried as Temporal's UI does. */
async function detailsOf(workflowId: string): Promise<string | undefined> {
  const metadata = await stack.client.workflow
    .getHandle(workflowId)
    .query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails;
}

it('Temporal shows what a trip and its incident are about, and where they are', async () => {
  const trip = collide(stack, 'planted-driver', 'planted-trip');
  const gateway = createWorkflowGateway(stack.config.temporal);
  const receivedAt = '2026-11-27T10:00:00.000Z';
  await gateway.startTrip({ fleet: FLEET, ...trip, receivedAt, source: 'webhook' });
  const tripId = gateway.tripId({ fleet: FLEET, ...trip });
  await gateway.close();
  const handle = stack.client.workflow.getHandle(tripId);
  await handle.result();
  expect(await (await handle.describe()).staticSummary()).toBe(
    `Trip of fleet ${FLEET}, received at ${receivedAt}`,
  );
  expect(await detailsOf(tripId)).toBe('Decided, revision 1: 1 delivery');

  const [incident] = await incidentsOf(stack, trip.driverId);
  const running = incidentHandle(stack, incident!);
  expect(await (await running.describe()).staticSummary()).toBe(`Incident ${incident!.id} of fleet ${FLEET}`);
  await expect
    .poll(() => detailsOf(running.workflowId), { timeout: 30_000 })
    .toMatch(/^Step 1 of 3, paged \d\d:\d\d UTC on \d{4}-\d\d-\d\d$/);
  const query = `TriplineFleet = '${FLEET}' AND TriplineRule = 'collision' AND TriplineSeverity = 'critical'`;
  const found = async (): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { workflowId } of stack.client.workflow.list({ query })) ids.push(workflowId);
    return ids;
  };
  await expect.poll(found, { timeout: 30_000 }).toContain(running.workflowId);
  await answer(stack, incident!, { kind: 'acknowledge' });
  await expect
    .poll(() => detailsOf(running.workflowId), { timeout: 30_000 })
    .toMatch(/^Acknowledged \d\d:\d\d UTC on/);
  await running.terminate();
});
