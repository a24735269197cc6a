import { UnreleasedSchemaError, isDatabaseUnavailable } from '../../store/db/index.ts';

/** Remedies for PostgreSQL's errors (SQLSTATEs of its documentation, appendix A). */
const REMEDIES: readonly (readonly [RegExp, (at: string) => string])[] = [
  [/^28...$/, (at) => `PostgreSQL at ${at} refuses the login: check user and password in DATABASE_URL.`],
  [/^3D000$/, (at) => `There is no database ${at}: create it, or correct DATABASE_URL.`],
  [
    /^42501$/,
    (at) =>
      `PostgreSQL at ${at} does not let the user of DATABASE_URL change the schema: grant it CREATE on the schema, or apply the migrations with a user that may.`,
  ],
  [
    /^(55P03|40P01)$/,
    (at) =>
      `A migration of ${at} waits for a table that a long transaction holds; it is retried. If it lasts, find the transaction in pg_stat_activity (the oldest xact_start) and end it.`,
  ],
  [/^57P03$/, (at) => `PostgreSQL at ${at} is starting and does not accept connections yet.`],
];

/**
 * Describes why the database cannot be used, its address, and what to do.
 * @param url DATABASE_URL; only its host, port and database name are reported
 */
export function databaseProblem(error: unknown, url: string): string {
  const at = placeOf(url);
  if (error instanceof UnreleasedSchemaError)
    return `The database ${at} cannot be used. ${error.message} Name an empty database in DATABASE_URL, and a Temporal namespace without workflows of that version in TEMPORAL_NAMESPACE.`;
  const codes = codesOf(error);
  for (const [pattern, inWords] of REMEDIES) if (codes.some((code) => pattern.test(code))) return inWords(at);
  if (isDatabaseUnavailable(error))
    return `PostgreSQL at ${at} does not answer${codes[0] ? ` (${codes[0]})` : ''}: is it up, and is DATABASE_URL right?`;
  return `PostgreSQL at ${at}: ${error instanceof Error ? error.message : String(error)}`;
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') codes.push(code);
  }
  return codes;
}
