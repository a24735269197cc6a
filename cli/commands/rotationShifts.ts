import { oneLine } from '../../messages/format/index.ts';
import { EXIT, createApiClient, clockOf, createTerminal, dayAndTime, instantIn } from '../terminal/index.ts';
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

/** Shows who has it until when, on the fleet's clock. */
export async function showShifts(id: string, options: ShiftsOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const zone = await clockOf(api);
  const now = new Date();
  const query = new URLSearchParams({
    ...(options.from === undefined ? {} : { from: instantIn('--from', options.from, { zone, now }) }),
    ...(options.to === undefined ? {} : { to: instantIn('--to', options.to, { zone, now }) }),
    ...(options.draft ? { draft: 'true' } : {}),
  });
  const answer = await api.call<Shifts>(
    'GET',
    `rotations/${encodeURIComponent(id)}/shifts?${query.toString()}`,
  );
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else print(terminal, answer, zone);
  return EXIT.ok;
}

function print(terminal: Terminal, { id, version, shifts }: Shifts, zone: string): void {
  const { colors } = terminal;
  const which = version === undefined ? 'draft' : `version ${version}`;
  terminal.line(`${colors.bold(id)} ${colors.dim(`${which}, clock of ${zone}`)}`);
  const widest = Math.max(...shifts.map(({ person }) => oneLine(person, 40).length), 6);
  const now = Date.now();
  for (const shift of shifts) {
    const holds = Date.parse(shift.from) <= now && now < Date.parse(shift.to);
    const name = oneLine(shift.person, 40).padEnd(widest);
    const reach = [shift.slack, shift.email].filter(Boolean).join(', ') || 'cannot be notified';
    const note = shift.because === 'override' ? colors.yellow('  override') : '';
    terminal.line(
      `${holds ? colors.green('▸') : ' '} ${dayAndTime(shift.from, zone)} – ${dayAndTime(shift.to, zone)}  ${holds ? colors.bold(name) : name}  ${colors.dim(reach)}${note}`,
    );
  }
}
