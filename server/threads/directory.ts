import { repeatedFields, tooDeepAt } from '../../rules/documents/index.ts';
import { readDirectoryCsv, readDirectoryJson } from '../../rules/drivers/index.ts';
import type { DirectoryRead } from '../../rules/drivers/index.ts';
import { whereJsonBreaks } from './jsonText.ts';

/** Deeper than any directory. */
const DEEPEST = 10;

/** What an upload says, or why it is not JSON: `because` is a sentence. */
export type ReadUpload = DirectoryRead | { readonly ok: false; readonly because: string };

/** Reads an uploaded directory: tens of thousands of rows take a second. */
export function readDirectory({
  bytes,
  isCsv,
}: {
  readonly bytes: Uint8Array;
  readonly isCsv: boolean;
}): ReadUpload {
  if (isCsv) return readDirectoryCsv(bytes);
  const text = new TextDecoder().decode(bytes);
  const refused = (because: string): ReadUpload => ({ ok: false, because });
  if (text.trim() === '') return refused('The body is empty.');
  if (tooDeepAt(text, DEEPEST) !== undefined)
    return refused(`The body is nested deeper than ${DEEPEST} levels.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused(`The body is not JSON: ${whereJsonBreaks(text)}. CSV needs the content type text/csv.`);
  }
  const repeated = repeatedFields(text);
  if (repeated.length > 0)
    return { ok: false, errors: repeated.map(({ pointer, message }) => ({ pointer, message })) };
  return readDirectoryJson(json);
}
