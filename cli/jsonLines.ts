import { LIMITS } from '../rules/limits.ts';
import { endOfText } from './jsonScan.ts';
import { placesAt } from './textPlace.ts';
import type { Place } from './textPlace.ts';

/** A value that somebody asks the place of, or one around it. */
interface Wanted {
  /** Where it was found. */
  index: number | undefined;
  readonly inside: Map<string, Wanted>;
}

/** One open object or list: what is asked of it, and the key or index that comes next. */
interface Open {
  readonly wanted: Wanted | undefined;
  readonly isList: boolean;
  next: Wanted | undefined;
  position: number;
  awaitsKey: boolean;
}

/**
 * Things that are said of a JSON text, each with the place of its JSON pointer (RFC 6901), or of the nearest value around
 * it. The text is walked once, as a parser would, because `JSON.parse` says nothing of places; only what is asked for is
 * kept, so that memory goes by the questions and not by the text. A field that stands twice is found where it counts, the
 * last time.
 * @param text valid JSON
 */
export function located<T extends { readonly pointer: string }>(
  text: string,
  said: readonly T[],
): (T & Place)[] {
  if (said.length === 0) return [];
  const root: Wanted = { index: undefined, inside: new Map() };
  for (const { pointer } of said) want(root, pointer);
  walk(text, root);
  const placeAt = placesAt(text);
  return said.map((each) => ({ ...each, ...placeAt(nearest(root, each.pointer)) }));
}

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function want(root: Wanted, pointer: string): void {
  let at = root;
  for (const step of stepsOf(pointer)) {
    const inner = at.inside.get(step) ?? { index: undefined, inside: new Map<string, Wanted>() };
    at.inside.set(step, inner);
    at = inner;
  }
}

function nearest(root: Wanted, pointer: string): number {
  let [at, index]: [Wanted | undefined, number] = [root, root.index ?? 0];
  for (const step of stepsOf(pointer)) {
    at = at?.inside.get(step);
    index = at?.index ?? index;
  }
  return index;
}

function walk(text: string, root: Wanted): void {
  const open: Open[] = [];
  const plain = /[^\s{}[\],:"]+/y;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    const top = open.at(-1);
    if (char === ':' || char.trim() === '') continue;
    if (char === '}' || char === ']') open.pop();
    else if (char === ',') {
      if (top?.isList) top.position += 1;
      else if (top) top.awaitsKey = true;
    } else if (top?.awaitsKey) {
      const end = endOfText(text, at);
      top.next = top.wanted?.inside.get(keyOf(text.slice(at, end)));
      if (top.next) top.next.index = at;
      top.awaitsKey = false;
      at = end - 1;
    } else {
      const value =
        top === undefined ? root : top.isList ? top.wanted?.inside.get(`${top.position}`) : top.next;
      if (value && (top === undefined || top.isList)) value.index = at;
      if (char === '{' || char === '[')
        open.push({
          wanted: value,
          isList: char === '[',
          next: undefined,
          position: 0,
          awaitsKey: char === '{',
        });
      else if (char === '"') at = endOfText(text, at) - 1;
      else {
        plain.lastIndex = at;
        at += (plain.exec(text)?.[0].length ?? 1) - 1;
      }
    }
  }
}

/** A field's name as pointers have it: they cut what is longer than any field. */
function keyOf(token: string): string {
  return (JSON.parse(token) as string).slice(0, LIMITS.keyLength);
}
