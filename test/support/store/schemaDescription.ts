import { sql } from 'kysely';
import { inTransaction } from '../../../store/db/index.ts';
import type { Db, Tx } from '../../../store/db/index.ts';

/** Each thing of a schema by its kind and name, such as `column trips.score`, and what PostgreSQL says that it is. */
export type SchemaDescription = ReadonlyMap<string, string>;

/**
 * Describes the schema `public` in PostgreSQL's own words: relations, columns, constraints, indexes, functions, triggers and
 * enumerations. Not the order of columns, nor comments and rights. `not null` is described at the column alone.
 */
export function describeSchema(db: Db): Promise<SchemaDescription> {
  return inTransaction(db, async (tx) => {
    // PostgreSQL writes times in defaults and indexes as the session's time zone has them.
    await sql`set local time zone 'UTC'`.execute(tx);
    return read(tx);
  });
}

async function read(tx: Tx): Promise<SchemaDescription> {
  const { rows } = await sql<{ name: string; is: string }>`
    with relations as (
      select oid, relname, relkind, relpersistence, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    )
    select 'relation ' || relname as name, concat_ws(' ', relkind, relpersistence, reloptions::text,
        case when relkind in ('v', 'm') then pg_get_viewdef(oid) end) as "is"
      from relations where relkind in ('r', 'p', 'v', 'm')
    union all
    select 'sequence ' || relname, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle)
      from relations join pg_sequence on seqrelid = oid
    union all
    select 'column ' || relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
        'collate ' || nullif(attcollation, 0)::regcollation::text, case when attnotnull then 'not null' end,
        'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
        'default ' || pg_get_expr(adbin, adrelid))
      from relations join pg_attribute on attrelid = relations.oid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select 'constraint ' || conrelid::regclass::text || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select 'index ' || relname, concat_ws(' ', pg_get_indexdef(oid), case when not indisvalid then 'invalid' end)
      from relations join pg_index on indexrelid = oid
    union all
    select 'function ' || oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
    union all
    select 'trigger ' || relname || '.' || tgname, tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid)
      from relations join pg_trigger on tgrelid = relations.oid where not tgisinternal
    union all
    select 'enumeration ' || typname, string_agg(enumlabel, ', ' order by enumsortorder)
      from pg_type join pg_enum on enumtypid = pg_type.oid
      where typnamespace = 'public'::regnamespace group by typname`.execute(tx);
  return new Map(rows.map((row) => [row.name, row.is]));
}
