import { sql } from 'kysely';
import type { Db } from '../../../store/db/index.ts';

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}
interface Constraint {
  readonly table: string;
  readonly columns: readonly string[];
  readonly isValid: boolean;
  readonly definition: string;
}
interface Index {
  readonly table: string;
  readonly isUnique: boolean;
}

/** A schema as PostgreSQL describes it. */
export interface SchemaPicture {
  /** The file of each table: a rewritten one has another. */
  readonly tables: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<string, Column>;
  readonly constraints: ReadonlyMap<string, Constraint>;
  readonly indexes: ReadonlyMap<string, Index>;
}

/** Looks at the schema. */
export async function pictureOf(db: Db): Promise<SchemaPicture> {
  const tables = await sql<{ name: string; file: string }>`
    select relname as name, relfilenode::text as file from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(db);
  const columns = await sql<Column & { name: string }>`
    select attrelid::regclass::text || '.' || attname as name, format_type(atttypid, atttypmod) as type,
      attnotnull as "isRequired", atthasdef or attidentity <> '' as "hasDefault"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`.execute(
    db,
  );
  const constraints = await sql<Constraint & { name: string }>`
    select conrelid::regclass::text || '.' || conname as name, conrelid::regclass::text as "table",
      convalidated as "isValid", pg_get_constraintdef(oid) as definition,
      array(select conrelid::regclass::text || '.' || attname from pg_attribute
        where attrelid = conrelid and attnum = any(conkey))::text[] as columns
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f')`.execute(db);
  const indexes = await sql<Index & { name: string }>`
    select indexrelid::regclass::text as name, indrelid::regclass::text as "table", indisunique as "isUnique"
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace`.execute(db);
  return {
    tables: new Map(tables.rows.map(({ name, file }) => [name, file])),
    columns: byName(columns.rows),
    constraints: byName(constraints.rows),
    indexes: byName(indexes.rows),
  };
}

/** Lists the changes of a migration that break the release before it, or lock a large table. */
export function breaches(
  [before, after]: readonly [SchemaPicture, SchemaPicture],
  { isOnline }: { readonly isOnline: boolean },
): string[] {
  return [
    ...lost(before, after),
    ...rewritten(before, after),
    ...narrowed(before, after),
    ...[...after.columns].flatMap(([name, now]) => refusedColumn(name, now, before)),
    ...[...after.indexes].flatMap(([name, now]) => refusedIndex(name, now, { before, isOnline })),
    ...[...after.constraints].flatMap(([name, now]) => refusedConstraint(name, now, { before, isOnline })),
    ...(isOnline ? made(before, after) : []),
  ];
}

function lost(before: SchemaPicture, after: SchemaPicture): string[] {
  const kinds = ['tables', 'columns'] as const;
  return kinds.flatMap((kind) =>
    [...before[kind].keys()]
      .filter((name) => !after[kind].has(name))
      .map((name) => `${name} is gone, and the release before uses it`),
  );
}

function made(before: SchemaPicture, after: SchemaPicture): string[] {
  return [...after.columns.keys()]
    .filter((name) => !before.columns.has(name))
    .map((name) => `${name} was added outside of a transaction`);
}

function rewritten(before: SchemaPicture, after: SchemaPicture): string[] {
  return [...before.tables]
    .filter(([name, file]) => after.tables.has(name) && after.tables.get(name) !== file)
    .map(([name]) => `${name} was rewritten, and nobody could read it meanwhile`);
}

function refusedColumn(name: string, now: Column, before: SchemaPicture): string[] {
  const was = before.columns.get(name);
  if (was === undefined)
    return isOld(tableOf(name), before) && now.isRequired && !now.hasDefault
      ? [`${name} is required and has no default: the release before does not know it`]
      : [];
  return [
    ...(was.type === now.type ? [] : [`${name} changed its type`]),
    ...(now.isRequired && !was.isRequired ? [`${name} became required`] : []),
    ...(was.hasDefault && !now.hasDefault && now.isRequired ? [`${name} lost its default`] : []),
  ];
}

function refusedIndex(
  name: string,
  { table, isUnique }: Index,
  { before, isOnline }: { readonly before: SchemaPicture; readonly isOnline: boolean },
): string[] {
  if (before.indexes.has(name) || !isOld(table, before)) return [];
  if (isUnique) return [`${name} refuses rows of ${table} that the release before writes`];
  return isOnline ? [] : [`${name} was built while nobody could write to ${table}`];
}

function refusedConstraint(
  name: string,
  now: Constraint,
  { before, isOnline }: { readonly before: SchemaPicture; readonly isOnline: boolean },
): string[] {
  const was = before.constraints.get(name);
  if (!isOld(now.table, before) || was?.definition === now.definition) return [];
  const isOfNewColumns = now.columns.some((column) => !before.columns.has(column));
  const isOnlyRead = isOnline && was !== undefined && now.isValid;
  return [
    ...(now.isValid && !isOnlyRead ? [`${name} was looked through while nobody could use ${now.table}`] : []),
    ...(was === undefined && !isOfNewColumns
      ? [`${name} binds columns that the release before fills as it likes`]
      : []),
  ];
}

/** A constraint that was made again has to take everything that it took. */
function narrowed(before: SchemaPicture, after: SchemaPicture): string[] {
  return [...after.constraints].flatMap(([name, now]) => {
    const was = before.constraints.get(name);
    const left = wordsOf(now.definition);
    const missing = [...wordsOf(was?.definition ?? '')].filter((word) => !left.has(word));
    return missing.map((word) => `${name} refuses ${word}, which the release before writes`);
  });
}

function wordsOf(definition: string): Set<string> {
  return new Set(definition.match(/'[^']*'/g));
}

function isOld(table: string, before: SchemaPicture): boolean {
  return before.tables.has(table);
}

function tableOf(column: string): string {
  return column.slice(0, column.indexOf('.'));
}

function byName<T extends { readonly name: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.name, row]));
}
