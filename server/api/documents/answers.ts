import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { DocumentIssue } from '../../../rules/lint/index.ts';
import type { DocumentVersion, PublishOutcome, StoredDocument } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import type { DocumentType } from './schemas.ts';
import { draftHash, draftHashOf, draftTextHash, draftTextHashOf } from './draftHash.ts';
import { given, issue, storableText } from '../http/index.ts';

/** Field for the reason of a change, which the history shows. */
export const why = storableText(2_000).optional().meta({ description: 'The reason, for the history.' });
/** Field for a document's text with comments, in an answer. */
const source = z.string().meta({
  description: 'Its text with comments, as it was sent; absent: it was sent without.',
});
/** Answer of publishing a draft, and of rolling back to an earlier version. */
export const publishedAnswer = z.object({
  version: z.int().meta({ example: 3 }),
  warnings: z
    .array(issue)
    .optional()
    .meta({ description: 'Warnings about the published version; absent: none.' }),
});

/** Returns the schema of a stored document of one kind, for the OpenAPI document. */
export function storedSchema({ idOne, one, field, schema }: DocumentType) {
  return z
    .object({
      id: z.string(),
      version: z.int().optional().meta({ description: 'The published version; absent: none.' }),
      [field]: schema.optional().meta({ description: `The published ${one}.` }),
      source: source.optional(),
      published_at: z.iso.datetime().optional(),
      draft: schema.optional().meta({ description: 'Saved and not published.' }),
      draft_hash: draftHash.optional(),
      draft_text_hash: draftTextHash.optional(),
      draft_source: source.optional(),
      draft_at: z.iso.datetime().optional(),
      draft_by: z.string().optional(),
      updated_at: z.iso.datetime(),
    })
    .meta({ id: `Stored${idOne}` });
}

/** Returns the schema of a published version of one kind, for the OpenAPI document. */
export function versionSchema({ idOne, field, schema }: DocumentType) {
  return z
    .object({
      version: z.int(),
      [field]: schema,
      source: source.optional(),
      at: z.iso.datetime(),
      who: z.string().meta({ description: 'Name of the token.' }),
      by: z.string().optional(),
      why: z.string().optional(),
      rolled_back_from: z
        .int()
        .optional()
        .meta({ description: 'The version whose content this one repeats.' }),
    })
    .meta({ id: `${idOne}Version` });
}

/** Returns a stored document as the API shows it. */
export function storedOnWire({ field }: DocumentType, row: StoredDocument): Record<string, unknown> {
  return given({
    id: row.id,
    version: row.publishedVersion,
    [field]: row.published,
    source: row.source ?? undefined,
    published_at: row.publishedAt,
    draft: row.draft,
    draft_hash: row.draft && draftHashOf(row.draft),
    draft_text_hash: row.draft && draftTextHashOf(row.draft, row.draftSource),
    draft_source: row.draftSource ?? undefined,
    draft_at: row.draftAt,
    draft_by: row.draftBy,
    updated_at: row.updatedAt,
  });
}

/** Returns a version of a document as the API shows it. */
export function versionOnWire({ field }: DocumentType, row: DocumentVersion): Record<string, unknown> {
  return given({
    version: row.version,
    [field]: row.body,
    source: row.source ?? undefined,
    at: row.at,
    who: row.who,
    by: row.by,
    why: row.why,
    rolled_back_from: row.rolledBackFrom,
  });
}

/**
 * Returns the published version with its warnings.
 * @throws Problem 404 for an unknown document or version, 409 when there is no draft to publish
 */
export function outcomeOnWire(
  { one }: DocumentType,
  outcome: PublishOutcome,
  { id, warnings }: { readonly id: string; readonly warnings: readonly DocumentIssue[] },
): { version: number; warnings?: readonly DocumentIssue[] } {
  if (outcome.ok) return { version: outcome.version, ...(warnings.length > 0 && { warnings }) };
  const name = one.replace(/^./, (letter) => letter.toUpperCase());
  if (outcome.because === 'no_draft') throw new Problem(409, worded('problems.noDraft', { one: name, id }));
  if (outcome.because === 'no_such_version')
    throw new Problem(404, worded('problems.noVersion', { one: name, id }));
  throw noSuch(one);
}

/** Creates the 404 problem for an unknown document. */
export function noSuch(one: string): Problem {
  return new Problem(404, worded('problems.noDocument', { one }));
}
