import { writeFileSync } from 'node:fs';
import { MIGRATIONS } from '../../../store/migrations/index.ts';
import { olderDatabase } from '../../support/store/olderSchema.ts';
import { startTestPostgres } from '../../support/store/postgres.ts';
import { edited, FROZEN_FILE, hashesOf, readFrozen } from './frozenSchema.ts';

/**
 * Records what new migrations do: `npm run record:schema`, along with each of them. It only adds lines. To change a migration
 * that is not released yet, remove its line from the file first. If a new PostgreSQL describes a schema in other words, remove
 * all lines in a commit that changes no migration.
 */
const postgres = await startTestPostgres();
const empty = await olderDatabase(postgres.url, '0000');
const frozen = readFrozen();
const found = await hashesOf(empty.db, MIGRATIONS);
await empty.close();
await postgres.stop();

const added = Object.entries(found).filter(([name]) => !(name in frozen));
writeFileSync(FROZEN_FILE, `${JSON.stringify({ ...frozen, ...Object.fromEntries(added) }, undefined, 2)}\n`);
for (const [name] of added) process.stdout.write(`recorded ${name}\n`);
for (const name of edited(frozen, found)) {
  process.stderr.write(
    `${name} changed after it was released, and stays as it was recorded: write a new one.\n`,
  );
  process.exitCode = 1;
}
