import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { CHANNELS } from '../../rules/channels/index.ts';
import { formatDuration } from '../../rules/time/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

type Preview = Answer<'escalation-policies/{id}/preview'>;
type PreviewedPage = Preview['pages'][number];

/** Returns 1 when no step of the chain would notify anyone. */
export function exitCode({ pages }: Preview): 0 | 1 {
  return pages.some(({ kind, receivers }) => kind === 'step' && receivers.length > 0) ? 0 : 1;
}

/** Prints who is notified of an incident that is never acknowledged, and when. */
export async function print(preview: Preview, { terminal, zone: clock }: Shown): Promise<void> {
  const zone = await clock();
  const { colors } = terminal;
  const { id, name, version, opened_at: openedAt, late, pages } = preview;
  const which = version === undefined ? 'draft' : `version ${version}`;
  terminal.line(`${colors.bold(oneLine(name, 200))} ${colors.dim(`${id}, ${which}`)}`);
  const trip = late ? ', for a trip that arrived late' : '';
  terminal.line(`An incident opens ${dayAndTime(openedAt, zone)} (${zone})${trip}, and nobody acknowledges:`);
  let round = 0;
  const rounds = pages.at(-1)?.round ?? 1;
  for (const page of pages) {
    if (page.kind === 'unanswered' || page.round !== round)
      terminal.line(`\n${colors.bold(titleOf(page, rounds))}`);
    round = page.round;
    printPage(terminal, page, { openedAt, zone });
  }
  if (pages.every(({ kind, receivers }) => kind !== 'step' || receivers.length === 0))
    terminal.line(colors.red('\nNo step would notify anyone.'));
  terminal.line(
    colors.dim(
      '\nPaging stops as soon as someone acknowledges. The incident stays open until it is resolved.',
    ),
  );
}

function titleOf({ kind, round }: PreviewedPage, rounds: number): string {
  if (kind === 'unanswered') return 'Not acknowledged';
  return rounds === 1 ? 'Steps' : `Round ${round} of ${rounds}`;
}

/** Formats a span such as `4h 15m`, which reads better than 255 minutes. */
function elapsed(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const rest = seconds % 3_600;
  if (hours === 0 || rest === 0) return formatDuration(seconds);
  return `${hours}h ${rest % 60 === 0 ? formatDuration(rest) : `${Math.round(rest / 60)}m`}`;
}

function printPage(
  terminal: Terminal,
  page: PreviewedPage,
  { openedAt, zone }: { readonly openedAt: string; readonly zone: string },
): void {
  const { colors } = terminal;
  const seconds = Math.round((Date.parse(page.at) - Date.parse(openedAt)) / 1000);
  const since = seconds === 0 ? 'at once' : `+${elapsed(seconds)}`;
  const head = `  ${dayAndTime(page.at, zone)}  ${since.padEnd(8)}  `;
  const rows = page.receivers.map(({ action, receiver, person, rotation }) => {
    const onCall = person ? colors.dim(`  ${oneLine(person, 80)}, on call in ${rotation}`) : '';
    return `${CHANNELS[action].inText.padEnd(8)}${colors.cyan(oneLine(receiver, 200))}${onCall}`;
  });
  if (page.skipped === 'outside_hours')
    rows.push(colors.yellow(`step ${page.step} is skipped: its hours are ${page.hours}`));
  if (page.despite_hours)
    rows.push(
      colors.yellow(`outside its hours (${page.hours}), but notified, because otherwise nobody would be`),
    );
  for (const name of page.unreachable) rows.push(colors.red(`${oneLine(name, 200)} reaches nobody`));
  if (rows.length === 0)
    rows.push(
      colors.yellow(page.kind === 'unanswered' ? 'nobody is notified; it is recorded' : 'nobody is notified'),
    );
  rows.forEach((row, index) => terminal.line(`${index === 0 ? head : ' '.repeat(head.length)}${row}`));
}
