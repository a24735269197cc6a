import { decideTick, pagesOf } from '../../rules/escalation/index.ts';
import { resolvePage, rotationsNamed } from '../../rules/recipients/index.ts';
import type { Page } from '../../rules/escalation/index.ts';
import type { ResolvedPage } from '../../rules/recipients/index.ts';
import type { EscalationPolicy, Rotation } from '../../rules/documents/index.ts';
import { inTransaction } from '../../store/db/index.ts';
import type { Db, Tx } from '../../store/db/index.ts';
import { getVersion, publishedDocuments } from '../../store/documents/index.ts';
import {
  chainHistory,
  incidentTimeline,
  lockIncident,
  pendingIncidentMessages,
  setIncident,
  skipAnsweredPages,
} from '../../store/incidents/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { IncidentMoment } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { makeMove } from './transitions.ts';
import { planNotes } from './threadUpdates.ts';
import { alarmUndelivered } from './unreachableRecipients.ts';
import type { DueDelivery } from '../trips/index.ts';

/** What a turn answers: small, and without names or words of people, for it stands in the workflow's history. */
export interface IncidentTick {
  /** The incident's messages that still have to be carried out. */
  readonly deliveries: readonly DueDelivery[];
  /** How long until something is due; absent: nothing is until somebody does something. */
  readonly waitMs?: number;
  /** It is resolved. */
  readonly over: boolean;
  /** What the timeline has beyond `after`, oldest first. */
  readonly moments: readonly IncidentMoment[];
}

/** Entries of a timeline in one answer; the next turn, at once, brings the rest. */
const MOST_MOMENTS = 500;

/** What became of an incident that is no longer stored: nothing more. */
const GONE: IncidentTick = { deliveries: [], over: true, moments: [] };

/** Does what is due for an incident now. One that is no longer stored is over. */
export async function runTick(
  deps: ActivityDependencies,
  input: { readonly fleet: string; readonly incidentId: string; readonly after: number },
): Promise<IncidentTick> {
  const key = { fleetId: input.fleet, id: input.incidentId };
  const at = deps.now();
  const incident = await inTransaction(deps.db, async (tx) => {
    const locked = await lockIncident(tx, key);
    return locked && tick(tx, { deps, incident: locked, at });
  });
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
  };
}

async function tick(
  tx: Tx,
  args: { readonly deps: ActivityDependencies; readonly incident: Incident; readonly at: Date },
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
    const resolved = await resolvePages(tx, { incident, pages, at });
    const { moves, clock } = decideTick({
      ...{ clock: incident, pages, at, ...history },
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

/** The version with which it began. @throws Error when it is not in the store, which only a mistake of ours can cause */
async function policyOf(tx: Tx, { fleetId, policy, policyVersion }: Incident): Promise<EscalationPolicy> {
  const found = await getVersion(tx, {
    fleetId,
    kind: 'escalation-policy',
    id: policy,
    version: policyVersion,
  });
  if (!found)
    throw new Error(`Version ${policyVersion} of the escalation policy ${policy} is no longer stored.`);
  return found.body as unknown as EscalationPolicy;
}

/** Whom each page of the chain would tell now: whose turn it is, is decided when a page is taken. */
async function resolvePages(
  db: Db,
  args: { readonly incident: Incident; readonly pages: readonly Page[]; readonly at: Date },
): Promise<readonly ResolvedPage[]> {
  const { incident, pages, at } = args;
  const isNamed = pages.some(({ notify }) => rotationsNamed(notify).length > 0);
  const documents = isNamed
    ? await publishedDocuments(db, { fleetId: incident.fleetId, kind: 'rotation' })
    : [];
  const rotations = new Map(documents.map(({ id, body }) => [id, body as unknown as Rotation]));
  return pages.map(({ notify }) => resolvePage(notify, { at, rotations }));
}
