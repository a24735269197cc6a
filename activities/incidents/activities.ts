import { Context } from '@temporalio/activity';
import { defineSearchAttributeKey } from '@temporalio/common';
import { claimRequest, finishRequest, incidentTick } from '../../store/db/index.ts';
import { getIncident } from '../../store/incidents/index.ts';
import { INCIDENT_SIGNAL, WORKFLOWS, incidentWorkflowId } from '../../workflows/contracts/index.ts';
import type { IncidentInput, SearchAttribute } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies, DeliveryInput } from '../dependencies/index.ts';
import { escalate } from './open.ts';
import { runTick } from './tick.ts';
import type { IncidentTick } from './tick.ts';
import type { DueDelivery } from '../trips/index.ts';

const RULE = defineSearchAttributeKey('TriplineRule' satisfies SearchAttribute, 'KEYWORD');
const SEVERITY = defineSearchAttributeKey('TriplineSeverity' satisfies SearchAttribute, 'KEYWORD');

/** Creates the activities of incidents (alerts that a person must acknowledge). */
export function createIncidents(deps: ActivityDependencies) {
  return {
    /**
     * Opens an incident for an alert or adds the alert to an open one, then starts or signals the incident's workflow. Safe to
     * repeat: the ledger and the incident change in one transaction, and a repeated signal changes nothing.
     * @returns `deliveries` to send instead if no incident could be opened
     */
    async openIncident(input: DeliveryInput): Promise<{ readonly deliveries: readonly DueDelivery[] }> {
      const outcome = await escalate(deps, input);
      if (outcome.kind === 'incident') await wake(deps, { fleet: input.fleet, incidentId: outcome.id });
      return { deliveries: outcome.kind === 'instead' ? outcome.deliveries : [] };
    },

    /**
     * Carries out the steps of an incident that are due now, under the incident's lock. Safe to repeat: a step is not carried out
     * again, and its unsent messages are returned again. An incident that is no longer stored is over.
     */
    tickIncident: (input: { fleet: string; incidentId: string; after: number }): Promise<IncidentTick> =>
      runTick(deps, input),
  };
}

/** Starts the incident's workflow, or signals it if it is running. */
async function wake(deps: ActivityDependencies, input: IncidentInput): Promise<void> {
  const tick = incidentTick({ fleetId: input.fleet, id: input.incidentId });
  const request = await claimRequest(deps.db, tick, { at: deps.now() });
  const { client, info } = Context.current();
  await client.workflow.signalWithStart(WORKFLOWS.incident, {
    workflowId: incidentWorkflowId(input),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: info.taskQueue,
    args: [input],
    signal: INCIDENT_SIGNAL,
    typedSearchAttributes: await attributesOf(deps, input),
  });
  if (request) await finishRequest(deps.db, request);
}

/** Returns the search attributes by which Temporal's lists of workflows can be filtered, in addition to the fleet. */
async function attributesOf({ db }: ActivityDependencies, { fleet, incidentId }: IncidentInput) {
  const incident = await getIncident(db, { fleetId: fleet, id: incidentId });
  return incident
    ? [
        { key: RULE, value: incident.rule },
        { key: SEVERITY, value: incident.severity },
      ]
    : [];
}
