import { FigureBodies, Spelling, TripBodies } from './api/index.ts';
import type { World } from './api/index.ts';
import {
  Notifier,
  DOCUMENTED_SCHEDULE,
  Driving,
  OwnDays,
  STREAK_ROOM_MS,
  Showcase,
  WebhookSender,
} from './control/index.ts';
import { FaultSwitches } from './faults/index.ts';
import type { SimulatorOptions } from './options.ts';
import { DrawnReadings, FleetDesk, Journal, Readings, TripBook } from './trips/index.ts';
import type { DayPlanner } from './trips/index.ts';
import { DAY_MS, DEFAULT_QUIRKS, Fleet, LocalTime, SimulatedClock, utcDay } from './world/index.ts';

/** Connected parts of the simulator. */
export interface Parts extends World {
  readonly faults: FaultSwitches;
  readonly webhooks: WebhookSender;
  readonly notifier: Notifier;
  readonly driving: Driving;
  /** Starts the trips and notifications that the options request. */
  startTraffic(): void;
  stopTraffic(): void;
}

const DEFAULT_GROUPS = ['north', 'south', 'harbour', 'express'];
const DEFAULT_HISTORY_DAYS = 21;
const MINUTE_MS = 60_000;

/** Creates the parts from the options, without starting them. @throws RangeError for invalid numbers */
export function assemble(options: SimulatorOptions): Parts {
  const startMs = startOf(options.startAt);
  const { seed, log = () => undefined, tripsPerMinute } = options;
  if (tripsPerMinute !== undefined && !(tripsPerMinute > 0))
    throw new RangeError(`tripsPerMinute ${tripsPerMinute} is not a number above 0: leave it out for none.`);
  const { firstTripWithinSeconds = 3 } = options;
  const quirks = { ...DEFAULT_QUIRKS, ...options.quirks };
  const clock = new SimulatedClock({ startAtMs: startMs, speed: options.speed ?? 1 });
  const localTime = new LocalTime(options.timezone ?? 'Europe/Berlin');
  const fleet = new Fleet({
    seed,
    drivers: options.drivers,
    groups: options.groups ?? DEFAULT_GROUPS,
    quirks,
  });
  const startDay = localTime.dayOf(startMs);
  const planner: DayPlanner = { seed, fleet, quirks, localTime, startDay };
  const showcase = tripsPerMinute !== undefined && options.autoDrive !== false;
  const ownDays = tripsPerMinute === undefined && options.autoDrive === true;
  const planEndsMs = (index: number): number =>
    ownDays ? Infinity : showcase && index === 1 ? startMs - STREAK_ROOM_MS : startMs;
  const firstDay = startDay - (options.historyDays ?? DEFAULT_HISTORY_DAYS);
  const kept = options.journalFile
    ? Journal.open(options.journalFile, { dropBeforeMs: localTime.moment(firstDay, 0) })
    : undefined;
  const book = new TripBook({ planner, clock, firstDay, planEndsMs, journal: kept?.journal });
  if (kept) book.restore(kept.remembered);
  const readings = options.drawnFigures
    ? new DrawnReadings({ book, fleet, localTime, seed })
    : new Readings({ book, fleet, localTime });
  // Number of the data's version. If planned trips appear over time, it changes every minute, so that cached answers expire.
  const revision = (): string => `${book.revision}/${ownDays ? Math.floor(clock.now() / MINUTE_MS) : 0}`;
  const desk = new FleetDesk({ fleet, readings, revision });
  const spelling = new Spelling({ seed, quirks });
  const figureBodies = new FigureBodies({ spelling, startDay: utcDay(startMs) });
  const tripBodies = new TripBodies({ spelling, localTime });
  const webhooks = new WebhookSender({
    clock,
    timeoutMs: options.webhook?.timeoutMs ?? 10_000,
    schedule: { ...DOCUMENTED_SCHEDULE, ...options.webhook?.schedule },
    log,
    journal: kept?.journal,
  });
  webhooks.setUrl(options.webhook?.url);
  const notifier = new Notifier({ seed, clock, fleet, book, tripBodies, quirks, webhooks, log });
  const driving = new Driving({ planner, clock, book, notifier });
  const live = { clock, fleet, book, notifier, log };
  const days = ownDays ? new OwnDays(live) : undefined;
  const traffic = showcase ? new Showcase({ ...live, driving, seed, tripsPerMinute }) : undefined;
  return {
    clock,
    localTime,
    fleet,
    book,
    readings,
    desk,
    figureBodies,
    tripBodies,
    quirks,
    webhooks,
    notifier,
    driving,
    faults: new FaultSwitches({ clock, seed }),
    startTraffic() {
      // Sends notifications that were pending at the last stop with the first new trip, when the webhook's address is known.
      const unsettled = kept?.remembered.unsettled ?? [];
      clock.after(firstTripWithinSeconds * 1000 * clock.speed, () =>
        unsettled.forEach((body) => webhooks.send(body)),
      );
      days?.start();
      traffic?.start(firstTripWithinSeconds);
    },
    stopTraffic() {
      days?.stop();
      clock.stop();
    },
  };
}

function startOf(startAt: Date | string | undefined): number {
  const ms = startAt === undefined ? Date.now() : new Date(startAt).getTime();
  if (Number.isNaN(ms) || Math.abs(ms) > 100_000 * DAY_MS)
    throw new RangeError('startAt is not an ISO 8601 time: write one such as 2026-05-04T08:00:00Z.');
  return ms;
}
