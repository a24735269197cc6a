import { oneLine } from '../../messages/format/index.ts';
import { EXIT, createApiClient, createTerminal, dayAndTime, instantOf } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** Options of `rotations turns`. */
export interface TurnsOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly draft?: boolean;
}

interface Turn {
  readonly person: string;
  readonly email?: string;
  readonly slack?: string;
  readonly from: string;
  readonly to: string;
  readonly because: 'week' | 'override';
}

interface Turns {
  readonly id: string;
  readonly version?: number;
  readonly timezone: string;
  readonly turns: readonly Turn[];
}

/** Shows who has it until when, on the clock of the rotation. */
export async function showShifts(id: string, options: TurnsOptions): Promise<number> {
  const query = new URLSearchParams({
    ...(options.from === undefined ? {} : { from: instantOf('--from', options.from) }),
    ...(options.to === undefined ? {} : { to: instantOf('--to', options.to) }),
    ...(options.draft ? { draft: 'true' } : {}),
  });
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<Turns>(
    'GET',
    `rotations/${encodeURIComponent(id)}/turns?${query.toString()}`,
  );
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else print(terminal, answer);
  return EXIT.ok;
}

function print(terminal: Terminal, { id, version, timezone, turns }: Turns): void {
  const { colors } = terminal;
  const which = version === undefined ? 'draft' : `version ${version}`;
  terminal.line(`${colors.bold(id)} ${colors.dim(`${which}, clock of ${timezone}`)}`);
  const widest = Math.max(...turns.map(({ person }) => oneLine(person, 40).length), 6);
  const now = Date.now();
  for (const turn of turns) {
    const holds = Date.parse(turn.from) <= now && now < Date.parse(turn.to);
    const name = oneLine(turn.person, 40).padEnd(widest);
    const reach = [turn.slack, turn.email].filter(Boolean).join(', ') || 'cannot be notified';
    const note = turn.because === 'override' ? colors.yellow('  override') : '';
    terminal.line(
      `${holds ? colors.green('▸') : ' '} ${dayAndTime(turn.from, timezone)} – ${dayAndTime(turn.to, timezone)}  ${holds ? colors.bold(name) : name}  ${colors.dim(reach)}${note}`,
    );
  }
}
