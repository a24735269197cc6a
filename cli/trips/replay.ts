import type { Context } from '../declaration/index.ts';
import { EXIT } from '../terminal/index.ts';
import { printDecision } from './decision.ts';
import { TRIP, printDeliveries, printStops, tripParams } from './trip.ts';
import type { NamedTrip, TripAnswer } from './trip.ts';

/** Replays a trip: reads and evaluates it again. With effects, sends messages that the ledger does not show as sent. */
export async function replayTrip({
  api,
  terminal,
  given,
  isJson,
  zone: clock,
}: Context<NamedTrip & { readonly effects?: boolean; readonly why?: string }>): Promise<number> {
  const { effects = false, why } = given;
  const params = tripParams(given);
  const before = effects && !isJson ? await api.call('get', TRIP, { params }) : undefined;
  const body = { effects, ...(why && { why }) };
  const answer = await api.call('post', `${TRIP}/replay`, { params, body });
  if (isJson) terminal.json(answer);
  else if (before) {
    const after = await api.call('get', TRIP, { params });
    const zone = await clock();
    terminal.line(whatChanged(before, after));
    printDecision(terminal, answer, zone);
    printStops(terminal, after, zone);
    printDeliveries(terminal, after);
  } else {
    terminal.line('Simulation of the published rules; nothing was sent.');
    printDecision(terminal, answer, await clock());
  }
  return EXIT.ok;
}

function whatChanged(before: TripAnswer, after: TripAnswer): string {
  const earlier = new Map(before.deliveries.map(({ id, state }) => [id, state]));
  const moved = after.deliveries.filter(({ id, state }) => earlier.get(id) !== state);
  const decided =
    after.revision === before.revision
      ? `Nothing changed since revision ${before.revision}`
      : `Evaluated as revision ${after.revision}`;
  if (moved.length === 0) return `${decided}; nothing was sent.`;
  return `${decided}; ${moved.length === 1 ? 'one delivery was' : `${moved.length} deliveries were`} resumed.`;
}
