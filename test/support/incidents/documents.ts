import { setTimeout as pause } from 'node:timers/promises';
import type { IncidentAnswer } from '../../../rules/escalation/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { incidentTimeline, listIncidents } from '../../../store/incidents/index.ts';
import type { Incident, IncidentEvent } from '../../../store/incidents/index.ts';
import { INCIDENT_SIGNAL, WORKFLOWS, incidentWorkflowId } from '../../../workflows/contracts/index.ts';
import { FLEET } from '../servers/stack.ts';
import type { Stack } from '../servers/stack.ts';
import { storeAnswer } from '../store/records.ts';
import { eventsOf, liveRule } from '../rules/documents.ts';

/** A rule that escalates collisions. */
export function collisionRule(fields: JsonObject = {}): JsonObject {
  return liveRule(eventsOf('COLLISION'), {
    id: 'collision',
    name: 'Collision',
    severity: 'critical',
    actions: [{ type: 'escalate', policy: 'collision' }],
    ...fields,
  });
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
  stack.put({ driverId, tripId }, { events: [4] });
  return { driverId, tripId };
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
  const outcome = await storeAnswer(stack.database.db, {
    id,
    answer: { who: 'ann', by: 'Ann Planted-Name', via: 'api', ...given },
  });
  const input = { fleet: FLEET, incidentId: id };
  await stack.signal(WORKFLOWS.incident, INCIDENT_SIGNAL, { id: incidentWorkflowId(input), input: input });
  return outcome;
}

/** The handle of an incident's workflow. */
export function incidentHandle(stack: Stack, { id }: Pick<Incident, 'id'>) {
  return stack.client.workflow.getHandle(incidentWorkflowId({ fleet: FLEET, incidentId: id }));
}
