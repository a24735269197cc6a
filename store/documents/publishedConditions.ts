import type { SharedCondition, SharedConditions } from '../../rules/lint/index.ts';
import { publishedDocuments } from './documentsInForce.ts';
import type { Db } from '../db/index.ts';

/** The shared conditions that a fleet's rules may name now, by id. */
export async function publishedConditions(db: Db, fleetId: string): Promise<SharedConditions> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'condition' });
  return new Map(documents.map(({ id, body }) => [id, (body as unknown as SharedCondition).conditions]));
}
