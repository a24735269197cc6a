import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishDocument, saveDraft } from '../../../store/documents/index.ts';
import type { PublishOutcome } from '../../../store/documents/index.ts';
import type { DocumentKind } from '../../../store/tables/index.ts';

/** Saves a document as a draft and publishes it, for the fleet `north` unless another one is named. */
export async function storePublished(
  db: Db,
  document: {
    readonly kind: DocumentKind;
    readonly body: JsonObject;
    readonly fleetId?: string;
    readonly who?: string;
    readonly at?: Date;
  },
): Promise<PublishOutcome> {
  const { kind, body, fleetId = 'north', who = 'ann', at = new Date() } = document;
  const key = { fleetId, kind, id: body['id'] as string, who, at };
  await saveDraft(db, { ...key, body });
  return publishDocument(db, key);
}
