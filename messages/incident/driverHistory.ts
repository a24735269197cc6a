import type { IncidentMessage } from './incident.ts';

/** What else is known of an incident's driver, as messages and pages tell it. */
export type DriverHistory = Pick<IncidentMessage, 'lastTrips' | 'openIncidents'>;

/** What is kept of an incident's driver. */
interface KeptHistory {
  readonly lastTrips: readonly {
    readonly tripId: string;
    readonly endTime: string | null;
    readonly distanceKm: number | null;
    readonly score: number | null;
    readonly alerts: number;
  }[];
  readonly openIncidents: readonly {
    readonly id: string;
    readonly rule: string;
    /** Null: the rule's version is not kept. */
    readonly ruleName: string | null;
    readonly openedAt: Date;
  }[];
}

/** The driver's last trips and other open incidents, those of rules that are not kept under the rule's id. */
export function driverHistory({ lastTrips, openIncidents }: KeptHistory): DriverHistory {
  return {
    lastTrips: lastTrips.map(({ tripId, endTime, distanceKm, score, alerts }) => ({
      ...{ tripId, alerts },
      ...(endTime !== null && { endTime }),
      ...(distanceKm !== null && { distanceKm }),
      ...(score !== null && { score }),
    })),
    openIncidents: openIncidents.map(({ id, rule, ruleName, openedAt }) => ({
      ...{ id, ruleName: ruleName ?? rule, openedAt: openedAt.toISOString() },
    })),
  };
}
