import type { Digest } from '../rules/digest.ts';
import { catchUpMillis, isSendingTime, lastSending } from '../rules/digestTimes.ts';
import type { Sending } from '../rules/digestTimes.ts';
import { openScheduledRun } from '../store/digestOpening.ts';
import { getDocument } from '../store/documentReads.ts';
import { digestScheduleId } from '../workflows/contract.ts';
import type { DigestTickInput, NoDigest } from '../workflows/contract.ts';
import { UnknownFleetError } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { isGoneEverywhere } from './goneFleet.ts';

/** A run to be made, or why there is none. */
export type OpenedDigest =
  /** `periodEnd`: the last date of its period, which names its workflow; behind it its kind, where another kind's ends there too. */
  | { readonly kind: 'run'; readonly runId: string; readonly periodEnd: string }
  | { readonly kind: 'none'; readonly reason: NoDigest };

const FLEET_GONE =
  'no digest is sent: its fleet is not configured any more; add it back, or delete the schedule in Temporal';

/** The activity that says whether a digest is due, and opens its run. */
export function createDigestOpening({ fleets, db, log, now }: ActivityDependencies) {
  /** The sending that a tick is for: its own, or the newest one, when it waited so long that another one is due. */
  function sendingFor(digest: Digest, scheduledFor: Date): Sending | 'superseded' | 'too_late' {
    if (!isSendingTime(digest, scheduledFor)) return 'superseded';
    const at = new Date(Math.max(now().getTime(), scheduledFor.getTime()));
    const sending = lastSending(digest, at);
    if (!sending) return 'superseded';
    return at.getTime() - sending.at.getTime() > catchUpMillis(digest) ? 'too_late' : sending;
  }

  async function open(input: DigestTickInput, scheduledFor: Date): Promise<OpenedDigest> {
    const none = (reason: NoDigest): OpenedDigest => ({ kind: 'none', reason });
    // Its schedule stays in Temporal, for nobody follows the documents of a fleet that is gone. When it is back all is as it was.
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
      ...{ fleetId: input.fleet, digestId: input.digest, periodTo: dates.to },
      ...{ version: document.publishedVersion, period: sending.period },
      ...{ document: document.published, at: now() },
    });
    const isOver = run.state === 'done' || run.state === 'failed';
    const periodEnd = run.origin === 'rescheduled' ? `${dates.to}:${kind}` : dates.to;
    return isOver ? none('done') : { kind: 'run', runId: run.id, periodEnd };
  }

  function tellNone(none: DigestTickInput & { readonly scheduledFor: string; readonly reason: NoDigest }) {
    if (none.reason === 'fleet_gone') log.warn({ ...none, schedule: digestScheduleId(none) }, FLEET_GONE);
    else log.info(none, 'no digest is sent');
  }

  return {
    /**
     * Opens the run of the digest that is due at an instant, once a period.
     * @param input.scheduledFor ISO 8601: when its schedule meant it to be
     * @throws UnknownFleetError (worth a retry) while another worker may know the fleet
     */
    async openDigestRun(input: DigestTickInput & { readonly scheduledFor: string }): Promise<OpenedDigest> {
      const { fleet, digest, scheduledFor } = input;
      const opened = await open({ fleet, digest }, new Date(scheduledFor));
      if (opened.kind === 'none') tellNone({ fleet, digest, scheduledFor, reason: opened.reason });
      return opened;
    },
  };
}
