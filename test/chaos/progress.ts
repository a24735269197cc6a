import type { SendingLog } from './sender.ts';
import type { Tally } from './tally.ts';

/** The figures in a run's progress line. */
export interface Moment {
  readonly phase: string;
  readonly trips: number;
  readonly sender: SendingLog;
  readonly tally: Tally;
  readonly faults: number;
  /** Present faults, in words. */
  readonly now: Iterable<string>;
}

/** `01:12 faults   143 of 200 trips taken · 88 of 131 delivered · 0 too many, 2 marked · 12 faults, now: temporal killed` */
export function progressLine(startedAt: number, moment: Moment): string {
  const { sender, tally, trips } = moment;
  let [doubles, marked] = [0, 0];
  for (const { kind, count } of tally.tooMany()) {
    if (kind === 'marked') marked += count;
    else doubles += count;
  }
  const seconds = Math.floor((Date.now() - startedAt) / 1000);
  const clock = [seconds / 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
  const now = [...moment.now].join(', ');
  return (
    `${clock} ${moment.phase.padEnd(8)} ${sender.accepted} of ${trips} trips taken · ${tally.delivered} of ${tally.expected} delivered · ` +
    `${doubles} too many, ${marked} marked · ${moment.faults} faults${now ? `, now: ${now}` : ''}`
  );
}

const LINES_APART_MS = 5_000;

/** Shows a changing line: in place in a terminal, otherwise as a new line every few seconds. */
export function createProgress(show: () => string, write: (text: string) => void): { stop(): void } {
  const isTerminal = process.stdout.isTTY;
  const timer = setInterval(
    () => write(isTerminal ? `\r\u001b[2K${show().slice(0, process.stdout.columns - 1)}` : `${show()}\n`),
    isTerminal ? 500 : LINES_APART_MS,
  );
  return {
    stop() {
      clearInterval(timer);
      write(isTerminal ? '\r\u001b[2K' : '');
    },
  };
}
