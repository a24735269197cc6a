/** Codes of the operating system and of Node for a peer that cannot be reached. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ENOENT',
]);

/** SQLSTATEs of a server that is there and cannot serve (PostgreSQL documentation, appendix A). */
const CANNOT_SERVE = new Set([
  '57014', // statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '25006', // read-only: a standby after a failover
  '25P03', // idle_in_transaction_session_timeout
  '55P03', // lock_not_available
]);

/** What `pg` and its pool say without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after|driver has already been destroyed)/;

/**
 * Whether an error means that the database is away or overloaded, so that the same call may succeed later, rather than
 * that the call was wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    if (NETWORK.has(code) || CANNOT_SERVE.has(code)) return true;
    // Classes 08, connection exception, and 53, insufficient resources (disk full, too many connections).
    if (/^(08|53)...$/.test(code)) return true;
  }
  if (MESSAGES.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}
