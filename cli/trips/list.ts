import type { Answer } from '../../api/index.ts';
import { formatMoment, oneLine, stateBadge } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';
import { driverOf, idsOf, printTable } from '../terminal/index.ts';
import type { Colors } from '../terminal/index.ts';

type Trip = Answer<'trips'>['items'][number];

const PAINTS: Readonly<Record<Trip['state'], keyof Colors>> = {
  waiting: 'cyan',
  decided: 'green',
  parked: 'yellow',
  deleted: 'dim',
  gone: 'dim',
};

/** Prints trips with their state, their known figures, and the ids for `explain`. */
export async function print(
  { items }: Answer<'trips'>,
  { terminal, isNarrowed, zone: clock }: Shown,
): Promise<void> {
  if (items.length === 0)
    return terminal.line(
      isNarrowed
        ? 'No trip matches these filters.'
        : 'There are no trips yet. They arrive with the service’s notifications; tripline backfill fetches history.',
    );
  const { colors } = terminal;
  const zone = await clock();
  printTable(
    terminal,
    [`ended (${zone})`, 'state', 'km', 'score', 'trip', 'driver'],
    items.map((item) => [
      (item.clock_ahead_seconds === undefined ? formatMoment(item.end_time, zone) : undefined) ??
        colors.dim(`received ${formatMoment(item.first_received_at, zone)}`),
      stateCell(item, colors),
      item.distance_km?.toFixed(1) ?? '',
      item.score === null ? 'unrated' : (item.score?.toFixed(0) ?? ''),
      oneLine(item.trip_id, 200),
      driverOf(item),
    ]),
  );
  const decided = items.find(({ state }) => state === 'decided');
  if (decided)
    terminal.line(`Why its rules matched or not: ${colors.bold(`tripline trips explain ${idsOf(decided)}`)}`);
  const parked = items.find(({ state }) => state === 'parked');
  if (parked)
    terminal.line(
      `Read and evaluate a parked trip again: ${colors.bold(`tripline trips replay ${idsOf(parked)} --effects`)}`,
    );
}

function stateCell({ state }: Trip, colors: Colors): string {
  const { symbol, words } = stateBadge('trip', state);
  return colors[PAINTS[state]](`${symbol} ${words.toLowerCase()}`);
}
