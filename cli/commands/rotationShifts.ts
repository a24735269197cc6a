import { oneLine } from '../../messages/format/index.ts';
import { EXIT, createApiClient, createTerminal, dayAndTime, instantOf } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** Options of `rotations shifts`. */
export interface ShiftsOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly draft?: boolean;
}

interface Shift {
  readonly person: string;
  readonly email?: string;
  readonly slack?: string;
  readonly from: string;
  readonly to: string;
  readonly because: 'week' | 'override';
}

interface Shifts {
  readonly id: string;
  readonly version?: number;
  readonly timezone: string;
  readonly shifts: readonly Shift[];
}

/** Shows who has it until when, on the clock of the rotation. */
export async function showShifts(id: string, options: ShiftsOptions): Promise<number> {
  const query = new URLSearchParams({
    ...(options.from === undefined ? {} : { from: instantOf('--from', options.from) }),
    ...(options.to === undefined ? {} : { to: instantOf('--to', options.to) }),
    ...(options.draft ? { draft: 'true' } : {}),
  });
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<Shifts>(
    'GET',
    `rotations/${encodeURIComponent(id)}/shifts?${query.toString()}`,
  );
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else print(terminal, answer);
  return EXIT.ok;
}

function print(terminal: Terminal, { id, version, timezone, shifts }: Shifts): void {
  const { colors } = terminal;
  const which = version === undefined ? 'draft' : `version ${version}`;
  terminal.line(`${colors.bold(id)} ${colors.dim(`${which}, clock of ${timezone}`)}`);
  const widest = Math.max(...shifts.map(({ person }) => oneLine(person, 40).length), 6);
  const now = Date.now();
  for (const shift of shifts) {
    const holds = Date.parse(shift.from) <= now && now < Date.parse(shift.to);
    const name = oneLine(shift.person, 40).padEnd(widest);
    const reach = [shift.slack, shift.email].filter(Boolean).join(', ') || 'cannot be notified';
    const note = shift.because === 'override' ? colors.yellow('  override') : '';
    terminal.line(
      `${holds ? colors.green('▸') : ' '} ${dayAndTime(shift.from, timezone)} – ${dayAndTime(shift.to, timezone)}  ${holds ? colors.bold(name) : name}  ${colors.dim(reach)}${note}`,
    );
  }
}
