import { Pool } from 'pg';
import type { PoolConfig, QueryConfig } from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** Sent by work that may take long, such as a migration: lifts the server's limit and, with it, ours. */
export const LIFT_TIME_LIMIT = 'set statement_timeout = 0';
/** Puts both limits back. */
export const RESTORE_TIME_LIMIT = 'reset statement_timeout';

/** Options of the guarded pool. */
export interface GuardedPoolOptions {
  readonly url: string;
  readonly size: number;
  /** How long one statement may take on the server, locks waited for included. */
  readonly statementTimeoutMs: number;
  /** How long to wait for a connection, or for a free place in the pool. */
  readonly connectTimeoutMs: number;
  /** Hears of a connection lost while nobody used it. */
  readonly onConnectionLost: (error: Error) => void;
}

/** Slack after the server's limit before we give up on a connection that does not answer at all. */
const GRACE_MS = 5_000;

/**
 * A pool that survives what PostgreSQL and the network do to it: a lost connection is an error of its query and never an
 * unhandled event; a connection that does not answer at all is thrown away; texts lose the NUL that PostgreSQL refuses;
 * and errors lose the parts in which the server quotes values, since these may be positions.
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

/** PostgreSQL's texts hold every character but U+0000. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

/** `detail` and `where` quote rows and documents ("Failing row contains (…)"). */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error)
    for (const field of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, field);
  return error;
}
