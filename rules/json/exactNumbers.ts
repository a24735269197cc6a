/** Matches a string, which is skipped, or the characters of a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;
/** Matches a number that may be too large: 16 digits before its point, or an exponent of two digits. Most texts have none. */
const SUSPECT = /(?<![\d.])\d{16}|\d[eE]\+?\d\d/;
/** Maximum number of digits of a number that is written without an exponent. */
const MOST_DIGITS = 400;

/**
 * Parses JSON like `JSON.parse`, but returns large numbers as the text of their digits, because they are ids. These are all
 * whole numbers beyond 2^53, and others that `JSON.parse` would change. Where a measure belongs, such a text is refused.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!SUSPECT.test(text)) return plain;
  return JSON.parse(text.replace(TOKEN, (token) => (isNumber(token) ? quotedIfChanged(token) : token)));
}

/** Returns whether `JSON.parse` changes a number: it is beyond 2^53 and not exact, or not finite. */
export function isChanged(number: string): boolean {
  const value = Number(number);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  return !Number.isFinite(value) || digitsOf(number) !== digitsOf(String(value));
}

/**
 * Returns an id that was sent as a number: `77`, `77.0` and `7.7e1` are the same id. Undefined for a number that lost digits,
 * or that has too many digits to be certainly exact.
 */
export function idOfNumber(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return String(value + 0);
  const text = String(value);
  return /^-?\d+\.\d+$/.test(text) && text.length <= 16 ? text : undefined;
}

function isNumber(token: string): boolean {
  return !token.startsWith('"');
}

function quotedIfChanged(number: string): string {
  const isId = /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number));
  if (!isId && !isChanged(number)) return number;
  const digits = digitsOf(number);
  return digits === undefined ? number : `"${digits}"`;
}

/**
 * Returns a number without exponent and redundant zeros, so that equal numbers have the same spelling; undefined when it is too
 * long.
 */
function digitsOf(number: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const shift = Number(exponent);
  if (whole.length + fraction.length + Math.abs(shift) > MOST_DIGITS) return undefined;
  const point = whole.length + shift;
  const all = (whole + fraction).padStart(whole.length + fraction.length + Math.max(-point, 0), '0');
  const at = Math.max(point, 0);
  const before =
    all
      .slice(0, at)
      .padEnd(at, '0')
      .replace(/^0+(?=\d)/, '') || '0';
  const after = all.slice(at).replace(/0+$/, '');
  const digits = after === '' ? before : `${before}.${after}`;
  return digits === '0' ? digits : `${sign}${digits}`;
}
