import { placeAt } from './textPlace.ts';
import type { Place } from './textPlace.ts';

const TOKEN = /[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
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
    const token = text[at] === '"' ? '"' : matchAt(TOKEN, text, at);
    if (token === undefined) break;
    const isAllowed: boolean =
      token === ':'
        ? awaited === ':'
        : token === ','
          ? awaited === 'end' && open.length > 0
          : token === '}'
            ? open.at(-1) === '{' && (awaited === 'end' || awaited === 'key}')
            : token === ']'
              ? open.at(-1) === '[' && (awaited === 'end' || awaited === 'value]')
              : awaited.startsWith('value') || (awaited.startsWith('key') && token === '"');
    if (!isAllowed) break;
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    if (token === ',') awaited = open.at(-1) === '{' ? 'key' : 'value';
    else if (token === '{' || token === '[' || token === ':') awaited = NEXT[token];
    else awaited = awaited.startsWith('key') && token !== '}' ? ':' : 'end';
    if (token === '"') {
      const { end, why } = textAt(text, at);
      if (why !== undefined) return { ...placeAt(text, end), message: why };
      at = end;
    } else at += token.length;
  }
  const rest = text.slice(at);
  const message = whyBroken(rest, { isAfterValue: awaited === 'end' && open.length > 0, awaited });
  return { ...placeAt(text, at), message };
}

function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** Behind the text that begins at a quote; or where in it something is that JSON does not take, and why. */
function textAt(text: string, from: number): { readonly end: number; readonly why?: string } {
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (text[at] === '"') return { end: at + 1 };
    if (code < 32) return { end: at, why: whyRaw(code) };
    const escape = text[at] === '\\' ? matchAt(ESCAPE, text, at) : text[at];
    if (escape === undefined && at + 1 < text.length)
      return { end: at, why: 'A backslash inside a text is written \\\\.' };
    at += escape?.length ?? 1;
  }
  return { end: text.length, why: 'The file ends here, and a text is still open.' };
}

/** How a character is written that may not stand in a text as it is. */
function whyRaw(code: number): string {
  if (code === 9) return 'A tab inside a text is written \\t.';
  if (code === 10 || code === 13)
    return 'The text has no closing quote in this line; a line break inside a text is written \\n.';
  const digits = code.toString(16).toUpperCase().padStart(4, '0');
  return `The character U+${digits} inside a text is written \\u${digits}.`;
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
