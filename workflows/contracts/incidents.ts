/** Input of an incident's workflow. The incident's data, with people's names and texts, is only in the store. */
export interface IncidentInput {
  readonly fleet: string;
  readonly incidentId: string;
  /** Timeline from earlier runs of the same workflow, so that the query can return all of it. */
  readonly timeline?: readonly IncidentMoment[];
}

/** Entry of an incident's timeline, without names and texts of people. */
export interface IncidentMoment {
  readonly seq: number;
  /** Time of the entry (ISO 8601, UTC). */
  readonly at: string;
  readonly kind: string;
}

/** Position of an incident in its escalation policy. */
export interface IncidentProgress {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /**
   * Newest page of the escalation, counted from 1; absent if no one was paged. Without a `step`, all steps were paged without an
   * answer.
   */
  readonly page?: {
    readonly round: number;
    readonly rounds: number;
    readonly step?: number;
    readonly steps: number;
  };
}

/** Result of an incident's workflow. */
export interface IncidentResult {
  readonly state: 'resolved';
  /** Number of pages that the escalation sent. */
  readonly pages: number;
}

/** Name of the signal that an incident changed. The change itself is in the store. Safe to repeat. */
export const INCIDENT_SIGNAL = 'incidentChanged';

/** Name of the query that returns the whole timeline of an incident's workflow. */
export const INCIDENT_TIMELINE = 'timeline';

/** Returns the workflow id of an incident. */
export function incidentWorkflowId(input: Pick<IncidentInput, 'fleet' | 'incidentId'>): string {
  return `incident:${input.fleet}:${input.incidentId}`;
}
