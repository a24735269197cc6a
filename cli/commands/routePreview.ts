import { CHANNELS } from '../../rules/channels/index.ts';
import type { PersonChannel } from '../../rules/channels/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { EXIT, createApiClient, createTerminal } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** Options of `routes preview`. */
export interface RoutePreviewOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly driver?: string;
  readonly draft?: boolean;
}

interface PreviewedEntry {
  readonly entry?: string;
  readonly channel: PersonChannel;
  readonly receivers: readonly {
    readonly action: PersonChannel;
    readonly receiver: string;
    readonly person?: string;
    readonly rotation?: string;
    readonly because?: string;
  }[];
  readonly unreachable: readonly string[];
}

interface Preview {
  readonly id: string;
  readonly version?: number;
  readonly driver_id?: string;
  readonly groups?: readonly string[];
  readonly entries: readonly PreviewedEntry[];
}

/**
 * Shows whom a recipient route stands for: each of its entries, or what applies to one driver, and why.
 * @returns 1 when something of it reaches no one
 */
export async function previewRoute(id: string, options: RoutePreviewOptions): Promise<number> {
  const query = new URLSearchParams({
    ...(options.driver === undefined ? {} : { driver: options.driver }),
    ...(options.draft ? { draft: 'true' } : {}),
  });
  const api = createApiClient(options.fleet ?? 'default');
  const address = `routes/${encodeURIComponent(id)}/preview?${query.toString()}`;
  const preview = await api.call<Preview>('GET', address);
  const terminal = createTerminal();
  if (options.json) terminal.json(preview);
  else print(terminal, preview);
  return preview.entries.some(({ unreachable }) => unreachable.length > 0) ? EXIT.problems : EXIT.ok;
}

function print(terminal: Terminal, preview: Preview): void {
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
