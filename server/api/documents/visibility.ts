import { sightOfDigest } from '../../../rules/documents/index.ts';
import type { StoredDocument } from '../../../store/documents/index.ts';

/**
 * What someone who may see only some groups sees of a document: one that names none but these, by its published version, or the draft
 * where nothing does. A draft that would cover more is left out.
 * @param groups undefined: the whole fleet may be seen
 * @returns undefined when it is as if it were not there
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
