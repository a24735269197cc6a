/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** Whether a value is a JSON object, no array and not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON; the order of keys does not count. */
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

/** A key, what it is called from now on, and its value: undefined takes it out. */
export type Change = { readonly key: string; readonly as?: string; readonly value: Json | undefined };

/** An object after changes: keys stay where they stand, new ones come last in the order of the changes. */
export function changed(source: JsonObject, changes: readonly Change[]): JsonObject {
  const open = new Map(changes.map((change) => [change.key, change]));
  const entries: [string, Json | undefined][] = Object.entries(source).map(([key, value]) => {
    const change = open.get(key);
    open.delete(key);
    return change === undefined ? [key, value] : [change.as ?? key, change.value];
  });
  for (const { key, as, value } of open.values()) entries.push([as ?? key, value]);
  // Unlike an assignment, this keeps a key that is called __proto__.
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** A value as people read it: a text as it is, nothing as an empty text, anything else as JSON. */
export function shownText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}
