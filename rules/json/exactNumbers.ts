/** Matches the tokens of a JSON text that may be numbers. Strings are matched, too, so that digits inside them are skipped. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;
/**
 * Matches numbers that `JSON.parse` may change: 16 digits before the decimal point, or an exponent of two digits. Most texts
 * contain none.
 */
const SUSPECT = /(?<![\d.])\d{16}|\d[eE]\+?\d\d/;
/** Maximum number of digits of a number after its exponent was expanded. */
const MOST_DIGITS = 400;

/**
 * Parses JSON like `JSON.parse`, but returns large numbers as text, because they are ids. These are whole numbers beyond 2^53,
 * and other numbers that `JSON.parse` would change. Fields for measured values refuse such text.
 * @throws SyntaxError if the text is not valid JSON
 */
export function parseExactly(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!SUSPECT.test(text)) return plain;
  return JSON.parse(text.replace(TOKEN, (token) => (isNumber(token) ? quotedIfChanged(token) : token)));
}

/**
 * Returns whether `JSON.parse` changes a number. It changes numbers that are not finite, or are beyond 2^53 and cannot be
 * represented exactly.
 */
export function isChanged(number: string): boolean {
  const value = Number(number);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  return !Number.isFinite(value) || digitsOf(number) !== digitsOf(String(value));
}

/**
 * Returns the text of an id that was sent as a number. `77`, `77.0` and `7.7e1` are the same id. Returns `undefined` if the
 * number lost digits, or has too many digits to be certainly exact.
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
 * Returns a number without exponent and redundant zeros, so that equal numbers have equal texts. Returns `undefined` if the text
 * would be too long.
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
