import type { DigestContent } from '../messages/digest/content.ts';
import { digestAlertCounts, digestIncidents, digestRules } from '../store/digestAlerts.ts';
import type { DigestRule } from '../store/digestAlerts.ts';
import { digestDeletions } from '../store/digestDeletions.ts';
import type { StoredDates } from '../store/digestRuns.ts';
import { compared, figure, querySource, rounded } from './digestFigures.ts';
import type { DigestWork } from './digestWork.ts';

const INCIDENTS_LENGTH = 10;
const RULES_LENGTH = 10;
const DELETIONS_LENGTH = 10;
/** So many answers say something, and such a share of them that were false alarms makes a rule noisy. */
const NOISY_FROM = 3;
const NOISY_SHARE = 0.5;

/** Alerts of the period, and its incidents with how fast they were answered. */
export async function alertsSection({ deps, scope, run }: DigestWork): Promise<DigestContent['alerts']> {
  const [now, before, opened] = await Promise.all([
    digestAlertCounts(deps.db, { ...scope, dates: run.now }),
    digestAlertCounts(deps.db, { ...scope, dates: run.before }),
    digestIncidents(deps.db, { ...scope, dates: run.now, limit: INCIDENTS_LENGTH }),
  ]);
  const sum = (counts: typeof now): number => counts.info + counts.warning + counts.critical;
  const alerts = querySource(
    'digestAlertCounts',
    `alerts told ${inDates(run.now)} and ${inDates(run.before)}`,
  );
  const incidents = querySource('digestIncidents', `incidents opened ${inDates(run.now)}`);
  const { medianSecondsToAcknowledge: median } = opened;
  return {
    alerts: compared({ value: sum(now) }, { value: sum(before) }, alerts),
    bySeverity: now,
    incidents: opened.incidents.map((incident) => ({
      ...incident,
      openedAt: incident.openedAt.toISOString(),
      secondsToAcknowledge:
        incident.secondsToAcknowledge === null ? null : rounded(incident.secondsToAcknowledge),
    })),
    incidentsTotal: opened.total,
    unanswered: figure({ value: opened.unanswered }, incidents),
    medianSecondsToAcknowledge: figure(
      median === null ? { missing: 'not_known' } : { value: rounded(median) },
      incidents,
    ),
    source: `${alerts}; ${incidents}`,
  };
}

/** The rules of the period by how much they said. */
export async function rulesSection({ deps, scope, run }: DigestWork): Promise<DigestContent['rules']> {
  const rules = await digestRules(deps.db, {
    ...{ ...scope, dates: run.now, before: run.before, limit: RULES_LENGTH },
  });
  return {
    loudest: rules.map((rule) => ({ ...rule, isNoisy: isNoisy(rule) })),
    source: querySource('digestRules', `alerts and incidents ${inDates(run.now)} and ${inDates(run.before)}`),
  };
}

/** A rule that said more than it may, or whose answers mostly say that nothing was wrong. */
function isNoisy({ overBudget, answered, falseAlarms }: DigestRule): boolean {
  return overBudget > 0 || (answered >= NOISY_FROM && falseAlarms / answered >= NOISY_SHARE);
}

/** Trips that were deleted, with their drivers' scores before and after. */
export async function deletionsSection({
  deps,
  scope,
  run,
}: DigestWork): Promise<DigestContent['deletions']> {
  const found = await digestDeletions(deps.db, { ...scope, dates: run.now, limit: DELETIONS_LENGTH });
  return {
    deleted: found.deleted.map((each) => ({ ...each, deletedAt: each.deletedAt.toISOString() })),
    total: found.total,
    waiting: found.waiting,
    source: querySource('digestDeletions', `trips deleted ${inDates(run.now)}, and requests that wait now`),
  };
}

function inDates({ from, to }: StoredDates): string {
  return `${from} to ${to} (UTC)`;
}
