import type { IncidentMove, Page } from '../../rules/escalation/index.ts';
import type { PageReceiver, ResolvedPage } from '../../rules/recipients/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { recordAudit } from '../../store/db/index.ts';
import type { Tx } from '../../store/db/index.ts';
import { changeIncident, planIncidentMessages } from '../../store/incidents/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { alarmUnanswered } from './unanswered.ts';
import { sayDespiteHours, sayLastResort, sayNobody } from './unreachableRecipients.ts';

/** One move (transition) of a tick, with the data that it needs. */
export interface MoveArgs {
  readonly deps: ActivityDependencies;
  readonly incident: Incident;
  readonly move: IncidentMove;
  readonly pages: readonly Page[];
  readonly resolved: readonly ResolvedPage[];
  /** Recipients of the newest page that had any. */
  readonly lastNotified: readonly PageReceiver[];
  readonly at: Date;
}

/**
 * Records one transition of an incident in its timeline, and plans the messages about it. The caller must hold the incident's
 * lock.
 */
export async function makeMove(tx: Tx, args: MoveArgs): Promise<Incident> {
  const { move } = args;
  switch (move.kind) {
    case 'lapse':
      return lapse(tx, args);
    case 'skip':
      return skip(tx, args, move);
    case 'page':
      return takePage(tx, args, move);
  }
}

const BY_ITSELF = { who: 'tripline', via: 'tripline' } as const;

async function lapse(tx: Tx, { incident, at }: MoveArgs): Promise<Incident> {
  const details = {
    ...(incident.assignee !== null && { assignee: incident.assignee }),
    ...(incident.snoozedUntil !== null && { snoozed: true }),
  };
  await audit(tx, incident, { at, action: 'incident.paging_resumed', details });
  return changeIncident(tx, incident, {
    event: { ...BY_ITSELF, at, kind: 'paging_resumed', details },
    set: { state: 'open', assignee: null, unansweredAt: null, snoozedUntil: null },
  });
}

async function skip(
  tx: Tx,
  args: MoveArgs,
  move: Extract<IncidentMove, { kind: 'skip' }>,
): Promise<Incident> {
  const { incident, at } = args;
  const { unreachable } = args.resolved[move.page]!;
  const details = {
    ...placeOf(args, move.page),
    reason: move.reason,
    ...(unreachable.length > 0 && { unreachable }),
  };
  if (move.reason === 'no_recipients') await sayNobody(tx, args, unreachable);
  return changeIncident(tx, incident, { event: { ...BY_ITSELF, at, kind: 'step_skipped', details } });
}

async function takePage(
  tx: Tx,
  args: MoveArgs,
  move: Extract<IncidentMove, { kind: 'page' }>,
): Promise<Incident> {
  const { incident, at } = args;
  const { receivers: named, unreachable } = args.resolved[move.page]!;
  const receivers = move.isLastResort && named.length === 0 ? args.lastNotified : named;
  const isEnd = args.pages[move.page]!.kind === 'unanswered';
  const details = {
    ...placeOf(args, move.page),
    cause: move.cause,
    notified: receivers.map((each) => ({ ...each })),
    ...(unreachable.length > 0 && { unreachable }),
    ...(move.isLastResort && { last_resort: true }),
    ...(move.despiteHours && { despite_hours: true }),
  };
  if (move.isLastResort) await sayLastResort(tx, args);
  else if (move.despiteHours) await sayDespiteHours(tx, args);
  else if (unreachable.length > 0) await sayNobody(tx, args, unreachable);
  if (isEnd)
    await audit(tx, incident, { at, action: 'incident.unanswered', details: placeOf(args, move.page) });
  const paged = await changeIncident(tx, incident, {
    event: { ...BY_ITSELF, at, kind: isEnd ? 'unanswered' : 'paged', details },
    set: {
      ...(isEnd && { unansweredAt: incident.unansweredAt ?? at }),
      ...(isRoundOver(args, move) && { unansweredSince: incident.unansweredSince ?? at }),
    },
  });
  if (incident.unansweredSince === null && paged.unansweredSince !== null)
    await alarmUnanswered(tx, { deps: args.deps, incident: paged, at });
  await planIncidentMessages(tx, paged, {
    kind: 'incident_page',
    seq: paged.changes,
    receivers,
    at,
  });
  return paged;
}

/**
 * Returns whether this page shows that a full round ended without an answer. The page either begins a later round or is the
 * policy's `unanswered` page. A page that is repeated because the assignee did not act shows nothing of the kind.
 */
function isRoundOver({ pages }: MoveArgs, { page, cause }: Extract<IncidentMove, { kind: 'page' }>): boolean {
  const { kind, round } = pages[page]!;
  return kind === 'unanswered' || (round > 1 && cause !== 'paging_resumed');
}

/**
 * Returns the position of a page in its escalation: `page` counts from 0; round and step count from 1, because people see them.
 */
function placeOf({ pages }: MoveArgs, page: number): JsonObject {
  const { round, step } = pages[page]!;
  return { page, round, ...(step !== undefined && { step }) };
}

async function audit(
  tx: Tx,
  { fleetId, id, driverId, tripId, policy }: Incident,
  entry: { readonly at: Date; readonly action: string; readonly details: JsonObject },
): Promise<void> {
  await recordAudit(tx, {
    fleetId,
    at: entry.at,
    who: 'tripline',
    action: entry.action,
    subjectType: 'incident',
    subjectId: id,
    details: { ...entry.details, driver_id: driverId, trip_id: tripId, policy },
  });
}
