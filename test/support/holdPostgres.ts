import { startEmbeddedPostgres } from '../../cli/embeddedPostgres.ts';

/** A process that starts the embedded PostgreSQL on a folder, says where, and lives until it is killed. */
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: () => undefined });
process.stdout.write(`${JSON.stringify({ url: postgres.url, wasRunning: postgres.wasRunning })}\n`);
setInterval(() => undefined, 60_000);
