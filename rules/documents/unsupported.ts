/**
 * What the design names and is not built yet. A rule that uses any of it is refused, never silently ignored.
 * Building something means removing its line here; facts have their own flag in the catalogue (`built`).
 */
export const NOT_SUPPORTED_YET = {
  /** Fields by JSON pointer; `*` stands for a position in a list. */
  fields: [] as readonly string[],
  /** Action types. */
  actions: [] as readonly string[],
} as const;

/** The message for anything listed above. */
export function notSupportedYet(what: string): string {
  return `${what} is not supported yet`;
}
