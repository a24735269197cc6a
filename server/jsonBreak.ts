/** One token of JSON after optional space: a mark, a string, or a plain value (RFC 8259). */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/uy;
const SPACE = /[ \t\n\r]*/y;
/** Longer texts are not searched: the answer is for a person who wrote the text. */
const LONGEST_SEARCHED = 131_072;

/**
 * Where a text stops being JSON, in words, without quoting any of it. `JSON.parse` says so only sometimes, and then
 * quotes the text.
 */
export function whereJsonBreaks(text: string): string {
  const at = text.length > LONGEST_SEARCHED ? undefined : breakOf(text);
  if (at === undefined) return 'it breaks off somewhere';
  if (at >= text.length) return 'it ends too early';
  const lines = text.slice(0, at).split('\n');
  return `it breaks at line ${lines.length}, character ${(lines.at(-1) ?? '').length + 1}`;
}

type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';

/** The index of the first character that cannot stand there. */
function breakOf(text: string): number | undefined {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    const start = at + (SPACE.exec(text)?.[0].length ?? 0);
    if (start >= text.length) return start;
    TOKEN.lastIndex = at;
    const match: RegExpExecArray | null = TOKEN.exec(text);
    const next: Wanted | undefined = match === null ? undefined : step(wanted, open, match);
    if (!next) return start;
    wanted = next;
    at = TOKEN.lastIndex;
  }
}

/** What may follow a token; undefined when the token itself may not stand here. */
function step(wanted: Wanted, open: ('{' | '[')[], token: RegExpExecArray): Wanted | undefined {
  const [, mark, string] = token;
  const isValueWanted = wanted === 'value' || wanted === 'value or ]';
  const isNameWanted = wanted === 'name' || wanted === 'name or }';
  const afterValue = (): Wanted => (open.length > 0 ? ', or end' : 'nothing');
  if (mark === undefined) {
    if (isNameWanted) return string === undefined ? undefined : ':';
    return isValueWanted ? afterValue() : undefined;
  }
  if (mark === ':') return wanted === ':' ? 'value' : undefined;
  if (mark === ',') return wanted === ', or end' ? (open.at(-1) === '{' ? 'name' : 'value') : undefined;
  if (mark === '{' || mark === '[') {
    if (!isValueWanted) return undefined;
    open.push(mark);
    return mark === '{' ? 'name or }' : 'value or ]';
  }
  const closes = mark === '}' ? '{' : '[';
  const isAllowed = wanted === ', or end' || wanted === (mark === '}' ? 'name or }' : 'value or ]');
  if (!isAllowed || open.pop() !== closes) return undefined;
  return afterValue();
}
