import { isChanged } from '../json/index.ts';
import { pointerTo } from './issue.ts';
import { placesAt } from './jsonText.ts';
import type { Place } from './jsonText.ts';
import { LIMITS, quoted } from '../vocabulary/index.ts';
import { sentence } from './words/index.ts';
import type { Words } from './words/index.ts';

/**
 * A silent change that `JSON.parse` would make: it takes the last of two fields with one name, and changes a number that it
 * cannot represent.
 */
export interface ParseLoss extends Place {
  readonly kind: 'field' | 'number';
  readonly pointer: string;
  readonly message: string;
  /** The message as data, which threads exchange in this form. */
  readonly words: Words;
}

/** An open object or list: its next field or index, and the fields it has had, with their index. */
interface Open {
  readonly fields: Map<string, number> | undefined;
  step: string | number;
  awaitsName: boolean;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]|-?\d[\d.eE+-]*/gs;
/** Characters below which every number can be represented. */
const SHORT_NUMBER = 5;

/**
 * Finds fields that an object of a JSON text has twice, however their names are escaped, and numbers that cannot be
 * represented. Stops at the number of issues that are listed; one pass, in time linear in the text.
 * @param text valid JSON
 */
export function parseLosses(text: string): readonly ParseLoss[] {
  const found: ParseLoss[] = [];
  const open: Open[] = [];
  let placeAt: ((index: number) => Place) | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (token === '{') open.push({ fields: new Map(), step: '', awaitsName: true });
    else if (token === '[') open.push({ fields: undefined, step: 0, awaitsName: false });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && top?.fields) top.awaitsName = true;
    else if (token === ',' && top) top.step = Number(top.step) + 1;
    else if (NUMBER_START.test(token)) {
      if (token.length < SHORT_NUMBER || !isChanged(token)) continue;
      placeAt ??= placesAt(text);
      found.push(changed(open, placeAt(index)));
    } else if (top?.fields && top.awaitsName) {
      const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
      const first = top.fields.get(name);
      top.step = name;
      top.awaitsName = false;
      if (first === undefined) top.fields.set(name, index);
      else {
        placeAt ??= placesAt(text);
        found.push(repeated({ open, name, first: placeAt(first), place: placeAt(index) }));
      }
    }
    if (found.length === LIMITS.issues) break;
  }
  return found;
}

const NUMBER_START = /^[-\d]/;

function pointerOf(open: readonly Open[]): string {
  return open.reduce(
    (path, { step }) => pointerTo(path, typeof step === 'string' ? step.slice(0, LIMITS.keyLength) : step),
    '',
  );
}

function changed(open: readonly Open[], place: Place): ParseLoss {
  const words = sentence('numberLost');
  return { kind: 'number', pointer: pointerOf(open), message: String(words), words, ...place };
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
}): ParseLoss {
  const words =
    first.line === place.line
      ? sentence('fieldTwiceInLine', { name: quoted(name), line: place.line })
      : sentence('fieldTwice', { name: quoted(name), first: first.line, second: place.line });
  return { kind: 'field', pointer: pointerOf(open), message: String(words), words, ...place };
}
