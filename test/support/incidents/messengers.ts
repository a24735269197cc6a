import { pino } from 'pino';
import { createBreakers, createFleetAlarms } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies, FleetConnections } from '../../../activities/dependencies/index.ts';
import { createMessengers, createRefreshers } from '../../../activities/dispatch/index.ts';
import { listAlarms } from '../../../store/alarms/index.ts';
import { createLedger, getDelivery } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import type { Db } from '../../../store/db/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { sendActivity } from '../../../workflows/contracts/index.ts';
import { happens, incidentInStore } from './inStore.ts';

/** How one attempt ended: with a state, or with an error after which it is retried. */
export interface Attempt {
  readonly ended: string;
  /** The pause before the next attempt, in milliseconds; undefined: the profile's. */
  readonly pauseMs: number | undefined;
}

/** A fleet with one incident whose messages are sent by the real activities, on a clock that a test moves. */
export interface MessengersInTest {
  readonly fleet: string;
  readonly incident: Incident;
  /** Plans a note, which waits for no one, or a page, which wakes someone. @returns its delivery's id */
  plan(kind: 'incident_note' | 'incident_page', to: Receiver): Promise<string>;
  /** One attempt at a delivery, and then the clock at the time of the next. */
  attempt(id: string): Promise<Attempt>;
  /** Attempts until one is not retried, or so many were made. */
  attempts(id: string, most: number): Promise<Attempt[]>;
  /** Brings what was sent of the incident up to date, as its activity does. @returns how many messages were changed */
  refresh(): Promise<number>;
  pass(ms: number): void;
  now(): Date;
  delivery(id: string): Promise<Delivery | undefined>;
  /** `slack_refused`, or with its subject: `webhook_refused host`. */
  openAlarms(): Promise<string[]>;
}

interface Receiver {
  readonly action: 'slack' | 'email' | 'webhook';
  readonly receiver: string;
}

/** Makes them; without a pause of its own an attempt is retried after `profileMs`. */
export async function messengersInTest(
  db: Db,
  parts: {
    readonly fleet: string;
    readonly channels: Partial<ActivityDependencies['channels']>;
    readonly connections?: Partial<FleetConnections>;
    readonly profileMs?: number;
  },
): Promise<MessengersInTest> {
  const { fleet, channels, connections, profileMs = 60_000 } = parts;
  const incident = await incidentInStore(db, fleet);
  const log = pino({ level: 'silent' });
  let aheadMs = 0;
  let step = 0;
  const now = (): Date => new Date(Date.now() + aheadMs);
  const breakers = createBreakers({ log, nowMs: () => now().getTime() });
  const deps = {
    fleets: new Map([[fleet, { id: fleet, name: 'North', timezone: 'Europe/Berlin', ...connections }]]),
    db,
    ledger: createLedger(db),
    log,
    now,
    breakers,
    repeatAfterMs: 1_000,
    alarms: createFleetAlarms({ db, log, now }),
    channels: channels as never,
    publicUrl: 'https://tripline.example',
  } as Partial<ActivityDependencies> as ActivityDependencies;
  const messengers = createMessengers(deps);
  const refreshers = createRefreshers(deps);
  const delivery = (id: string) => getDelivery(db, { fleetId: fleet, id });
  async function attempt(id: string): Promise<Attempt> {
    const action = (await delivery(id))!.action;
    try {
      return {
        ended: await messengers[sendActivity(action as Receiver['action'])]({ fleet, deliveryId: id }),
        pauseMs: undefined,
      };
    } catch (error) {
      const { type, nextRetryDelay } = error as { readonly type?: string; readonly nextRetryDelay?: number };
      if (type === undefined) throw error;
      aheadMs += nextRetryDelay ?? profileMs;
      return { ended: type, pauseMs: nextRetryDelay };
    }
  }
  return {
    fleet,
    incident,
    attempt,
    delivery,
    now,
    async plan(messageKind, to) {
      step += 1;
      const event =
        messageKind === 'incident_note'
          ? ({ kind: 'joined', who: 'ann', by: 'Ann' } as const)
          : ({ kind: 'paged', details: { round: 1, step, cause: 'time' } } as const);
      return (await happens(db, incident, { event, messageKind, to: [to] }))[0]!;
    },
    async attempts(id, most) {
      const made: Attempt[] = [];
      while (made.length < most && (await delivery(id))?.state === 'pending') made.push(await attempt(id));
      return made;
    },
    refresh: () => refreshers.refreshIncidentMessages({ fleet, incidentId: incident.id }),
    pass: (ms) => void (aheadMs += ms),
    openAlarms: async () =>
      (await listAlarms(db, { fleetId: fleet, openOnly: true }))
        .map(({ kind, subject }) => `${kind} ${subject}`.trim())
        .sort(),
  };
}
