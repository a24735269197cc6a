import { pino } from 'pino';
import { readConfig } from '../../../config.ts';
import { openDatabase } from '../../../store/db/index.ts';
import { logTemporalTo, startWorker } from '../../../worker.ts';
import { lateLedger, lossyLedger } from '../store/weakLedgers.ts';

/**
 * A worker as a process of its own, so that it can be killed. `LEDGER=off` takes the ledger out, `LEDGER=late` the claim
 * before sending. `BACKFILL_GIVE_UP_MS` shortens the time for which a backfill retries refused requests.
 */
const log = pino({ level: 'silent' });
logTemporalTo(log);
const config = readConfig();
const database = openDatabase(config.databaseUrl!);
const bundle = process.env['WORKFLOW_BUNDLE'];
const giveUpMs = process.env['BACKFILL_GIVE_UP_MS'];
const otherLedger = { off: lossyLedger, late: lateLedger }[process.env['LEDGER'] ?? ''];
const worker = await startWorker({
  config,
  database,
  log,
  ...(bundle ? { workflowBundlePath: bundle } : {}),
  ...(giveUpMs && { backfillGiveUpMs: Number(giveUpMs) }),
  ...(otherLedger && { ledger: otherLedger(database.db) }),
});
process.stdout.write('ready\n');
await worker.run;
