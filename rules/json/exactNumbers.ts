/** A string, to be passed over, or the characters of a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;
/** A number that may be too large: 16 digits before its point, or an exponent of two digits. Most texts have none. */
const SUSPECT = /(?<![\d.])\d{16}|\d[eE]\+?\d\d/;
/** Digits of a number that are written out. */
const MOST_DIGITS = 400;

/**
 * Parses JSON as `JSON.parse` does, except for numbers beyond 2^53 that it would change, and all whole ones there: each becomes the
 * text of its digits, because it is an id. Where a measure belongs, such a text is refused as one.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!SUSPECT.test(text)) return plain;
  return JSON.parse(text.replace(TOKEN, (token) => (isNumber(token) ? quotedIfChanged(token) : token)));
}

/** Whether `JSON.parse` makes another number of a number's text: one beyond 2^53, or none that is finite. */
export function isChanged(number: string): boolean {
  const value = Number(number);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  return !Number.isFinite(value) || digitsOf(number) !== digitsOf(String(value));
}

/**
 * An id that is sent as a number: `77`, `77.0` and `7.7e1` are one id. Undefined for a number that has lost digits, or is not
 * written out in so few that none can be lost.
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

/** A number without exponent and without zeros that say nothing, so that one number has one spelling; undefined when it is too long. */
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
