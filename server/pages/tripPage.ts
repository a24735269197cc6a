import { randomBytes } from 'node:crypto';
import { messageDriver, shownReceiver, tripLinks } from '../../messages/format/index.ts';
import type { MessageTrip, TripLink } from '../../messages/format/index.ts';
import { pagePolicy, tripPage } from '../../messages/pages/index.ts';
import type { TripPageInput } from '../../messages/pages/index.ts';
import { settingsFrom, shownDriver } from '../../rules/drivers/index.ts';
import type { Settings } from '../../rules/lint/index.ts';
import { whyRecipient } from '../../messages/decisions/index.ts';
import type { Decision } from '../../rules/evaluation/index.ts';
import { listAlerts, unsuppressedOf } from '../../store/alerts/index.ts';
import { listAudit } from '../../store/db/index.ts';
import { listDeletions } from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { driverSources } from '../../store/drivers/index.ts';
import { isInOutbox, listDeliveries } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getTrip, latestDecisionText, listRevisions } from '../../store/trips/index.ts';
import type { TripRow } from '../../store/trips/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { THREADS, drawnTrip } from '../workerThreads/index.ts';
import { pageProblem } from './pageProblem.ts';
import { linkOpener, pageRoute } from './signedPage.ts';
import type { OpenedLink } from './signedPage.ts';

/**
 * Returns the route of the page behind a trip's link in a message. The link shows this one trip to anyone who has it, until it
 * expires.
 */
export function tripPageRoutes(deps: ServerDependencies): Route[] {
  const open = linkOpener(deps, { links: tripLinks, damaged: 'pages.tripLinkExpired' });
  return [
    pageRoute({
      path: '/t/{signed}',
      id: 'tripPage',
      summary: 'Show the page of a trip, linked from messages',
      missing: 'The link is damaged or has expired, or the trip is no longer stored.',
      async handle(request, response) {
        const { fleet, link } = await open(request, response);
        const nonce = randomBytes(16).toString('base64');
        const html = await shownPage(await pageInput(deps, { fleet, link, nonce }), fleet.id);
        response.set('content-security-policy', pagePolicy(nonce)).type('text/html').send(html);
      },
    }),
  ];
}

async function pageInput(
  deps: ServerDependencies,
  args: OpenedLink<TripLink> & { readonly nonce: string },
): Promise<PageWithDecision> {
  const { db } = deps.database;
  const { fleet, link, nonce } = args;
  const key = { fleetId: fleet.id, driverId: link.driverId, tripId: link.tripId };
  const row = await getTrip(db, key);
  if (!row) throw await pageProblem(deps, { fleetId: fleet.id, status: 404, key: 'pages.tripGone' });
  const subjectId = `${key.driverId}/${key.tripId}`;
  const [decision, revisions, alerts, deliveries, deletions, audit, sources] = await Promise.all([
    latestDecisionText(db, key),
    listRevisions(db, key),
    listAlerts(db, { ...key, limit: 200 }),
    listDeliveries(db, { ...key, limit: 200 }),
    listDeletions(db, { ...key, limit: 200 }),
    listAudit(db, { fleetId: fleet.id, subjectType: 'trip', subjectId, limit: 50 }),
    driverSources(db, { fleetId: fleet.id, driverIds: [key.driverId] }),
  ]);
  const { language, privacy } = settingsFrom(sources.settings);
  const { pictureSource } = privacy.path_pictures ? await drawnTrip(db, key, { language }) : {};
  const page: Omit<TripPageInput, 'decision'> = {
    fleet: { id: fleet.id, name: fleet.name, timezone: fleet.timezone, language },
    driver: messageDriver(shownDriver(sources, key.driverId)),
    trip: messageTrip(row),
    state: row.state,
    ...(row.stateReason === null ? {} : { stateReason: row.stateReason }),
    ...(row.clockAheadSeconds !== null && { clockAheadSeconds: row.clockAheadSeconds }),
    alerts: alerts.items.map((alert) => {
      const { rule, state, reason, detail, at } = alert;
      const unsuppressed = unsuppressedOf(alert);
      return {
        rule,
        state,
        at: at.toISOString(),
        ...(reason === null ? {} : { reason }),
        ...(detail === null ? {} : { detail }),
        ...(unsuppressed && { unsuppressed }),
      };
    }),
    deliveries: deliveries.items.map((each) =>
      shownDelivery(each, { deletions: deletions.items, privacy, language }),
    ),
    revisions: revisions.map(({ matched, ...rest }) => ({
      ...rest,
      matched: matched.map(({ name }) => name),
    })),
    audit: audit.items.map(({ at, who, action, why }) => ({
      at: at.toISOString(),
      who,
      what: action,
      ...(why === null ? {} : { why }),
    })),
    ...(pictureSource === undefined ? {} : { pictureSource }),
    nonce,
  };
  return {
    page,
    decision:
      decision && `${decision.withoutActions.slice(0, -1)},"actions":${JSON.stringify(decision.actions)}}`,
  };
}

/** The input of a trip's page. The decision is JSON text, because a long one is parsed in a thread. */
interface PageWithDecision {
  readonly page: Omit<TripPageInput, 'decision'>;
  readonly decision: string | undefined;
}

/** Length in characters above which a decision's page is rendered in a thread. */
const LONG_DECISION = 131_072;

async function shownPage({ page, decision }: PageWithDecision, fleet: string): Promise<string> {
  if (decision === undefined) return tripPage(page);
  if (decision.length <= LONG_DECISION)
    return tripPage({ ...page, decision: JSON.parse(decision) as Decision });
  return THREADS.run('tripPage', { page, decision }, { bytes: decision.length, whose: fleet });
}

/**
 * Returns a delivery's receiver for display. If the settings keep an address from the driver record out of messages, returns the
 * name of the field instead.
 */
function receiverOf(row: Delivery, privacy: Settings['privacy']): string {
  const named = row.recipientReason?.origin === undefined ? undefined : row.recipientReason.named;
  const isShown = row.kind === 'coaching' ? privacy.email : privacy.manager_email;
  if (named === undefined || isShown) return shownReceiver(row);
  return row.kind === 'coaching' ? 'driver:email' : 'driver:manager';
}

function shownDelivery(
  row: Delivery,
  {
    deletions,
    privacy,
    language,
  }: { readonly deletions: readonly Deletion[] } & Pick<Settings, 'privacy' | 'language'>,
): TripPageInput['deliveries'][number] {
  const deletion = deletions.find(({ deliveryId }) => deliveryId === row.id);
  const until = deletion?.state === 'requested' ? { decideUntil: deletion.expiresAt.toISOString() } : {};
  return {
    rule: row.rule,
    action: row.action,
    receiver: receiverOf(row, privacy),
    ...(row.recipientReason && { because: whyRecipient(row.recipientReason, language) }),
    state: row.state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    possibleRepeat: row.possibleRepeat,
    inOutbox: isInOutbox(row),
    ...(deletion ? { deletion: { id: deletion.id, ...until, ...scoresOf(deletion) } } : {}),
    at: (row.settledAt ?? row.plannedAt).toISOString(),
  };
}

function scoresOf({ scoreBefore, scoreAfter }: Deletion): { scoreBefore?: number; scoreAfter?: number } {
  return {
    ...(scoreBefore !== null && { scoreBefore }),
    ...(scoreAfter !== null && { scoreAfter }),
  };
}

/** Returns a stored trip in the form that messages and pages use. */
export function messageTrip(row: TripRow): MessageTrip {
  const { startTime, endTime, distanceKm, durationSeconds, maxSpeedKmph } = row;
  const known = Object.entries({ startTime, endTime, distanceKm, durationSeconds, maxSpeedKmph }).filter(
    ([, value]) => value !== null,
  );
  const score = row.score !== null || row.scoreUnrated ? { score: row.score } : {};
  return { tripId: row.tripId, ...Object.fromEntries(known), ...score };
}
