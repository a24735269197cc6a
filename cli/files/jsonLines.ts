import { visit } from 'jsonc-parser';
import { placesAt, pointerTo } from '../../rules/documents/index.ts';
import type { Place } from '../../rules/documents/index.ts';
import { LIMITS } from '../../rules/vocabulary/index.ts';

/**
 * Things that are said of a JSON text, each with the place of its JSON pointer (RFC 6901), or of the nearest value around
 * it. Only what is asked for is kept, so that memory goes by the questions and not by the text. A field that stands twice
 * is found where it counts, the last time.
 * @param text valid JSON, nested no deeper than a document's file may be
 */
export function located<T extends { readonly pointer: string }>(
  text: string,
  said: readonly T[],
): (T & Place)[] {
  if (said.length === 0) return [];
  const wanted = new Set(said.flatMap(({ pointer }) => around(pointer)));
  const deepest = Math.max(...said.map(({ pointer }) => pointer.split('/').length - 1));
  const found = new Map<string, number>();
  const note = (path: readonly (string | number)[], index: number): void => {
    if (path.length > deepest) return;
    const pointer = path.map((step) => String(step).slice(0, LIMITS.keyLength)).reduce(pointerTo, '');
    if (wanted.has(pointer)) found.set(pointer, index);
  };
  // A field stands where its name does.
  const noteValue = (path: readonly (string | number)[], index: number): void => {
    if (typeof path.at(-1) !== 'string') note(path, index);
  };
  visit(text, {
    onObjectProperty: (...[name, index, , , , path]) => note([...path(), name], index),
    onObjectBegin: (...[index, , , , path]) => noteValue(path(), index),
    onArrayBegin: (...[index, , , , path]) => noteValue(path(), index),
    onLiteralValue: (...[, index, , , , path]) => noteValue(path(), index),
  });
  const placeAt = placesAt(text);
  return said.map((each) => {
    const nearest = around(each.pointer).findLast((pointer) => found.has(pointer));
    return { ...each, ...placeAt(found.get(nearest ?? '') ?? 0) };
  });
}

/** A pointer and those of all values around it, the outermost first. */
function around(pointer: string): readonly string[] {
  const steps = pointer.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
