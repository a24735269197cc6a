import { Client } from 'pg';

/** An event and its time, in milliseconds since 1970. */
export interface Moment {
  readonly at: number;
  /** In words. */
  readonly what: string;
}

/** Records each change of a delivery by the database's clock, except renewals of its claim. */
const NOTE_CHANGES = `
  create schema chaos;
  create table chaos.changes (
    id bigint generated always as identity primary key,
    delivery bigint not null,
    at timestamptz not null default clock_timestamp(),
    state text not null, attempt integer not null, is_claimed boolean not null, has_begun boolean not null,
    unclear integer[] not null, last_error text, reason text);
  create index on chaos.changes (delivery);
  create function chaos.note() returns trigger language plpgsql as $$
  begin
    insert into chaos.changes (delivery, state, attempt, is_claimed, has_begun, unclear, last_error, reason)
    values (new.id, new.state, new.attempt, new.claimed_at is not null,
      new.unsent_attempt is distinct from new.attempt, new.unknown_outcome_attempts, new.last_error, new.reason);
    return null;
  end $$;
  create trigger chaos_planned after insert on deliveries for each row execute function chaos.note();
  create trigger chaos_changed after update on deliveries for each row
    when ((old.state, old.attempt, old.claimed_at is null, old.unsent_attempt, old.unknown_outcome_attempts, old.last_error, old.reason)
      is distinct from
      (new.state, new.attempt, new.claimed_at is null, new.unsent_attempt, new.unknown_outcome_attempts, new.last_error, new.reason))
    execute function chaos.note();`;

/**
 * Makes the database record every change of each delivery, because the row holds only its last attempt.
 * @param url of a database that holds Tripline's tables
 */
export async function watchLedger(url: string): Promise<void> {
  await withClient(url, (client) => client.query(NOTE_CHANGES));
}

interface Change {
  readonly at: Date;
  readonly state: string;
  readonly attempt: number;
  readonly isClaimed: boolean;
  readonly hasBegun: boolean;
  readonly unclear: readonly number[];
  readonly lastError: string | null;
  readonly reason: string | null;
}

/** Returns the changes of a delivery since `watchLedger`, in order. */
export async function changesOf(url: string, deliveryId: string): Promise<Moment[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<Change>(
      `select at, state, attempt, is_claimed as "isClaimed", has_begun as "hasBegun", unclear,
         last_error as "lastError", reason
       from chaos.changes where delivery = $1 order by id`,
      [deliveryId],
    ),
  );
  return rows.map((row) => ({ at: row.at.getTime(), what: wordsOf(row) }));
}

function wordsOf({ state, attempt, isClaimed, hasBegun, unclear, lastError, reason }: Change): string {
  const claimed = hasBegun ? 'may have begun to leave' : 'claimed, nothing may leave yet';
  return [
    `ledger: ${state}`,
    ...(attempt > 0 ? [`attempt ${attempt} ${isClaimed ? claimed : 'holds no claim'}`] : []),
    ...(unclear.length > 0 ? [`in doubt: ${unclear.join(' and ')}`] : []),
    ...(lastError === null ? [] : [`last error: ${lastError}`]),
    ...(reason === null ? [] : [`reason: ${reason}`]),
  ].join(', ');
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
