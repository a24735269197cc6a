import { sql } from 'kysely';
import type { EscalationPolicy, Rotation, Route, Rule } from '../../rules/documents/index.ts';
import { publishedDocuments } from './published.ts';
import type { Db } from '../db/index.ts';

/** Returns a fleet's published escalation policies by id. */
export async function publishedPolicies(
  db: Db,
  fleetId: string,
): Promise<ReadonlyMap<string, EscalationPolicy>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'escalation-policy' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as EscalationPolicy]));
}

/** Returns a fleet's published rotations by id. */
export async function publishedRotations(db: Db, fleetId: string): Promise<ReadonlyMap<string, Rotation>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'rotation' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as Rotation]));
}

/** Returns a fleet's published recipient routes by id. */
export async function publishedRoutes(db: Db, fleetId: string): Promise<ReadonlyMap<string, Route>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'route' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as Route]));
}

/** A version of an escalation policy that unresolved incidents use. They keep this version, even if another one is published. */
export interface RunningPolicy {
  readonly policy: string;
  readonly version: number;
  readonly body: EscalationPolicy;
}

/** Returns the policy versions of all unresolved incidents. */
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

/** A published rule. */
export interface RuleInUse {
  readonly id: string;
  readonly rule: Rule;
}

/** Returns the published rules. */
export async function rulesInUse(db: Db, fleetId: string): Promise<RuleInUse[]> {
  const rules = await publishedDocuments(db, { fleetId, kind: 'rule' });
  return rules.map(({ id, body }) => ({ id, rule: body as unknown as Rule }));
}
