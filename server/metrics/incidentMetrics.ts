import type { Registry } from 'prom-client';
import type { Db } from '../../store/db/index.ts';
import { countEndings, countOpenIncidents } from '../../store/alerts/index.ts';
import { registerQueried } from './lookedUpMetrics.ts';

/** How far back the endings of incidents are counted. */
const ENDINGS_MS = 28 * 86_400_000;

/**
 * Registers what `/metrics` says of incidents. The figures are looked up when it is asked for; while the database is away
 * they are absent, and everything else is there.
 */
export function registerIncidentMetrics(
  registry: Registry,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): void {
  registerQueried(registry, {
    name: 'tripline_incidents',
    help: 'Incidents that are not resolved, by fleet and state.',
    labels: ['fleet', 'state'],
    rows: async () =>
      (await countOpenIncidents(db)).map(({ fleetId, state, count }) => [{ fleet: fleetId, state }, count]),
  });
  registerQueried(registry, {
    name: 'tripline_incident_oldest_seconds',
    help: 'Age of the oldest incident that is not resolved, by fleet and state.',
    labels: ['fleet', 'state'],
    rows: async () =>
      (await countOpenIncidents(db)).map(({ fleetId, state, oldestOpenedAt }) => [
        { fleet: fleetId, state },
        (now().getTime() - oldestOpenedAt.getTime()) / 1000,
      ]),
  });
  registerQueried(registry, {
    name: 'tripline_incident_endings',
    help: 'Incidents opened in the last 28 days by rule and how they ended; unanswered ones count beside their end.',
    labels: ['fleet', 'rule', 'ending'],
    rows: async () =>
      (await countEndings(db, new Date(now().getTime() - ENDINGS_MS))).map(
        ({ fleetId, rule, ending, count }) => [{ fleet: fleetId, rule, ending }, count],
      ),
  });
}
