import { sql } from 'kysely';
import type { Db } from '../../../store/db/index.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Looks for texts in every column of every table, bytes included.
 * @returns `table.column` for each place that holds one, in order
 */
export async function placesOf(db: Db, needles: readonly string[]): Promise<readonly string[]> {
  const { rows: columns } = await sql<Column>`
    select table_name as "table", column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' order by table_name, column_name`.execute(
    db,
  );
  const found: string[] = [];
  for (const column of columns)
    if (await holds(db, column, needles)) found.push(`${column.table}.${column.name}`);
  return found;
}

async function holds(db: Db, { table, name, type }: Column, needles: readonly string[]): Promise<boolean> {
  const column = sql.raw(`"${table}"."${name}"`);
  const text = type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`;
  const any = sql.join(
    needles.map((needle) => sql`strpos(${text}, ${needle}) > 0`),
    sql` or `,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(`"${table}"`)} where ${any}`.execute(db);
  return rows[0]!.count > 0;
}
