import { setTimeout as pause } from 'node:timers/promises';
import { oneLine } from '../../messages/format/index.ts';
import {
  EXIT,
  confirm,
  createApiClient,
  createTerminal,
  driverOf,
  tooLateIsFound,
} from '../terminal/index.ts';
import type { ApiClient } from '../terminal/index.ts';

/** Options of `drivers erase`. */
export interface EraseOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly why: string;
  readonly detach?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** What an erasure would remove. */
interface PreviewAnswer {
  readonly driver_id: string;
  readonly driver_name?: string;
  readonly would_remove: Readonly<Record<string, number>>;
  readonly incidents: readonly string[];
  readonly deletions: readonly string[];
}

interface ErasureAnswer {
  readonly id: string;
  readonly state: 'running' | 'done' | 'refused';
  readonly reason?: string;
  readonly removed: Readonly<Record<string, number>>;
}

/** How often it is looked whether an erasure is over. */
const POLL_EVERY_MS = 1_000;
/**
 * Erases a driver and waits for the end; first it shows how much would go, and asks.
 * @returns 1 when it was refused, and for a dry run of one that would be
 */
export async function eraseDriver(driver: string, options: EraseOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const path = `drivers/${encodeURIComponent(driver)}/erase`;
  const body = { why: options.why };
  const terminal = createTerminal();
  if (options.dryRun || !options.yes) {
    const preview = await api.call<PreviewAnswer>('POST', `${path}?dry_run=true`, body);
    const isOpen = preview.incidents.length + preview.deletions.length > 0;
    if (options.dryRun) {
      if (options.json) terminal.json(preview);
      else for (const line of previewLines(preview)) terminal.line(line);
      return isOpen ? EXIT.problems : EXIT.ok;
    }
    // What is open refuses the request itself, and says so.
    if (!isOpen) {
      const shown = options.json ? createTerminal(process.stderr) : terminal;
      for (const line of previewLines(preview)) shown.line(line);
      await confirm({
        question: `Type the driver's id (${oneLine(driver, 200)}) to erase`,
        answer: driver,
        yes: false,
        does: 'erases everything that is stored about the driver',
      });
    }
  }
  const begun = await tooLateIsFound(api.call<ErasureAnswer>('POST', path, body));
  const erasure = options.detach ? begun : await untilOver(api, begun);
  if (options.json) terminal.json(erasure);
  else for (const line of linesOf(erasure)) terminal.line(line);
  return erasure.state === 'refused' ? EXIT.problems : EXIT.ok;
}

/** How much an erasure would remove, and what has to end before it. */
function previewLines(preview: PreviewAnswer): string[] {
  const { would_remove: counts, incidents, deletions } = preview;
  const rows = countLines(counts);
  return [
    `An erasure of the driver ${driverOf(preview)} would remove or change:`,
    ...(rows.length > 0 ? rows : ['  nothing is stored']),
    ...(incidents.length + deletions.length > 0 ? ['It would be refused now:'] : []),
    ...incidents.map((id) => `  incident ${id} is open: tripline incidents show ${id}`),
    ...deletions.map((id) => `  deletion ${id} has not ended: tripline deletions show ${id}`),
  ];
}

function countLines(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(
    ([what, count]) => `  ${KIND_WORDS[what] ?? what.replaceAll('_', ' ')}: ${count}`,
  );
}

/** Kinds whose name in the answer is not what people call them. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  trip_paths: 'trips with positions',
  incident_alerts: 'alerts of incidents',
  incident_events: 'timeline entries of incidents',
  service_trips: 'trips in the service’s list',
  outbox: 'messages in the outbox',
  words: 'texts that name the driver',
  audit: 'entries of the audit log, without the driver from then on',
  digest_runs: 'digests, without the driver from then on',
  digest_drivers: 'figures in digests',
  backtests: 'back-tests, without the driver from then on',
  driver_directory: 'entries in the directory',
  driver_groups: 'entries in groups',
  driver_readings: 'scores and attributes by date',
  reconcile_drivers: 'rows of reconciliation runs',
  backfill_drivers: 'rows of backfills',
};

async function untilOver(api: ApiClient, begun: ErasureAnswer): Promise<ErasureAnswer> {
  let erasure = begun;
  while (erasure.state === 'running') {
    await pause(POLL_EVERY_MS);
    erasure = await api.call<ErasureAnswer>('GET', `erasures/${begun.id}`);
  }
  return erasure;
}

function linesOf({ id, state, reason, removed }: ErasureAnswer): readonly string[] {
  const counts = countLines(removed);
  switch (state) {
    case 'running':
      return [`Erasure ${id} has begun.`];
    case 'refused':
      return [`Erasure ${id} was refused. ${reason ?? ''}`.trim()];
    case 'done':
      return [`Erasure ${id} is done. Removed:`, ...(counts.length > 0 ? counts : ['  nothing was stored'])];
  }
}
