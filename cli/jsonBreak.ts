import { placeAt } from './textPlace.ts';
import type { Place } from './textPlace.ts';

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
  const rest = text.slice(at);
  const message = whyBroken(rest, { isAfterValue: awaited === 'end' && open.length > 0, awaited });
  return { ...placeAt(text, at), message };
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
