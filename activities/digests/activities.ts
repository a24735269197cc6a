import { channelNamedBy } from '../../rules/channels/index.ts';
import { catchUpMillis, isSendingTime, lastSending } from '../../rules/digests/index.ts';
import type { Sending } from '../../rules/digests/index.ts';
import { digestSchema } from '../../rules/documents/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import {
  countDigestMessages,
  digestRunFacts,
  moveDigestRun,
  openScheduledRun,
  partsOfDigest,
  planDigestMessages as enterDigestMessages,
  removeDigestDrivers,
  removeOldDigestDrivers,
  removeOldDigestPreviews,
} from '../../store/digests/index.ts';
import type {
  DigestReceiver,
  DigestRunFacts,
  DigestRunKey,
  DueDigestMessage,
} from '../../store/digests/index.ts';
import { getDocument } from '../../store/documents/index.ts';
import { routeOf } from '../../rules/recipients/index.ts';
import { digestScheduleId } from '../../workflows/contracts/index.ts';
import type { DigestTickInput, NoDigest } from '../../workflows/contracts/index.ts';
import { UnknownFleetError } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { isGoneEverywhere } from '../resilience/index.ts';
import { sendParts } from './parts.ts';

/** The run that was opened for a digest, or the reason why there is none. */
type OpenedDigest =
  /**
   * `periodEnd` is the last date of the period and the period's kind, such as `2026-05-31:month`. The run's workflow id contains
   * it.
   */
  | { readonly kind: 'run'; readonly runId: string; readonly periodEnd: string }
  | { readonly kind: 'none'; readonly reason: NoDigest };

const FLEET_GONE =
  'no digest is sent: its fleet is no longer configured; add it again, or delete the schedule in Temporal';

/** Creates the activity that checks whether a digest is due and opens its run. */
export function createDigestOpening({ fleets, db, log, now }: ActivityDependencies) {
  /**
   * Returns the sending time to which a scheduled start belongs. If the start is so late that another sending is due, returns the
   * newest one.
   */
  function sendingFor(digest: Digest, scheduledFor: Date): Sending | 'superseded' | 'too_late' {
    if (!isSendingTime(digest, scheduledFor)) return 'superseded';
    const at = new Date(Math.max(now().getTime(), scheduledFor.getTime()));
    const sending = lastSending(digest, at);
    if (!sending) return 'superseded';
    return at.getTime() - sending.at.getTime() > catchUpMillis(digest) ? 'too_late' : sending;
  }

  async function open(input: DigestTickInput, scheduledFor: Date): Promise<OpenedDigest> {
    const none = (reason: NoDigest): OpenedDigest => ({ kind: 'none', reason });
    // Waits while another worker may know the fleet. Afterwards the schedule stays in Temporal, because only a worker with the
    // fleet could remove it. Once the fleet is configured again, the schedule works as before.
    if (!fleets.has(input.fleet)) {
      if (isGoneEverywhere(now())) return none('fleet_gone');
      throw new UnknownFleetError(input.fleet);
    }
    const key = { fleetId: input.fleet, kind: 'digest', id: input.digest } as const;
    const document = await getDocument(db, key);
    if (!document?.published || document.publishedVersion === null) return none('gone');
    const digest = document.published as unknown as Digest;
    if (digest.paused) return none('paused');
    const sending = sendingFor(digest, scheduledFor);
    if (typeof sending === 'string') return none(sending);
    const { kind, now: dates } = sending.period;
    const run = await openScheduledRun(db, {
      fleetId: input.fleet,
      digestId: input.digest,
      version: document.publishedVersion,
      period: sending.period,
      document: document.published,
      at: now(),
    });
    const isOver = run.state === 'done' || run.state === 'failed';
    return isOver ? none('done') : { kind: 'run', runId: run.id, periodEnd: `${dates.to}:${kind}` };
  }

  function logNoDigest(none: DigestTickInput & { readonly scheduledFor: string; readonly reason: NoDigest }) {
    if (none.reason === 'fleet_gone') log.warn({ ...none, schedule: digestScheduleId(none) }, FLEET_GONE);
    else log.info(none, 'no digest is sent');
  }

  return {
    /**
     * Opens the run of a digest that is due, at most one per period.
     * @param input.scheduledFor the scheduled time (ISO 8601)
     * @throws UnknownFleetError (worth a retry) while another worker may know the fleet
     */
    async openDigestRun(input: DigestTickInput & { readonly scheduledFor: string }): Promise<OpenedDigest> {
      const { fleet, digest, scheduledFor } = input;
      const opened = await open({ fleet, digest }, new Date(scheduledFor));
      if (opened.kind === 'none') logNoDigest({ fleet, digest, scheduledFor, reason: opened.reason });
      return opened;
    },
  };
}

/** Fleet and id of a run, as workflows pass them. */
interface DigestRunInput {
  readonly fleet: string;
  readonly runId: string;
}

/** Milliseconds for which the list of drivers of a sent digest is stored. */
const DRIVERS_KEPT_MS = 35 * 86_400_000;
/** Milliseconds for which a preview of a digest is stored. */
const PREVIEWS_KEPT_MS = 86_400_000;

/** Creates the activities that plan a digest's messages and end its run. */
export function createDigestSending(deps: ActivityDependencies) {
  const { db, log, now } = deps;
  return {
    /** Plans the messages of a composed run in the ledger, one for each recipient. A failed run has none. Safe to repeat. */
    async planDigestMessages(input: DigestRunInput): Promise<{ deliveries: readonly DueDigestMessage[] }> {
      const key = keyOf(input);
      const run = await digestRunFacts(db, key);
      if (!run) return { deliveries: [] };
      const { digestId, version } = run;
      const of = { ...key, digestId, version, receivers: receiversOf(run), at: now() };
      const deliveries = await enterDigestMessages(db, of);
      await sendParts(deps, run);
      return { deliveries };
    },
    /** Ends a run once all its messages ended. Records a reason if no recipient received the digest. */
    async settleDigestRun(input: DigestRunInput): Promise<void> {
      const key = keyOf(input);
      const counts = await countDigestMessages(db, key);
      const arrived = (counts.sent ?? 0) + (counts.unconfirmed ?? 0);
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const isInParts = total === 0 && (await partsOfDigest(db, key)).length > 0;
      const reason =
        arrived > 0 || isInParts
          ? undefined
          : total > 0 && total === counts.unsubscribed
            ? 'all_unsubscribed'
            : 'no_recipient_reached';
      await moveDigestRun(db, { ...key, state: 'done', at: now(), reason });
      await removeOldDigestDrivers(db, {
        fleetId: input.fleet,
        before: new Date(now().getTime() - DRIVERS_KEPT_MS),
      });
      log.info({ ...input, ...counts, reason }, 'digest finished');
    },
    /** Ends a preview. Removes its drivers at once; its content is removed after a day. */
    async settleDigestPreview(input: DigestRunInput): Promise<void> {
      const key = keyOf(input);
      const at = now();
      await removeDigestDrivers(db, key);
      await moveDigestRun(db, { ...key, state: 'done', at });
      await removeOldDigestPreviews(db, {
        fleetId: input.fleet,
        before: new Date(at.getTime() - PREVIEWS_KEPT_MS),
      });
    },
    /** Ends a run that failed, with a reason. */
    async failDigestRun(input: DigestRunInput & { readonly reason: string }): Promise<void> {
      await moveDigestRun(db, {
        ...keyOf(input),
        state: 'failed',
        reason: input.reason.slice(0, 500),
        at: now(),
      });
      log.error({ fleet: input.fleet, runId: input.runId, reason: input.reason }, 'digest failed');
    },
  };
}

function keyOf({ fleet, runId }: DigestRunInput): DigestRunKey {
  return { fleetId: fleet, id: runId };
}

/**
 * Returns the recipients of a run: those of a request or a route, or else those in the digest's document. Each appears once,
 * regardless of upper and lower case.
 */
function receiversOf({ document, onlyTo, recipients }: DigestRunFacts): readonly DigestReceiver[] {
  if (recipients) return recipients;
  const digest = digestSchema.parse(document);
  const named = onlyTo ?? [...(digest.to ?? []), ...(digest.slack === undefined ? [] : [digest.slack])];
  const whole = named.filter((receiver) => routeOf(receiver) === undefined);
  const once = new Map(whole.map((receiver) => [receiver.toLowerCase(), receiver]));
  return [...once.values()].map((receiver) => ({
    action: channelNamedBy(receiver),
    receiver,
  }));
}
