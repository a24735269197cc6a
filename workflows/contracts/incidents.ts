/** Input of an incident's workflow: everything about it stands in the store, people's names and words too. */
export interface IncidentInput {
  readonly fleet: string;
  readonly incidentId: string;
  /** What an earlier run of the same workflow did, for the query. */
  readonly timeline?: readonly IncidentMoment[];
}

/** One entry of an incident's timeline, as its workflow knows it: no names, no words of people. */
export interface IncidentMoment {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: string;
}

/** Where an incident is on its escalation policy. */
export interface IncidentProgress {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /** The newest page of its chain, from 1; absent: none was taken. Without a step: every step was taken, and nobody answered. */
  readonly page?: {
    readonly round: number;
    readonly rounds: number;
    readonly step?: number;
    readonly steps: number;
  };
}

/** How an incident's workflow ended. */
export interface IncidentResult {
  readonly state: 'resolved';
  /** How many pages of its chain were taken. */
  readonly pages: number;
}

/** Signals to an incident's workflow that the incident changed; the change is in the store. Safe to repeat. */
export const INCIDENT_SIGNAL = 'incidentChanged';

/** Query of an incident's workflow: its whole timeline. */
export const INCIDENT_TIMELINE = 'timeline';

/** Workflow id of an incident. */
export function incidentWorkflowId(input: Pick<IncidentInput, 'fleet' | 'incidentId'>): string {
  return `incident:${input.fleet}:${input.incidentId}`;
}
