import { sightOfDigest } from '../../../rules/documents/index.ts';
import type { StoredDocument } from '../../../store/documents/index.ts';

/**
 * Returns the part of a document that a caller limited to groups may see. A document is visible if its
 * published version names only these groups. Without a published version, its draft decides.
 * A draft that covers more than these groups is removed.
 * @param groups the caller's groups; undefined if the caller may see the whole fleet
 * @returns undefined when the document is hidden
 */
export function shownTo(
  groups: readonly string[] | undefined,
  row: StoredDocument,
): StoredDocument | undefined {
  const main = row.published ?? row.draft;
  if (!main || sightOfDigest(main, groups) !== 'whole') return groups === undefined ? row : undefined;
  if (!row.draft || sightOfDigest(row.draft, groups) === 'whole') return row;
  return {
    ...row,
    draft: null,
    draftAt: null,
    draftBy: null,
    draftSource: null,
    updatedAt: row.publishedAt ?? row.updatedAt,
  };
}
