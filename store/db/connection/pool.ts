import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool } from 'pg';
import type { PoolConfig, QueryConfig } from 'pg';

/** Sent by work that may take long, such as a migration: lifts the server's limit and, with it, ours. */
export const LIFT_TIME_LIMIT = 'set statement_timeout = 0';
/** Puts both limits back. */
export const RESTORE_TIME_LIMIT = 'reset statement_timeout';

/** Options of the guarded pool. */
export interface GuardedPoolOptions {
  readonly url: string;
  readonly size: number;
  /** Milliseconds that one statement may take on the server, waiting for locks included. */
  readonly statementTimeoutMs: number;
  /** Milliseconds to wait for a connection, or for a free place in the pool. */
  readonly connectTimeoutMs: number;
  /** A handler that receives the error of a connection lost while idle. */
  readonly onConnectionLost: (error: Error) => void;
}

/** Slack after the server's limit before we give up on a connection that does not answer at all. */
const GRACE_MS = 5_000;

/** Work that the reading connections serve. */
const reading = new AsyncLocalStorage<true>();

/** Runs work whose statements, and only those, use the reading connections of `pairedPool`. */
export function onReadingConnections<T>(work: () => Promise<T>): Promise<T> {
  return reading.run(true, work);
}

/**
 * Puts two pools behind one database: `forReading` serves work inside of `onReadingConnections`, so that readers never hold
 * the connections of everything else.
 */
export function pairedPool(pools: {
  readonly main: PostgresPool;
  readonly forReading: PostgresPool;
}): PostgresPool {
  return {
    connect: () => (reading.getStore() ? pools.forReading : pools.main).connect(),
    end: async () => {
      await Promise.all([pools.main.end(), pools.forReading.end()]);
    },
  };
}

/**
 * Creates a pool that survives failures of PostgreSQL and the network. A lost connection is an error of its query and never an
 * unhandled event; a connection that does not answer at all is closed. Texts lose the NUL that PostgreSQL refuses; errors lose
 * the parts that quote values, because these may be positions.
 */
export function guardedPool(options: GuardedPoolOptions): PostgresPool {
  const pool = new Pool(poolConfig(options));
  pool.on('error', options.onConnectionLost);
  // The pool listens only while a client is idle; without this, losing a busy one would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const limitMs = options.statementTimeoutMs + GRACE_MS;
  return {
    connect: async () => {
      const client = await pool.connect();
      let broken = false;
      let lifted = false;
      const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
        if (text === LIFT_TIME_LIMIT) lifted = true;
        if (text === RESTORE_TIME_LIMIT) lifted = false;
        const config: QueryConfig & { query_timeout?: number } = { text, values: values.map(withoutNul) };
        if (!lifted) config.query_timeout = limitMs;
        try {
          return await client.query(config);
        } catch (error) {
          broken ||= error instanceof Error && error.message === 'Query read timeout';
          throw withoutValues(error);
        }
      };
      return { query: query as PostgresPoolClient['query'], release: () => client.release(broken) };
    },
    end: () => pool.end(),
  };
}

function poolConfig(options: GuardedPoolOptions): PoolConfig {
  return {
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    // A transaction left open by a stopped process must not hold a driver's lock for ever.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'tripline',
  };
}

/** Replaces U+0000 by U+FFFD, because PostgreSQL's texts hold every other character. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

/** Removes fields such as `detail` and `where`, because they quote rows and documents ("Failing row contains (…)"). */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error)
    for (const field of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, field);
  return error;
}

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

/** Messages of `pg` and its pool for errors without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after|driver has already been destroyed)/;

/**
 * Returns whether an error means that the database is unavailable or overloaded, so that the same call may succeed later, rather
 * than that the call was wrong.
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
