import { visit } from 'jsonc-parser';
import type { JSONPath } from 'jsonc-parser';
import { isChanged } from '../../json/index.ts';
import { pointerTo } from './issue.ts';
import { placesAt } from './jsonText.ts';
import type { TextPosition } from './jsonText.ts';
import { LIMITS, quoted } from '../../vocabulary/index.ts';
import { sentence } from '../words/index.ts';
import type { Words } from '../words/index.ts';

/**
 * A loss that `JSON.parse` would cause silently. Of two fields with the same name it keeps only the last, and it changes numbers
 * that it cannot represent.
 */
export interface ParseLoss extends TextPosition {
  readonly kind: 'field' | 'number';
  readonly pointer: string;
  readonly message: string;
  /** The message as data, which can be passed between threads. */
  readonly words: Words;
}

/** Length in characters from which numbers are checked. Shorter numbers can always be represented exactly. */
const SHORT_NUMBER = 5;

class Enough extends Error {}

/**
 * Finds duplicate fields in the objects of a JSON text, and numbers that cannot be represented exactly. Field names are compared
 * after unescaping. Works in one pass, and stops after `LIMITS.issues` findings.
 * @param text valid JSON, nested less deeply than the stack allows: see `tooDeepAt`
 */
export function parseLosses(text: string): readonly ParseLoss[] {
  const found: ParseLoss[] = [];
  /** The fields found so far in each open object, with their indexes in the text. */
  const open: Map<string, number>[] = [];
  let placeAt: ((index: number) => TextPosition) | undefined;
  const add = (lossAt: (places: (index: number) => TextPosition) => ParseLoss): void => {
    placeAt ??= placesAt(text);
    found.push(lossAt(placeAt));
    if (found.length === LIMITS.issues) throw new Enough();
  };
  try {
    visit(text, {
      onObjectBegin: () => void open.push(new Map()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty(...[name, index, , , , pathOf]) {
        const fields = open.at(-1)!;
        const first = fields.get(name);
        if (first === undefined) fields.set(name, index);
        else
          add((places) =>
            repeated({ path: [...pathOf(), name], name, first: places(first), place: places(index) }),
          );
      },
      onLiteralValue(...[value, index, length, , , pathOf]) {
        if (typeof value !== 'number' || length < SHORT_NUMBER) return;
        if (isChanged(text.slice(index, index + length))) add((places) => changed(pathOf(), places(index)));
      },
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return found;
}

function pointerOf(path: JSONPath): string {
  return path.reduce<string>(
    (pointer, step) => pointerTo(pointer, typeof step === 'string' ? step.slice(0, LIMITS.keyLength) : step),
    '',
  );
}

function changed(path: JSONPath, place: TextPosition): ParseLoss {
  const words = sentence('numberLost');
  return { kind: 'number', pointer: pointerOf(path), message: String(words), words, ...place };
}

function repeated({
  path,
  name,
  first,
  place,
}: {
  readonly path: JSONPath;
  readonly name: string;
  readonly first: TextPosition;
  readonly place: TextPosition;
}): ParseLoss {
  const words =
    first.line === place.line
      ? sentence('fieldTwiceInLine', { name: quoted(name), line: place.line })
      : sentence('fieldTwice', { name: quoted(name), first: first.line, second: place.line });
  return { kind: 'field', pointer: pointerOf(path), message: String(words), words, ...place };
}
