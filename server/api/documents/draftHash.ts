import { createHash } from 'node:crypto';
import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { TextValues } from '../../../messages/language/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import type { StoredDocument } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';

/** Field for the hash of a draft, in an answer. */
export const draftHash = z.string().meta({
  description: 'Identifies this draft; publishing with it refuses any other draft.',
  example: 'a3f1c09e5b7d2468ace0',
});

/** Field for the hash of a draft's text with its comments, in an answer. */
export const draftTextHash = z.string().meta({
  description:
    'Identifies this draft together with its comments: another one with other comments has another.',
  example: '5d07be21a9c34f60e1b8',
});

/** Field for the hash of the draft that the caller means to publish or copy. */
export const expectedDraft = z.string().max(64).optional().meta({
  description:
    'The `draft_hash` that PUT returned. If the draft has changed since, for example because someone else saved it, the answer is 409. Absent: the current draft.',
});

/**
 * Field for the state that the caller saw before writing a draft, so that the draft does not replace a newer
 * state unseen.
 */
export const replacedDraft = z.string().max(64).optional().meta({
  description:
    'What this draft replaces, as GET showed it: the `draft_hash`, or the `draft_text_hash` where other comments are another draft; without a draft `version:3`, the published version; with neither `none`. If something else is there by now, the answer is 409 and nothing is saved.',
});

/** Returns the hash of a draft, which does not depend on the order of its fields. */
export function draftHashOf(draft: JsonObject): string {
  const plain = JSON.parse(JSON.stringify(draft)) as Json;
  return createHash('sha256')
    .update(JSON.stringify(inOrder(plain)))
    .digest('hex')
    .slice(0, 20);
}

/**
 * Returns the hash of a draft's text, comments and layout included. If the draft was sent without a text,
 * returns the hash of the draft.
 */
export function draftTextHashOf(draft: JsonObject, source: string | null | undefined): string {
  if (source === null || source === undefined) return draftHashOf(draft);
  return createHash('sha256').update(source).digest('hex').slice(0, 20);
}

/**
 * Refuses to publish or copy a draft other than the expected one. Without a draft, a published version with
 * the expected hash is accepted, so that the request can be repeated.
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
  const { id, publishedVersion: version } = row;
  if (row.draft) throw new Problem(409, worded('problems.draftChanged', { one, id, ...savedBy(row) }));
  throw new Problem(
    409,
    version === null
      ? worded('problems.draftGone', { one, id })
      : worded('problems.draftGonePublished', { one, id, version }),
  );
}

/**
 * Refuses to save a draft over a state other than the one that the caller saw.
 * @param row the stored state; undefined if nothing was ever saved
 * @throws Problem 409
 */
export function refuseOtherBase(
  one: string,
  row:
    | Pick<
        StoredDocument,
        'id' | 'draft' | 'draftBy' | 'draftAt' | 'draftSource' | 'published' | 'publishedVersion' | 'source'
      >
    | undefined,
  seen: string | undefined,
): void {
  const there = row?.draft ?? row?.published;
  if (seen === undefined || (seen === 'none' && !there)) return;
  if (row?.draft === null && there && seen === `version:${row.publishedVersion}`) return;
  const source = row?.draft ? row.draftSource : row?.source;
  if (there && [draftHashOf(there), draftTextHashOf(there, source)].includes(seen)) return;
  if (!row || !there) throw new Problem(409, worded('problems.documentRetired', { one }));
  const { id } = row;
  throw new Problem(
    409,
    row.draft
      ? worded('problems.otherDraft', { one, id, ...savedBy(row) })
      : worded('problems.otherVersion', { one, id, version: row.publishedVersion ?? 0 }),
  );
}

/** Returns who saved a draft and when, for a message. An unknown author is `someone`, and an unknown time is left out. */
function savedBy({ draftBy, draftAt }: Pick<StoredDocument, 'draftBy' | 'draftAt'>): TextValues {
  return {
    who: draftBy ?? 'someone',
    hasTime: String(draftAt !== null),
    at: draftAt?.toISOString() ?? '',
  };
}

/** Returns whether the draft equals the published version, so that publishing it would change nothing. */
export function isPublished({ draft, published }: Pick<StoredDocument, 'draft' | 'published'>): boolean {
  return draft !== null && published !== null && draftHashOf(draft) === draftHashOf(published);
}

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, inOrder(item)]));
}
