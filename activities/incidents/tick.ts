import { decideTick, pagesOf } from '../../rules/escalation/index.ts';
import type { Page } from '../../rules/escalation/index.ts';
import type { ResolvedPage } from '../../rules/recipients/index.ts';
import type { EscalationPolicy } from '../../rules/documents/index.ts';
import { inTransaction } from '../../store/db/index.ts';
import type { Db, Tx } from '../../store/db/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import {
  chainHistory,
  incidentTimeline,
  lockIncident,
  pendingIncidentMessages,
  setIncident,
  skipAnsweredPages,
} from '../../store/incidents/index.ts';
import type { Incident, IncidentKey } from '../../store/incidents/index.ts';
import type { IncidentMoment, IncidentProgress } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { DriverNeededError, keepForRecipients, resolverFor } from '../facts/index.ts';
import { makeMove } from './moves.ts';
import { planNotes } from './threadUpdates.ts';
import { alarmUndelivered } from './unreachableRecipients.ts';
import type { DueDelivery } from '../trips/index.ts';

/** Result of a tick. It is small and contains no names or texts of people, because it is stored in the workflow's history. */
export interface IncidentTick {
  /** Messages of the incident that still have to be sent. */
  readonly deliveries: readonly DueDelivery[];
  /** Milliseconds until the next step is due; absent if no step is due until a person acts. */
  readonly waitMs?: number;
  /** Whether the incident is resolved. */
  readonly over: boolean;
  /** Timeline entries after the number `after`, oldest first. */
  readonly moments: readonly IncidentMoment[];
  /** Position of the incident in its escalation policy; absent if the incident is no longer stored. */
  readonly progress?: IncidentProgress;
}

/** Largest number of timeline entries in one result. If there are more, the next tick is due at once. */
const MOST_MOMENTS = 500;

/** Result for an incident that is no longer stored. */
const GONE: IncidentTick = { deliveries: [], over: true, moments: [] };

/** Carries out the steps of an incident that are due. An incident that is no longer stored is over. */
export async function runTick(
  deps: ActivityDependencies,
  input: { readonly fleet: string; readonly incidentId: string; readonly after: number },
): Promise<IncidentTick> {
  const key = { fleetId: input.fleet, id: input.incidentId };
  const at = deps.now();
  const incident = await tickOnce(deps, { key, at });
  if (!incident) return GONE;
  const pending = await pendingIncidentMessages(deps.db, key);
  const timeline = await incidentTimeline(deps.db, { ...key, after: input.after, limit: MOST_MOMENTS });
  const moments = timeline.map(({ seq, at: when, kind }) => ({ seq, at: when.toISOString(), kind }));
  const dueAt = moments.length === MOST_MOMENTS ? at : incident.dueAt;
  return {
    deliveries: pending.map(({ id, action }) => ({ id, action })),
    ...(dueAt && { waitMs: Math.max(0, dueAt.getTime() - deps.now().getTime()) }),
    over: incident.state === 'resolved',
    moments,
    progress: progressOf(incident, await policyOf(deps.db, incident)),
  };
}

function progressOf(incident: Incident, policy: EscalationPolicy): IncidentProgress {
  const pages = pagesOf(policy, incident);
  const page = pages[Math.min(incident.position, pages.length) - 1];
  const { state } = incident;
  if (!page) return { state };
  const steps = Math.max(...pages.map(({ step = 0 }) => step));
  const rounds = pages.at(-1)?.round ?? 1;
  return {
    state,
    page: { round: page.round, rounds, steps, ...(page.step !== undefined && { step: page.step }) },
  };
}

/**
 * Carries out one tick in a transaction. If recipients depend on data that is not stored, reads that data outside of the
 * transaction, then starts again.
 */
async function tickOnce(
  deps: ActivityDependencies,
  args: { readonly key: IncidentKey; readonly at: Date; readonly isDriverRead?: true },
): Promise<Incident | undefined> {
  const { key, at, isDriverRead = false } = args;
  let about: Incident | undefined;
  try {
    return await inTransaction(deps.db, async (tx) => {
      about = await lockIncident(tx, key);
      return about && (await tick(tx, { deps, incident: about, at, isDriverRead }));
    });
  } catch (error) {
    if (!(error instanceof DriverNeededError) || !about) throw error;
    const trip = { fleet: key.fleetId, driverId: about.driverId, tripId: about.tripId };
    await keepForRecipients(deps, { key: trip, needs: error.needs, endedAt: about.tripEndedAt });
    return tickOnce(deps, { key, at, isDriverRead: true });
  }
}

async function tick(
  tx: Tx,
  args: {
    readonly deps: ActivityDependencies;
    readonly incident: Incident;
    readonly at: Date;
    readonly isDriverRead: boolean;
  },
): Promise<Incident> {
  const { deps, at } = args;
  let { incident } = args;
  const key = { fleetId: incident.fleetId, id: incident.id };
  await skipAnsweredPages(tx, { ...key, at });
  const history = await chainHistory(tx, key);
  const isUnheard = history.isUndelivered && incident.state === 'open';
  if (isUnheard) await alarmUndelivered(tx, { deps, incident, at });
  if (incident.dueAt && (isUnheard || incident.dueAt <= at)) {
    const pages = pagesOf(await policyOf(tx, incident), incident);
    const resolved = await resolvePages(tx, { incident, pages, at, isDriverRead: args.isDriverRead });
    const { moves, clock } = decideTick({
      clock: incident,
      pages,
      at,
      ...history,
      receivers: (page) => resolved[page]!.receivers.length,
    });
    for (const move of moves)
      incident = await makeMove(tx, {
        deps,
        incident,
        move,
        pages,
        resolved,
        at,
        lastNotified: history.lastNotified,
      });
    incident = await setIncident(tx, incident, clock);
  }
  await planNotes(tx, { incident, at });
  return incident;
}

/**
 * Returns the version of the policy with which the incident was opened. @throws Error when it is not stored, which only a defect
 * can cause
 */
async function policyOf(db: Db, { fleetId, policy, policyVersion }: Incident): Promise<EscalationPolicy> {
  const found = await getVersion(db, {
    fleetId,
    kind: 'escalation-policy',
    id: policy,
    version: policyVersion,
  });
  if (!found)
    throw new Error(`Version ${policyVersion} of the escalation policy ${policy} is no longer stored.`);
  return found.body as unknown as EscalationPolicy;
}

/** Resolves the recipients of each page at this moment, because who is on call or responsible is decided when a page is sent. */
async function resolvePages(
  db: Db,
  args: {
    readonly incident: Incident;
    readonly pages: readonly Page[];
    readonly at: Date;
    readonly isDriverRead: boolean;
  },
): Promise<readonly ResolvedPage[]> {
  const { incident, pages, ...rest } = args;
  const key = { fleet: incident.fleetId, driverId: incident.driverId, tripId: incident.tripId };
  const resolve = await resolverFor(db, { key, notify: pages.flatMap(({ notify }) => notify), ...rest });
  return pages.map(({ notify }) => resolve(...notify));
}
