/** The same fields, those that may be undefined made optional. */
export type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the fields that are undefined: in the normalised shapes, absent means unknown. */
export function present<T extends object>(fields: T): Present<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Present<T>;
}
