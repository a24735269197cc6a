import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../cli/embedded/index.ts';

/** The statements that PostgreSQL received in a time. */
export interface Traffic {
  /** Statements, `begin` and `commit` included. */
  readonly statements: number;
  readonly transactions: number;
  /** The number of times that each text was sent. */
  readonly texts: ReadonlyMap<string, number>;
}

/** A PostgreSQL of the bench's own, durable as in production, that can say what is asked of it. */
export interface CountingPostgres {
  readonly url: string;
  /** Its first process; the others are its children. */
  readonly pid: number;
  /** Counts the statements of Tripline's processes while `work` runs. */
  count(work: () => Promise<void>): Promise<Traffic>;
  stop(): Promise<void>;
}

/** A log line. Process and transaction come first, so that a line shows to which it belongs. */
const LINE = /^(\d+)\|([^|]*)\|([^|]*)\|LOG: {2}(?:statement|execute [^:]*): (.*)$/;
/** As the store names its connections. */
const APPLICATION = 'tripline';

/** Starts it in a temporary folder. */
export async function startCountingPostgres(): Promise<CountingPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'tripline-cluster-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const admin = new Client({ connectionString: postgres.url, application_name: 'bench' });
  await admin.connect();
  await admin.query(`alter system set log_line_prefix = '%p|%v|%a|'`);
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const dataFolder = rows[0]!.data_directory;
  const log = join(dataFolder, 'server.log');
  const pid = Number((await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const logStatements = async (which: 'all' | 'none'): Promise<void> => {
    await admin.query(`alter system set log_statement = '${which}'`);
    await admin.query('select pg_reload_conf()');
    // Each process takes the setting up before its next statement, once it is reloaded.
    await pause(500);
  };
  return {
    url: postgres.url,
    pid,
    async count(work) {
      await logStatements('all');
      const before = (await readFile(log)).length;
      await work();
      await logStatements('none');
      return trafficIn((await readFile(log)).subarray(before).toString('utf8'));
    },
    async stop() {
      await admin.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function trafficIn(log: string): Traffic {
  const texts = new Map<string, number>();
  const transactions = new Set<string>();
  let statements = 0;
  let text: string | undefined;
  const add = (): void => {
    if (text === undefined) return;
    const short = text.replace(/\s+/g, ' ').trim();
    texts.set(short, (texts.get(short) ?? 0) + 1);
    text = undefined;
  };
  for (const line of log.split('\n')) {
    const found = LINE.exec(line);
    if (found === null) {
      // A statement of several lines goes on with tabs.
      if (line.startsWith('\t') && text !== undefined) text += line;
      continue;
    }
    add();
    const [, process, transaction, application, first] = found;
    if (application !== APPLICATION) continue;
    statements += 1;
    transactions.add(`${process} ${transaction}`);
    text = first;
  }
  add();
  return { statements, transactions: transactions.size, texts };
}
