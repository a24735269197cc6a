const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** A body of up to so many bytes is parsed where it is, whatever it holds. */
const ALWAYS_LIGHT_BYTES = 65_536;
/** Above this, even a body of few values takes long enough to be parsed elsewhere. */
const NEVER_LIGHT_BYTES = 1_048_576;
/** Values that are parsed where they are: some milliseconds, whatever they are. */
const LIGHT_VALUES = 20_000;

/** Whether a body may be parsed between other requests: what takes longer than some 10 ms goes to a thread. */
export function isLightJson(bytes: Uint8Array): boolean {
  if (bytes.length <= ALWAYS_LIGHT_BYTES) return true;
  // A text may hold JSON of its own.
  if (bytes.length > NEVER_LIGHT_BYTES || bytes[0] === QUOTE) return false;
  return !hasMoreValues(bytes, LIGHT_VALUES);
}

/** Whether JSON holds more than so many values, names of members not counted; one pass that ends as soon as it is known. */
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
