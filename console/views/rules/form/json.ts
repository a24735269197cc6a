/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** Returns whether a value is a JSON object, no array and not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether two values are the same JSON, in any order of keys. */
export function same(left: Json, right: Json): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => same(item, right[index]!));
  if (!isObject(left) || !isObject(right)) return left === right;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key]!, right[key]!))
  );
}

/** A change of a key: its new value, and with `as` its new name. The value undefined removes the key. */
export type Change = { readonly key: string; readonly as?: string; readonly value: Json | undefined };

/** Returns an object after changes. Existing keys keep their position; new keys are last, in the order of the changes. */
export function changed(source: JsonObject, changes: readonly Change[]): JsonObject {
  const open = new Map(changes.map((change) => [change.key, change]));
  const entries: [string, Json | undefined][] = Object.entries(source).map(([key, value]) => {
    const change = open.get(key);
    open.delete(key);
    return change === undefined ? [key, value] : [change.as ?? key, change.value];
  });
  for (const { key, as, value } of open.values()) entries.push([as ?? key, value]);
  // `fromEntries` keeps a key that is called __proto__; an assignment would not.
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Returns a value as people read it: a text as it is, undefined as an empty text, anything else as JSON. */
export function shownText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}
