import { formatMoment, oneLine, stateBadge } from '../../messages/format/index.ts';
import type { TripState } from '../../messages/format/index.ts';
import { EXIT, clockOf, createApiClient, createTerminal, driverOf, printTable } from '../terminal/index.ts';
import type { Colors, Terminal } from '../terminal/index.ts';
import { isNarrowed, listAll, printMore, shellWord } from './listing.ts';
import type { ListAnswer, RangeOptions } from './listing.ts';

/** Filters of `trips list`. */
export interface ListTripsOptions extends RangeOptions {
  readonly state?: string;
  readonly driver?: string;
  readonly session?: string;
  readonly tracking?: string;
  readonly clock?: string;
}

/** Lists trips with their state, the figures that are known of them, and the ids with which each is explained. */
export async function listTrips(options: ListTripsOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const { state, driver, session, tracking, clock } = options;
  const filters = { state, driver_id: driver, session_id: session, tracking_id: tracking, clock };
  const answer = await listAll<TripItem>(api, { path: 'trips', filters, options });
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else if (answer.items.length === 0)
    terminal.line(
      isNarrowed(options)
        ? 'No trip matches these filters.'
        : 'There are no trips yet. They arrive with the service’s notifications; tripline backfill fetches history.',
    );
  else printTrips(terminal, answer, await clockOf(api));
  return EXIT.ok;
}

/** A trip as the API lists it, as far as it is shown. */
interface TripItem {
  readonly driver_id: string;
  readonly driver_name?: string;
  readonly trip_id: string;
  readonly state: TripState;
  readonly first_received_at: string;
  readonly end_time?: string;
  /** The clock of its device was ahead: its end says nothing of its place in the list. */
  readonly clock_ahead_seconds?: number;
  readonly distance_km?: number;
  /** null: cannot be rated. */
  readonly score?: number | null;
}

const PAINTS: Readonly<Record<TripState, keyof Colors>> = {
  waiting: 'cyan',
  decided: 'green',
  parked: 'yellow',
  deleted: 'dim',
  gone: 'dim',
};

function printTrips(terminal: Terminal, answer: ListAnswer<TripItem>, zone: string): void {
  const { colors } = terminal;
  const { items } = answer;
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
  printMore(terminal, answer);
}

function stateCell({ state }: TripItem, colors: Colors): string {
  const { symbol, words } = stateBadge('trip', state);
  return colors[PAINTS[state]](`${symbol} ${words.toLowerCase()}`);
}

/** A driver and a trip as arguments of another command; placeholders where an id holds what a terminal does not show. */
export function idsOf(item: { readonly driver_id: string; readonly trip_id: string }): string {
  const ids = [item.driver_id, item.trip_id];
  return ids.every((id) => oneLine(id, id.length) === id) ? ids.map(shellWord).join(' ') : 'DRIVER TRIP';
}
