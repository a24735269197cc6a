import type { ListedDelivery } from './api.ts';
import type { Figures } from './tally.ts';
import type { Without } from './stack.ts';

/** A missing message, with its delivery in the ledger. */
export interface Missing {
  readonly receiver: string;
  readonly driver: string;
  /** Its delivery's state; `never planned` when there is none. */
  readonly state: string;
  readonly detail?: ListedDelivery;
  /** Its delivery is rightly unconfirmed, so that it is not lost. */
  readonly isExcused: boolean;
  /** Its attempts with an unknown outcome, from the receivers' journals and the log of faults. */
  readonly why: readonly string[];
  /** Entries about it from the ledger, its receiver and the log of faults, in chronological order. */
  readonly evidence: readonly string[];
}

/** The report of a run. */
export interface RunReport {
  readonly seed: number;
  readonly trips: number;
  readonly without?: Without;
  readonly tripsPerSecond?: number;
  /** Least number of trips whose start was delayed. It is a minimum, because a killed server loses its count. */
  readonly delayed?: number;
  readonly startedAt: string;
  readonly seconds: { readonly sending: number; readonly draining: number; readonly whole: number };
  readonly faults: Readonly<Record<string, number>>;
  readonly sender: { readonly accepted: number; readonly posts: number; readonly retries: number };
  /** Number of times each process ended by itself, such as a worker that found no Temporal. */
  readonly endedByThemselves: Readonly<Record<string, number>>;
  readonly isQuiet: boolean;
  readonly workflows: { readonly running: number; readonly failed: number };
  readonly messages: number;
  readonly receivers: Readonly<Record<string, Figures>>;
  readonly total: Figures & {
    /** Missing messages that are rightly unconfirmed: neither lost without notice nor delivered. */
    readonly unconfirmed: number;
  };
  readonly missing: readonly Missing[];
  /** Number of attempts by process and fate; lookups appear only if they failed. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Unconfirmed deliveries in the ledger, including those that arrived; 200 at most. */
  readonly shownAsUnconfirmed: number;
  readonly tooMany: readonly { readonly key: string; readonly kind: string; readonly count: number }[];
  readonly strange: readonly string[];
  readonly harnessErrors: readonly string[];
  readonly passed: boolean;
  /** The command that repeats the run. */
  readonly again: string;
}

/** Adds up the figures of all receivers. */
export function sumOf(figures: Iterable<Figures>): Figures {
  const sum: Figures = { expected: 0, delivered: 0, lost: 0, phantom: 0, avoidable: 0, marked: 0 };
  for (const each of figures)
    for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += each[name];
  return sum;
}

const COLUMNS = ['expected', 'delivered', 'lost', 'phantom', 'avoidable', 'marked'] as const;

/** Returns the report as text: findings first, then the figures by receiver. */
export function tableOf(report: RunReport): string {
  const rows = Object.entries(report.receivers).sort(([a], [b]) => a.localeCompare(b));
  const line = (name: string, figures: Figures): string =>
    name.padEnd(24) + COLUMNS.map((column) => String(figures[column]).padStart(11)).join('');
  const faults = Object.values(report.faults).reduce((sum, count) => sum + count, 0);
  const { total, sender, seconds } = report;
  const lines = [
    `seed ${report.seed} · ${report.trips} trips · ${sender.posts} notifications posted, ${sender.retries} posted again · ` +
      `${faults} faults · ${Math.round(seconds.sending)} s of faults, ${Math.round(seconds.draining)} s to drain`,
    // Findings come first, because a long text may be cut off.
    ...findingsOf(report),
    '',
    'receiver'.padEnd(24) + COLUMNS.map((column) => column.padStart(11)).join(''),
    ...rows.map(([name, figures]) => line(name, figures)),
    line('all', total),
    '',
    ...Object.entries(report.faults)
      .sort(([, a], [, b]) => b - a)
      .map(([fault, count]) => `${String(count).padStart(4)} × ${fault}`),
    '',
    'What the receivers did, and with how many attempts:',
    ...Object.entries(report.attempts).map(([fate, count]) => `${String(count).padStart(4)} × ${fate}`),
    '',
    ...(report.delayed === undefined
      ? []
      : [
          `A start rate of ${report.tripsPerSecond} trips a second at each server delayed at least ${report.delayed}.`,
        ]),
    ...unconfirmedOf(report),
    report.passed
      ? `PASSED: nothing lost, nobody told what he should not be, ${total.marked} marked repeats, ${total.unconfirmed} unconfirmed.`
      : `FAILED. To see it again: ${report.again}`,
  ];
  return lines.join('\n');
}

const SHOWN = 15;
/** Lost messages that are shown with their evidence; the report's file has the evidence of each. */
const WITH_EVIDENCE = 3;

/** Lists the excused missing messages with their causes. */
function unconfirmedOf({ missing, shownAsUnconfirmed, total }: RunReport): string[] {
  if (shownAsUnconfirmed === 0) return [];
  return [
    `${shownAsUnconfirmed} deliveries are shown as unconfirmed. Messages that did not come, after two attempts in doubt: ${total.unconfirmed}.`,
    ...missing
      .filter(({ isExcused }) => isExcused)
      .slice(0, SHOWN)
      .map(({ receiver, driver, why }) => `  ${driver} to ${receiver}: ${why.join('; ')}`),
  ];
}

function findingsOf(report: RunReport): string[] {
  const found: string[] = [];
  if (report.without)
    found.push(
      `It ran without the ${report.without}, and ended at the first double: the rest had no time to be told.`,
    );
  if (report.sender.accepted < report.trips)
    found.push(`${report.trips - report.sender.accepted} trips were never accepted.`);
  if (!report.isQuiet)
    found.push(`It did not come to rest: ${report.workflows.running} trips are still at work.`);
  if (report.workflows.failed > 0) found.push(`${report.workflows.failed} workflows failed.`);
  const lost = report.missing.filter(({ isExcused }) => !isExcused);
  for (const [place, { receiver, driver, state, detail, why, evidence }] of lost.slice(0, SHOWN).entries()) {
    found.push(
      `lost: ${driver} to ${receiver} (${state}` +
        `${detail?.trip_id ? `, trip ${detail.trip_id}` : ''}${detail?.last_error ? `, ${detail.last_error}` : ''}` +
        `${state === 'unconfirmed' ? `; known of it: ${why.join('; ') || 'no unclear attempt'}` : ''})`,
    );
    if (place < WITH_EVIDENCE) found.push(...evidence.map((line) => `    ${line}`));
  }
  const bad = report.tooMany.filter(({ kind }) => kind !== 'marked');
  for (const { key, kind, count } of bad.slice(0, SHOWN))
    found.push(`${kind === 'phantom' ? 'phantom' : 'double'}: ${key}, ${count} too many`);
  if (Math.max(lost.length, bad.length) > SHOWN) found.push('… the report has them all.');
  for (const text of report.strange) found.push(`about nobody of the fleet: ${text}`);
  for (const error of report.harnessErrors) found.push(`the run itself: ${error}`);
  return found;
}

/** Returns a table with one line for each seed. */
export function summaryOf(reports: readonly RunReport[]): string {
  const head = [
    'seed',
    'trips',
    'faults',
    'expected',
    'delivered',
    'lost',
    'phantom',
    'avoidable',
    'marked',
    's',
    '',
  ];
  const rows = reports.map(({ seed, trips, faults, total, seconds, passed }) => [
    seed,
    trips,
    Object.values(faults).reduce((sum, count) => sum + count, 0),
    total.expected,
    total.delivered,
    total.lost,
    total.phantom,
    total.avoidable,
    total.marked,
    Math.round(seconds.whole),
    passed ? 'passed' : 'FAILED',
  ]);
  return [head, ...rows].map((row) => row.map((cell) => String(cell).padStart(10)).join('')).join('\n');
}
