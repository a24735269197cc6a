/** SQLSTATEs of a lock that did not come in time, and of two that waited for each other. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/** What a migration run was doing when it failed. */
interface Failure {
  readonly migration: string;
  readonly isOnline: boolean;
  /** Names applied just before, which stay. */
  readonly applied: readonly string[];
}

/** Thrown when the schema could not be brought up to date. What was applied before stays; of the failed one nothing does. */
export class MigrationError extends Error {
  constructor({ migration, isOnline, applied }: Failure, cause: unknown) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    const before = applied.length === 0 ? '' : ` Applied before it, and kept: ${applied.join(', ')}.`;
    super(
      `The database could not be migrated (${migration}): ${reason}. ${isOnline ? ONLINE : UNDONE}${before} ${remedy(cause)}`,
      { cause },
    );
    this.name = 'MigrationError';
  }
}

const UNDONE = 'Nothing of it remains, and the release before goes on working.';
const ONLINE =
  'Others read and write meanwhile, what it built so far stays, and the release before goes on working.';

function remedy(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' && IN_THE_WAY.has(code)
    ? 'A long transaction held a table that it needs for a moment; it is tried again. If that lasts, find it in pg_stat_activity (the oldest xact_start) and end it.'
    : 'Mend what it names, then start this release again: it goes on from there. No backup has to be played back.';
}
