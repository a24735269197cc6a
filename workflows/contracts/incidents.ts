/** Input of an incident's workflow. The incident's data is in the store, including people's names and texts. */
export interface IncidentInput {
  readonly fleet: string;
  readonly incidentId: string;
  /** The timeline of earlier runs of the same workflow, for the query. */
  readonly timeline?: readonly IncidentMoment[];
}

/** One entry of an incident's timeline, without names and texts of people. */
export interface IncidentMoment {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: string;
}

/** The position of an incident on its escalation policy. */
export interface IncidentProgress {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /** The newest page of its chain, from 1; absent: there was none. Without a `step`: every step was taken without an answer. */
  readonly page?: {
    readonly round: number;
    readonly rounds: number;
    readonly step?: number;
    readonly steps: number;
  };
}

/** The result of an incident's workflow. */
export interface IncidentResult {
  readonly state: 'resolved';
  /** The number of pages of its chain. */
  readonly pages: number;
}

/** Signals to an incident's workflow that the incident changed; the change is in the store. Safe to repeat. */
export const INCIDENT_SIGNAL = 'incidentChanged';

/** Query for the whole timeline of an incident's workflow. */
export const INCIDENT_TIMELINE = 'timeline';

/** Returns the workflow id of an incident. */
export function incidentWorkflowId(input: Pick<IncidentInput, 'fleet' | 'incidentId'>): string {
  return `incident:${input.fleet}:${input.incidentId}`;
}
