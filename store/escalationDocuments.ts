import { sql } from 'kysely';
import type { EscalationPolicy } from '../rules/escalationPolicy.ts';
import type { Rotation } from '../rules/rotation.ts';
import type { Rule } from '../rules/ruleDocument.ts';
import { publishedDocuments } from './documentReads.ts';
import type { Db } from './schema.ts';

/** The escalation policies that a fleet's rules may name now, by id. */
export async function publishedPolicies(
  db: Db,
  fleetId: string,
): Promise<ReadonlyMap<string, EscalationPolicy>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'escalation-policy' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as EscalationPolicy]));
}

/** The rotations that a fleet's policies may name now, by id. */
export async function publishedRotations(db: Db, fleetId: string): Promise<ReadonlyMap<string, Rotation>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'rotation' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as Rotation]));
}

/** A version of a policy by which incidents run that are not resolved; they keep it, whatever counts now. */
export interface RunningPolicy {
  readonly policy: string;
  readonly version: number;
  readonly body: EscalationPolicy;
}

/** The policies of all incidents that are not resolved. */
export async function runningPolicies(db: Db, fleetId: string): Promise<RunningPolicy[]> {
  const rows = await db
    .selectFrom('incidents')
    .innerJoin('documentVersions', (join) =>
      join
        .onRef('documentVersions.fleetId', '=', 'incidents.fleetId')
        .onRef('documentVersions.id', '=', 'incidents.policy')
        .onRef('documentVersions.version', '=', 'incidents.policyVersion'),
    )
    .select(['incidents.policy', 'documentVersions.version', 'documentVersions.body'])
    .distinctOn([sql<string>`incidents.policy collate "C"`, 'documentVersions.version'])
    .where('incidents.fleetId', '=', fleetId)
    .where('incidents.state', '!=', 'resolved')
    .where('documentVersions.kind', '=', 'escalation-policy')
    .orderBy(sql`incidents.policy collate "C"`)
    .orderBy('documentVersions.version')
    .execute();
  return rows.map(({ body, ...row }) => ({ ...row, body: body as unknown as EscalationPolicy }));
}

/** A rule that counts, or the version of one that is on trial. */
export interface RuleInUse {
  readonly id: string;
  readonly isTrial: boolean;
  readonly rule: Rule;
}

/** The rules that count, and those on trial. */
export async function rulesInUse(db: Db, fleetId: string): Promise<RuleInUse[]> {
  const published = await publishedDocuments(db, { fleetId, kind: 'rule' });
  const tried = await db
    .selectFrom('documents')
    .innerJoin('documentVersions', (join) =>
      join
        .onRef('documentVersions.fleetId', '=', 'documents.fleetId')
        .onRef('documentVersions.kind', '=', 'documents.kind')
        .onRef('documentVersions.id', '=', 'documents.id')
        .onRef('documentVersions.version', '=', 'documents.trialVersion'),
    )
    .select(['documents.id', 'documentVersions.body'])
    .where('documents.fleetId', '=', fleetId)
    .where('documents.kind', '=', 'rule')
    .orderBy(sql`documents.id collate "C"`)
    .execute();
  const asRule = (isTrial: boolean) => (row: { readonly id: string; readonly body: unknown }) => ({
    ...{ id: row.id, isTrial },
    rule: row.body as Rule,
  });
  return [...published.map(asRule(false)), ...tried.map(asRule(true))];
}
