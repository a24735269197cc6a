const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** Maximum size in bytes of a body that is always parsed in the main thread. */
const ALWAYS_LIGHT_BYTES = 65_536;
/** Size in bytes above which a body is always parsed in a worker thread, even if it has few values. */
const NEVER_LIGHT_BYTES = 1_048_576;
/**
 * Maximum number of values for a body between `ALWAYS_LIGHT_BYTES` and `NEVER_LIGHT_BYTES` to be parsed in the main thread. This
 * takes some milliseconds.
 */
const LIGHT_VALUES = 20_000;

/** Returns whether a body may be parsed in the main thread. Bodies that take longer than about 10 ms go to a worker thread. */
export function isLightJson(bytes: Uint8Array): boolean {
  if (bytes.length <= ALWAYS_LIGHT_BYTES) return true;
  // A body that is a JSON string may contain more JSON, whose values cannot be counted here.
  if (bytes.length > NEVER_LIGHT_BYTES || bytes[0] === QUOTE) return false;
  return !hasMoreValues(bytes, LIGHT_VALUES);
}

/**
 * Returns whether a JSON text contains more than `most` values, without the names of members. Reads the text once, and stops when
 * the answer is known.
 */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  let values = 1;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}
