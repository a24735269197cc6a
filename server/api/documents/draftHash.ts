import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import type { StoredDocument } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';

/** Of a draft in an answer. */
export const draftHash = z.string().meta({
  description: 'Names this draft; publishing with it refuses any other one.',
  example: 'a3f1c09e5b7d2468ace0',
});

/** The draft that a caller means to publish, or to try. */
export const expectedDraft = z.string().max(64).optional().meta({
  description:
    'The `draft_hash` of the draft that is meant, as PUT answered it. Any other one is a 409, such as somebody else’s that was saved meanwhile. Absent: whichever is there.',
});

/** The same for the same document, whatever the order of its fields. */
export function draftHashOf(draft: JsonObject): string {
  const plain = JSON.parse(JSON.stringify(draft)) as Json;
  return createHash('sha256')
    .update(JSON.stringify(inOrder(plain)))
    .digest('hex')
    .slice(0, 20);
}

/**
 * Refuses to publish or try another draft than the one that is meant. What was published already may be published again.
 * @throws Problem 409
 */
export function refuseOtherDraft(
  one: string,
  row: Pick<StoredDocument, 'id' | 'draft' | 'draftBy' | 'draftAt' | 'published' | 'publishedVersion'>,
  expected: string | undefined,
): void {
  if (expected === undefined) return;
  const there = row.draft ?? row.published;
  if (there && draftHashOf(there) === expected) return;
  const since = row.draftAt ? ` at ${row.draftAt.toISOString()}` : '';
  throw new Problem(
    409,
    row.draft
      ? `The draft of ${one} "${row.id}" is another one by now: ${row.draftBy ?? 'somebody'} saved it${since}. Nothing was changed; look at it with GET, and save yours again if it is to count.`
      : `The draft of ${one} "${row.id}" that is meant is not there any more${row.publishedVersion === null ? '' : `, and version ${row.publishedVersion}, which counts, says something else`}. Save it again.`,
  );
}

/** Whether the draft says what counts already: publishing it changes nothing. */
export function isPublished({ draft, published }: Pick<StoredDocument, 'draft' | 'published'>): boolean {
  return draft !== null && published !== null && draftHashOf(draft) === draftHashOf(published);
}

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, inOrder(item)]));
}
