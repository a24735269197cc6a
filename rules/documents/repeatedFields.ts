import { pointerTo } from './issue.ts';
import { placesAt } from './jsonText.ts';
import type { Place } from './jsonText.ts';
import { LIMITS, quoted } from '../vocabulary/index.ts';
import { sentence } from './words/index.ts';
import type { Words } from './words/index.ts';

/** A field that stands in its object a second time: `JSON.parse` would take the last one without a word. */
export interface RepeatedField extends Place {
  readonly pointer: string;
  readonly message: string;
  /** The message as data; a thread hands it over as such. */
  readonly words: Words;
}

/** An object or list that is open: its field or index that comes next, and the fields it has had, with their index. */
interface Open {
  readonly fields: Map<string, number> | undefined;
  step: string | number;
  awaitsName: boolean;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs;

/**
 * Finds fields that stand twice in one object of a JSON text, whichever way their names are escaped; as many as are ever
 * listed. One pass, in time linear in the text.
 * @param text valid JSON
 */
export function repeatedFields(text: string): readonly RepeatedField[] {
  const found: RepeatedField[] = [];
  const open: Open[] = [];
  let placeAt: ((index: number) => Place) | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (token === '{') open.push({ fields: new Map(), step: '', awaitsName: true });
    else if (token === '[') open.push({ fields: undefined, step: 0, awaitsName: false });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && top?.fields) top.awaitsName = true;
    else if (token === ',' && top) top.step = Number(top.step) + 1;
    else if (top?.fields && top.awaitsName) {
      const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
      const first = top.fields.get(name);
      top.step = name;
      top.awaitsName = false;
      if (first === undefined) top.fields.set(name, index);
      else {
        placeAt ??= placesAt(text);
        found.push(repeated({ open, name, first: placeAt(first), place: placeAt(index) }));
      }
      if (found.length === LIMITS.issues) break;
    }
  }
  return found;
}

function repeated({
  open,
  name,
  first,
  place,
}: {
  readonly open: readonly Open[];
  readonly name: string;
  readonly first: Place;
  readonly place: Place;
}): RepeatedField {
  const pointer = open.reduce(
    (path, { step }) => pointerTo(path, typeof step === 'string' ? step.slice(0, LIMITS.keyLength) : step),
    '',
  );
  const words =
    first.line === place.line
      ? sentence(
          'fieldTwiceInLine',
        )`the field ${{ name: quoted(name) }} appears twice in line ${{ line: place.line }}: keep one`
      : sentence(
          'fieldTwice',
        )`the field ${{ name: quoted(name) }} appears twice, in line ${{ first: first.line }} and in line ${{ second: place.line }}: keep one`;
  return { pointer, message: String(words), words, ...place };
}
