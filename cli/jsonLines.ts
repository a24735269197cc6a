/** Where something stands in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the line of each value of a JSON text by its JSON pointer (RFC 6901). It walks the text once, as a parser would,
 * because `JSON.parse` says nothing of places. The text must be valid JSON.
 */
export function placesOf(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 10) starts.push(at + 1);
  const placeAt = (at: number): Place => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - starts[low]! + 1 };
  };
  const tokens = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;
  /** One open object or list: its pointer, and the key or index that comes next. */
  const open: {
    readonly pointer: string;
    readonly isList: boolean;
    key: string;
    index: number;
    awaitsKey: boolean;
  }[] = [];
  const pointerHere = (): string => {
    const top = open.at(-1);
    return top === undefined
      ? ''
      : `${top.pointer}/${top.isList ? top.index : top.key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  };
  for (const match of text.matchAll(tokens)) {
    const [token] = match;
    const top = open.at(-1);
    if (/^\s/.test(token) || token === ':') continue;
    if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (top?.isList) top.index += 1;
      else if (top) top.awaitsKey = true;
    } else if (top && !top.isList && top.awaitsKey) {
      top.key = JSON.parse(token) as string;
      top.awaitsKey = false;
      places.set(pointerHere(), placeAt(match.index));
    } else {
      const pointer = pointerHere();
      if (!places.has(pointer)) places.set(pointer, placeAt(match.index));
      if (token === '{' || token === '[')
        open.push({ pointer, isList: token === '[', key: '', index: 0, awaitsKey: token === '{' });
    }
  }
  return places;
}

/** The place of a pointer, or of the nearest value around it. */
export function placeOf(places: ReadonlyMap<string, Place>, pointer: string): Place {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = places.get(at);
    if (found || at === '') return found ?? { line: 1, column: 1 };
  }
}

const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null/iuy;
const NEXT = { '{': 'key}', '[': 'value]', ':': 'value' } as const;

/**
 * Where a text stops being JSON; its end when something is missing there, and most likely why. `JSON.parse` names the
 * place in some of its messages only, and differently in each version of Node.
 */
export function breakOf(text: string): Place & { readonly message: string } {
  const open: ('{' | '[')[] = [];
  let awaited: 'value' | 'value]' | 'key' | 'key}' | ':' | 'end' = 'value';
  let at = 0;
  for (;;) {
    while (/[ \t\r\n]/.test(text[at] ?? '')) at += 1;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || (/^[tfn]/i.test(token) && token !== token.toLowerCase())) break;
    const isAllowed: boolean =
      token === ':'
        ? awaited === ':'
        : token === ','
          ? awaited === 'end' && open.length > 0
          : token === '}'
            ? open.at(-1) === '{' && (awaited === 'end' || awaited === 'key}')
            : token === ']'
              ? open.at(-1) === '[' && (awaited === 'end' || awaited === 'value]')
              : awaited.startsWith('value') || (awaited.startsWith('key') && token.startsWith('"'));
    if (!isAllowed) break;
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    if (token === ',') awaited = open.at(-1) === '{' ? 'key' : 'value';
    else if (token === '{' || token === '[' || token === ':') awaited = NEXT[token];
    else awaited = awaited.startsWith('key') && token !== '}' ? ':' : 'end';
    at += token.length;
  }
  const before = text.slice(0, at).split('\n');
  const rest = text.slice(at);
  const message = whyBroken(rest, { isAfterValue: awaited === 'end' && open.length > 0, awaited });
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message };
}

/** The slips that people make most, in words. @param rest the text from where it is no JSON */
function whyBroken(
  rest: string,
  { isAfterValue, awaited }: { readonly isAfterValue: boolean; readonly awaited: string },
): string {
  if (rest === '')
    return isAfterValue ? 'The file ends here, and a bracket is still open.' : 'The file ends here.';
  if (/^["{[\d-]/.test(rest) && isAfterValue) return 'A comma is missing before this.';
  if (/^[}\]]/.test(rest) && (awaited === 'key' || awaited === 'value'))
    return 'There is one comma too many before this: the last entry has none.';
  if (/^[“”„‘’']/.test(rest)) return 'JSON takes straight double quotes (") only.';
  if (/^(?:\/[/*]|#)/.test(rest)) return 'JSON has no comments: take this out, or put it into "description".';
  return 'This is no JSON from here on.';
}
