import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { tooLateIsFound } from '../calls/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { EXIT, confirm, createTerminal, driverOf } from '../terminal/index.ts';

interface Given {
  readonly driver: string;
  readonly why: string;
  readonly detach?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** The answer: a dry run's preview, or a started erasure. */
type Erased = Answer<'drivers/{driver_id}/erase', 'post'>;
type Preview = Extract<Erased, { dry_run: true }>;
type Erasure = Answer<'erasures/{id}'>;

/** Milliseconds between two polls of an erasure. */
const POLL_EVERY_MS = 1_000;
/**
 * Erases a driver and waits for the end. Without `--yes`, a person first sees what would be removed and
 * confirms the erasure.
 * @returns 1 when the erasure was refused, or when a dry run shows that it would be
 */
export async function eraseDriver({ api, terminal, given, isJson }: Context<Given>): Promise<number> {
  const { driver, why, dryRun, yes, detach } = given;
  const request = { params: { driver_id: driver }, body: { why } };
  const erase = async (isDry?: 'true'): Promise<Erased> =>
    api.call('post', 'drivers/{driver_id}/erase', { ...request, query: { dry_run: isDry } });
  if (dryRun || !yes) {
    const preview = (await erase('true')) as Preview;
    const isOpen = preview.incidents.length + preview.deletions.length > 0;
    if (dryRun) {
      if (isJson) terminal.json(preview);
      else for (const line of previewLines(preview)) terminal.line(line);
      return isOpen ? EXIT.problems : EXIT.ok;
    }
    // With open incidents or deletions no confirmation is needed, because the server refuses the request and
    // lists them.
    if (!isOpen) {
      const shown = isJson ? createTerminal(process.stderr) : terminal;
      for (const line of previewLines(preview)) shown.line(line);
      await confirm({
        question: `Type the driver's id (${oneLine(driver, 200)}) to erase`,
        answer: driver,
        yes: false,
        does: 'erases everything that is stored about the driver',
      });
    }
  }
  const begun = (await tooLateIsFound(erase())) as Erasure;
  const erasure = detach ? begun : await untilOver(api, begun);
  if (isJson) terminal.json(erasure);
  else for (const line of linesOf(erasure)) terminal.line(line);
  return erasure.state === 'refused' ? EXIT.problems : EXIT.ok;
}

/** Returns lines with everything an erasure would remove, and with the incidents and deletions that have to end first. */
function previewLines(preview: Preview): string[] {
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

/** Words for kinds of data whose names in the answer are hard to understand. */
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

async function untilOver(api: ApiClient, begun: Erasure): Promise<Erasure> {
  let erasure = begun;
  while (erasure.state === 'running') {
    await pause(POLL_EVERY_MS);
    erasure = await api.call('get', 'erasures/{id}', { params: { id: begun.id } });
  }
  return erasure;
}

function linesOf({ id, state, reason, removed }: Erasure): readonly string[] {
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
