import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { PostgresDialect, serializeFromMetadata, TypeScriptSerializer } from 'kysely-codegen';
import type { DatabaseMetadata, IdentifierNode } from 'kysely-codegen';
import { format, resolveConfig } from 'prettier';
import { openDatabase } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { createTestDatabase, startTestPostgres } from '../../support/store/postgres.ts';

/** Types of columns that PostgreSQL does not know, without `null` and without whether a value is generated. */
interface ColumnTypes {
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Columns that defaults and triggers write, and no statement. */
  readonly writtenByTheDatabase: readonly string[];
  readonly columns: Readonly<Record<string, string>>;
}

const ROWS_FILE = fileURLToPath(new URL('../../../store/tables/rows.ts', import.meta.url));
const COLUMN_TYPES = JSON.parse(
  readFileSync(new URL('../../../store/tables/columnTypes.json', import.meta.url), 'utf8'),
) as ColumnTypes;
/** Types of values as the driver returns them without custom parsers. A bigint is a string, because a number may be too small. */
const DRIVER_TYPES = { int8: 'string', timestamptz: 'Date', xid8: 'string' };

/** Names the interface of a table `TripsTable`. */
class TableSerializer extends TypeScriptSerializer {
  override serializeIdentifier(node: IdentifierNode): string {
    return node.isTableIdentifier ? `${node.name}Table` : super.serializeIdentifier(node);
  }
}

/**
 * Generates the types of all rows from the migrated database: `npm run record:tables`. With `--check` it compares them with
 * the ones that are checked in.
 */
async function generateRows(db: Db): Promise<string> {
  const dialect = new PostgresDialect();
  // The generator's declarations are CommonJS, whose `Kysely` is another class for the compiler.
  const metadata = await dialect.introspector.introspect({ db: db as never, excludePattern: 'kysely_*' });
  // Tripline's own types have these names.
  for (const name of ['Json', 'JsonObject']) Reflect.deleteProperty(dialect.adapter.definitions, name);
  const text = serializeFromMetadata({
    dialect,
    metadata,
    camelCase: true,
    customImports: customImports(),
    overrides: { columns: columnTypes(metadata, await identityColumns(db)) },
    serializer: new TableSerializer({ typeOnlyImports: true }),
    typeMapping: DRIVER_TYPES,
  });
  return format(text, { ...(await resolveConfig(ROWS_FILE)), filepath: ROWS_FILE });
}

function customImports(): Record<string, string> {
  const imports = Object.entries({ ...COLUMN_TYPES.imports, kysely: ['GeneratedAlways'] });
  return Object.fromEntries(imports.flatMap(([from, names]) => names.map((name) => [name, from])));
}

/** Returns the whole type of each column that `columnTypes.json` names or that no statement may write. */
function columnTypes(metadata: DatabaseMetadata, identities: ReadonlySet<string>): Record<string, string> {
  const named = new Map(Object.entries(COLUMN_TYPES.columns));
  const written = new Set([...identities, ...COLUMN_TYPES.writtenByTheDatabase]);
  const types: Record<string, string> = {};
  for (const table of metadata.tables)
    for (const column of table.columns) {
      const name = `${table.name}.${column.name}`;
      const given = named.get(name);
      named.delete(name);
      if (given === undefined && column.dataType.startsWith('json'))
        throw new Error(`store/tables/columnTypes.json: the JSON column ${name} has no type`);
      const type = given ?? (column.dataType === 'timestamptz' ? 'Date' : 'string');
      const value = column.isNullable ? `${type} | null` : type;
      if (written.has(name)) types[name] = `GeneratedAlways<${value}>`;
      else if (given !== undefined) types[name] = column.hasDefaultValue ? `Generated<${value}>` : value;
    }
  if (named.size > 0)
    throw new Error(`store/tables/columnTypes.json: there is no column ${[...named.keys()].join(', ')}`);
  return types;
}

async function identityColumns(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and identity_generation = 'ALWAYS'`.execute(db);
  return new Set(rows.map((row) => row.name));
}

const postgres = await startTestPostgres();
const made = await createTestDatabase(postgres.url);
const database = openDatabase(made.url);
const rows = await generateRows(database.db).finally(async () => {
  await database.close();
  await postgres.stop();
});
if (!process.argv.includes('--check')) writeFileSync(ROWS_FILE, rows);
else if (readFileSync(ROWS_FILE, 'utf8') === rows)
  process.stdout.write('The types of rows match the migrations\n');
else {
  process.stderr.write('store/tables/rows.ts does not match the migrations: npm run record:tables\n');
  process.exitCode = 1;
}
