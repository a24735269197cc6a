const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The deepest nesting of a JSON text, counted without building it: brackets outside of strings. */
export function depthOfJson(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return deepest;
}

/** Where the string that begins at `start` ends: the index of its closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/**
 * The characters of a number that is a direct member of the object a JSON text holds, as they were sent: beyond 2^53 the
 * parsed number is not exact, and not every runtime's `JSON.parse` hands out its source. Of a repeated name the last
 * counts, as in `JSON.parse`.
 * @param text valid JSON that holds an object
 */
export function numberAsSent(text: string, name: string): string | undefined {
  let depth = 0;
  let found: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      const member = depth === 1 ? MEMBER_NUMBER : NEVER;
      member.lastIndex = end + 1;
      const number = member.exec(text)?.[1];
      if (number !== undefined && isString(text, { from: at, to: end + 1 }, name)) found = number;
      at = end;
    }
  }
  return found;
}

/** Whether the string at a place means a text; one without escapes stands there as it is. */
function isString(text: string, { from, to }: { from: number; to: number }, meant: string): boolean {
  if (to - from === meant.length + 2) return text.startsWith(meant, from + 1);
  const slice = text.slice(from, to);
  return slice.includes('\\') && JSON.parse(slice) === meant;
}

const MEMBER_NUMBER = /\s*:\s*(-?\d[\d.eE+-]*)/y;
const NEVER = /(?!)/y;
