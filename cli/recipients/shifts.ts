import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime } from '../terminal/index.ts';

/** Prints the people on call and when their shifts end, on the fleet's clock. */
export async function print(
  { id, version, shifts }: Answer<'rotations/{id}/shifts'>,
  { terminal, zone: clock }: Shown,
): Promise<void> {
  const zone = await clock();
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
