import { sql } from 'kysely';
import type { EscalationPolicy, Rotation, Route, Rule } from '../../rules/documents/index.ts';
import { publishedDocuments } from './published.ts';
import type { Db } from '../db/index.ts';

/** Returns the escalation policies that a fleet's rules may name now, by id. */
export async function publishedPolicies(
  db: Db,
  fleetId: string,
): Promise<ReadonlyMap<string, EscalationPolicy>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'escalation-policy' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as EscalationPolicy]));
}

/** Returns the rotations that a fleet's policies may name now, by id. */
export async function publishedRotations(db: Db, fleetId: string): Promise<ReadonlyMap<string, Rotation>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'rotation' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as Rotation]));
}

/** Returns the recipient routes that a fleet's documents may name now, by id. */
export async function publishedRoutes(db: Db, fleetId: string): Promise<ReadonlyMap<string, Route>> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'route' });
  return new Map(documents.map(({ id, body }) => [id, body as unknown as Route]));
}

/** A version of a policy by which incidents run that are not resolved; they keep it, whatever is published now. */
export interface RunningPolicy {
  readonly policy: string;
  readonly version: number;
  readonly body: EscalationPolicy;
}

/** Returns the policies of all incidents that are not resolved. */
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
