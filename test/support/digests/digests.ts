import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { lastDateOver, periodEnding } from '../../../rules/digests/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import { openScheduledRun } from '../../../store/digests/index.ts';
import { digestWorkflowId } from '../../../workflows/contracts/index.ts';
import { digestDocument } from './run.ts';
import { FLEET } from '../servers/stack.ts';
import type { Stack } from '../servers/stack.ts';

/** Drivers that the service lists. */
export function drive(stack: Stack, ...drivers: readonly string[]): void {
  for (const driver of drivers) stack.put({ driverId: driver, tripId: `of-${driver}` });
}

/**
 * A run of a scheduled digest, opened and its workflow started as its tick does.
 * @param at when it is opened, which determines the period it covers
 */
export async function startDigest(
  stack: Stack,
  more: JsonObject & { readonly id: string },
  at = new Date(),
): Promise<{ readonly runId: string; readonly handle: WorkflowHandle }> {
  const document = digestDocument(more);
  const period = periodEnding(lastDateOver(at), document['period'] as 'week');
  const { id: runId } = await openScheduledRun(stack.database.db, {
    fleetId: FLEET,
    digestId: more.id,
    version: 1,
    period,
    document,
    at,
  });
  const handle = await stack.start(
    'digestWorkflow',
    `${digestWorkflowId({ fleet: FLEET, digest: more.id }, period.now.to)}:${runId}`,
    { fleet: FLEET, runId },
  );
  return { runId, handle };
}

/** A run's deliveries, by receiver. */
export async function deliveriesOf(stack: Stack, runId: string): Promise<ReadonlyMap<string, Delivery>> {
  const rows = await stack.database.db
    .selectFrom('deliveries')
    .selectAll()
    .where('fleetId', '=', FLEET)
    .where('digestRunId', '=', runId)
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.receiver, row]));
}

/** Waits until something is so. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  ms = 90_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Not within ${ms} ms: ${what}.`);
    await pause(5);
  }
}
