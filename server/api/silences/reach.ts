import { issueAt, sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue } from '../../../rules/documents/index.ts';
import { quoted } from '../../../rules/vocabulary/index.ts';
import { alertsUnder } from '../../../store/alerts/index.ts';
import type { SilenceScope } from '../../../store/alerts/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedDocuments } from '../../../store/documents/index.ts';

/** The alerts that a silence covers: all fields that are present must match. */
export interface Scope {
  readonly rules?: readonly string[] | undefined;
  readonly drivers?: readonly string[] | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** Returns the given rules whose published version is critical. */
export async function criticalRules(db: Db, fleetId: string, rules: readonly string[]): Promise<string[]> {
  if (rules.length === 0) return [];
  const published = await publishedDocuments(db, { fleetId, kind: 'rule' });
  return published.flatMap(({ id, body }) =>
    body['severity'] === 'critical' && rules.includes(id) ? [id] : [],
  );
}

/** Returns warnings about a silence that covers the whole fleet, or critical rules. */
export function farReaching({ rules, drivers, groups }: Scope, critical: readonly string[]): DocumentIssue[] {
  if (!rules && !drivers && !groups) return [issueAt('', sentence('silencesFleet'))];
  return critical.map((rule) =>
    issueAt(`/rules/${rules!.indexOf(rule)}`, sentence('silencesCritical', { name: quoted(rule) })),
  );
}

/** Milliseconds of the past for which the silenced alerts are counted. */
const RECENT_MS = 7 * 86_400_000;

/** Counts the alerts of the last seven days that a silence would have stopped. */
export async function recentlyCovered(
  db: Db,
  { at, ...silence }: SilenceScope & { readonly fleetId: string; readonly at: Date },
) {
  const since = new Date(at.getTime() - RECENT_MS);
  const rules = await alertsUnder(db, { ...silence, since });
  return { since: since.toISOString(), alerts: rules.reduce((sum, { alerts }) => sum + alerts, 0), rules };
}
