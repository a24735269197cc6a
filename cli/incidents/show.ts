import type { Answer } from '../../api/index.ts';
import { formatMoment, oneLine } from '../../messages/format/index.ts';
import { ago, timelineEntry, timelineWords } from '../../messages/incidents/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime, driverOf } from '../terminal/index.ts';
import { stateText } from './words.ts';

type Incident = Answer<'incidents/{id}'>;

/** Prints an incident: assignee, trip, timeline, and possible actions. */
export async function print(item: Incident, { terminal, zone: clock }: Shown): Promise<void> {
  const zone = await clock();
  const { colors } = terminal;
  const now = new Date().toISOString();
  const title = `Incident ${item.id}: ${oneLine(item.rule, 200)}, ${driverOf(item)}`;
  terminal.line(`${colors.bold(title)}  ${stateText(terminal, item)}`);
  terminal.line(
    `  Opened ${ago(item.opened_at, now)} by trip ${oneLine(item.trip_id, 200)}; policy ${item.policy}, version ${item.policy_version}.`,
  );
  const { phone, vehicle, license_plate: plate } = item.driver ?? {};
  const known = [phone, vehicle, plate].flatMap((text) => (text === undefined ? [] : [oneLine(text, 200)]));
  if (known.length > 0) terminal.line(`  Driver: ${known.join(' · ')}`);
  if (item.state === 'open' && item.unanswered_since !== undefined)
    terminal.line(`  ${colors.red('A full round has ended, and nobody answered.')}`);
  const next = nextWords(item, zone);
  if (next !== undefined) terminal.line(`  ${next}`);
  if (item.note !== undefined) terminal.line(`  “${oneLine(item.note, 500)}”`);
  if (item.timeline?.length) terminal.line(`\n  ${colors.bold('Timeline')} ${colors.dim(`(${zone})`)}`);
  for (const each of item.timeline ?? [])
    terminal.line(
      `  ${colors.dim(formatMoment(each.at, zone) ?? each.at)}  ${timelineWords(timelineEntry(each))}`,
    );
  const command = {
    open: `tripline incidents acknowledge ${item.id}  (or snooze, escalate, resolve, reassign, note)`,
    acknowledged: `tripline incidents resolve ${item.id} --disposition confirmed  (or escalate, reassign, note)`,
    resolved: `tripline incidents reopen ${item.id}  (or note)`,
  }[item.state];
  terminal.line(colors.dim(`\n  ${command}`));
}

/** Returns words about the next page (alert to people): its recipients and time, or when paging resumes. */
function nextWords(item: Incident, zone: string): string | undefined {
  const { state, due_at: dueAt, next_page: next, snoozed_until: snoozed } = item;
  const time = (at: string): string => `${dayAndTime(at, zone)} (${zone})`;
  if (state === 'open') {
    if (next === undefined)
      return item.unanswered_since === undefined ? 'Next step: none that pages anyone' : undefined;
    const names = next.receivers.map(({ person, receiver }) => oneLine(person ?? receiver, 80));
    return `Next step: ${time(next.at)}, pages ${names.join(', ')}`;
  }
  if (dueAt === undefined || state === 'resolved') return undefined;
  return `${snoozed === undefined ? 'Unless updated, paging resumes' : 'Snoozed until'}: ${time(dueAt)}`;
}
