import { startEmbeddedPostgres } from '../../../cli/embedded/index.ts';

/** A process that starts the embedded PostgreSQL on a folder, says where, and lives until it is killed. */
const [, , dataDir = '', port = '0'] = process.argv;
const postgres = await startEmbeddedPostgres({ dataDir, port: Number(port), log: () => undefined });
process.stdout.write(`${JSON.stringify({ url: postgres.url })}\n`);
setInterval(() => undefined, 60_000);
