import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { CHANNELS } from '../../rules/channels/index.ts';
import type { Shown } from '../declaration/index.ts';
import type { Terminal } from '../terminal/index.ts';

type Preview = Answer<'routes/{id}/preview'>;
type PreviewedEntry = Preview['entries'][number];

/** Returns 1 when a part of a recipient route reaches no recipient. */
export function exitCode({ entries }: Preview): 0 | 1 {
  return entries.some(({ unreachable }) => unreachable.length > 0) ? 1 : 0;
}

/** Prints the recipients of a route and the reasons: for each entry, or for one driver. */
export function print(preview: Preview, { terminal }: Shown): void {
  const { colors } = terminal;
  const which = preview.version === undefined ? 'draft' : `version ${preview.version}`;
  terminal.line(`${colors.bold(preview.id)} ${colors.dim(which)}`);
  if (preview.driver_id !== undefined) {
    const groups = preview.groups?.map((group) => oneLine(group, 100)).join(', ');
    const known = groups === undefined ? 'groups not known' : groups === '' ? 'in no group' : `in ${groups}`;
    terminal.line(`Driver ${oneLine(preview.driver_id, 200)}: ${known}`);
  }
  for (const each of preview.entries) printEntry(terminal, each, preview.driver_id !== undefined);
}

function printEntry(
  terminal: Terminal,
  { entry, channel, receivers, unreachable }: PreviewedEntry,
  isOfDriver: boolean,
): void {
  const { colors } = terminal;
  const of = isOfDriver ? '' : `${oneLine(entry ?? 'default', 100)} `;
  terminal.line(`\n${colors.bold(`${of}by ${CHANNELS[channel].inText}`)}`);
  for (const { action, receiver, person, rotation, because } of receivers) {
    const onCall = person === undefined ? '' : colors.dim(`  ${oneLine(person, 80)}, on call in ${rotation}`);
    terminal.line(`  ${CHANNELS[action].inText.padEnd(8)}${colors.cyan(oneLine(receiver, 200))}${onCall}`);
    if (because !== undefined) terminal.line(colors.dim(`    ${oneLine(because, 500)}.`));
  }
  for (const name of unreachable) terminal.line(colors.red(`  ✗ ${oneLine(name, 200)} reaches no one`));
}
