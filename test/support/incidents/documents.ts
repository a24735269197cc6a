import { setTimeout as pause } from 'node:timers/promises';
import { transitionOf } from '../../../rules/escalation/index.ts';
import type { IncidentAnswer } from '../../../rules/escalation/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { answerIncident, incidentTimeline, listIncidents } from '../../../store/incidents/index.ts';
import type { Incident, IncidentEvent } from '../../../store/incidents/index.ts';
import { INCIDENT_SIGNAL, WORKFLOWS, incidentWorkflowId } from '../../../workflows/contracts/index.ts';
import { eventRule } from '../servers/rules.ts';
import { FLEET } from '../servers/stack.ts';
import type { Stack } from '../servers/stack.ts';

/** A rule that escalates collisions. */
export function collisionRule(fields: JsonObject = {}): JsonObject {
  return eventRule('COLLISION', { actions: [{ type: 'escalate', policy: 'collision' }], ...fields });
}

/** A policy whose steps notify one Slack channel each, so many seconds after the opening. */
export function chain(
  steps: readonly (readonly [seconds: number, channel: string])[],
  fields: JsonObject = {},
) {
  return {
    id: 'collision',
    name: 'Collision',
    steps: steps.map(([seconds, channel]) => ({
      after: `${seconds}s`,
      notify: [{ type: 'slack', channel }],
    })),
    ...fields,
  };
}

/** Puts a trip with a collision where the service is read. */
export function collide(stack: Stack, driverId: string, tripId: string) {
  return stack.put({ driverId, tripId }, { events: [4] });
}

/** The incidents of a driver, newest first. */
export async function incidentsOf(stack: Stack, driverId: string): Promise<Incident[]> {
  return (await listIncidents(stack.database.db, { fleetId: FLEET, driverId })).items;
}

/** The timeline of an incident. */
export function timelineOf(stack: Stack, { id }: Pick<Incident, 'id'>): Promise<IncidentEvent[]> {
  return incidentTimeline(stack.database.db, { fleetId: FLEET, id });
}

/** Waits until the timeline has so many entries of this kind, and answers the newest. */
export async function untilEvent(
  stack: Stack,
  of: Pick<Incident, 'id'>,
  { kind, times = 1 }: { readonly kind: string; readonly times?: number },
): Promise<IncidentEvent> {
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(50)) {
    const found = (await timelineOf(stack, of)).filter((event) => event.kind === kind);
    if (found.length >= times) return found.at(-1)!;
  }
  throw new Error(`Incident ${of.id} has no ${kind} number ${times} in its timeline.`);
}

/** Answers an incident and wakes its workflow, as the web server does. */
export async function answer(
  stack: Stack,
  { id }: Pick<Incident, 'id'>,
  given: Pick<IncidentAnswer, 'kind'> & Partial<IncidentAnswer>,
) {
  const outcome = await answerIncident(stack.database.db, {
    fleetId: FLEET,
    id,
    at: new Date(),
    decide: transitionOf,
    answer: { who: 'ann', by: 'Ann Planted-Name', via: 'api', ...given },
  });
  const input = { fleet: FLEET, incidentId: id };
  await stack.client.workflow.signalWithStart(WORKFLOWS.incident, {
    workflowId: incidentWorkflowId(input),
    taskQueue: stack.config.temporal.taskQueue,
    args: [input],
    signal: INCIDENT_SIGNAL,
  });
  return outcome;
}

/** The handle of an incident's workflow. */
export function incidentHandle(stack: Stack, { id }: Pick<Incident, 'id'>) {
  return stack.client.workflow.getHandle(incidentWorkflowId({ fleet: FLEET, incidentId: id }));
}
