import { parseLosses, sentence, tooDeepAt, whereJsonBreaks } from '../../rules/documents/index.ts';
import type { Words } from '../../rules/documents/index.ts';
import { readDirectoryCsv, readDirectoryJson } from '../../rules/drivers/index.ts';
import type { DirectoryRead } from '../../rules/drivers/index.ts';

/** Maximum nesting of the JSON, deeper than any directory. */
const DEEPEST = 10;

/** The content of an uploaded directory, or the reason why it is not one. */
export type ReadUpload = DirectoryRead | { readonly ok: false; readonly because: Words };

/** Reads an uploaded directory. Runs in a thread, because tens of thousands of rows take a second. */
export function readDirectory({
  bytes,
  isCsv,
}: {
  readonly bytes: Uint8Array;
  readonly isCsv: boolean;
}): ReadUpload {
  if (isCsv) return readDirectoryCsv(bytes);
  const text = new TextDecoder().decode(bytes);
  const refused = (because: Words): ReadUpload => ({ ok: false, because });
  if (text.trim() === '') return refused(sentence('uploadEmpty'));
  if (tooDeepAt(text, DEEPEST) !== undefined) return refused(sentence('uploadDeep', { most: DEEPEST }));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused(sentence('uploadNotJson', { where: whereJsonBreaks(text) }));
  }
  const losses = parseLosses(text);
  if (losses.length > 0)
    return {
      ok: false,
      errors: losses.map(({ pointer, message, words }) => ({ pointer, message, words })),
    };
  return readDirectoryJson(json);
}
