import { once } from 'node:events';
import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server/main.ts';
import { openDatabase } from '../../store/db/index.ts';

/** Runs the web server as production does, but without limits a minute, because a refused request reaches no parser. */
const config = readConfig(process.env, 'serve');
const database = openDatabase(config.databaseUrl!);
const log = pino({ level: config.logLevel });
const server = await startServer({ config, database, log, areRequestsUnlimited: true });
await once(process, 'SIGTERM');
await server.close();
await database.close();
