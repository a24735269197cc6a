import { startAnalyticsStandIn, tripAt } from '../../support/stand-ins/analytics.ts';
import { JournalReader, openJournal } from '../journal.ts';
import { DELETION } from '../oracle.ts';
import { GROUPS, driversOf, groupsOf, serviceTrip, tripsOfDriver } from '../world.ts';
import { fateIn, openAttempts } from './attempts.ts';
import { followModes, httpFaultIn } from './mode.ts';

/**
 * The analytics service as a separate process. `PORT`, `SEED`, `TRIPS`, `STARTED_AT` and `API_KEY` configure it. It records
 * deleted trips in `JOURNAL` and requests to delete trips in `ATTEMPTS`, each before the request is answered.
 */
const world = { seed: Number(process.env['SEED']), trips: Number(process.env['TRIPS']) };
const startedAt = new Date(process.env['STARTED_AT']!);
const deleted = new Set<string>();
const journal = openJournal(process.env['JOURNAL']!);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followModes(`analytics ${world.seed}`);
/** Number of early reads of each trip. */
const askedTooEarly = new Map<string, number>();

/** A deletion in the journal. */
interface DeletionEntry {
  readonly receiver: string;
  readonly driver: string;
  readonly trip: string;
  /** Whether the trip existed until then. Further requests to delete it are recorded as well. */
  readonly wasThere: boolean;
}

new JournalReader(process.env['JOURNAL']!).read((entry) => {
  const { driver, trip } = entry as DeletionEntry;
  deleted.add(tripAt(driver, trip));
});

const service = await startAnalyticsStandIn({
  apiKey: process.env['API_KEY']!,
  port: Number(process.env['PORT']),
  faultOf(method, path) {
    service.calls.length = 0;
    const mode = moods.next();
    if (method === 'DELETE')
      attempts.note({ receiver: DELETION, text: decodeURIComponent(path), fate: fateIn(mode) });
    return httpFaultIn(mode, moods);
  },
  tripOf(driver, tripId, method) {
    const trip = tripsOfDriver(world, driver).find((each) => each.tripId === tripId);
    if (!trip) return undefined;
    const key = tripAt(driver, tripId);
    if (method === 'DELETE') {
      const wasThere = !deleted.has(key);
      journal.write({ receiver: DELETION, driver, trip: tripId, wasThere } satisfies DeletionEntry);
      deleted.add(key);
      return wasThere ? serviceTrip(trip, startedAt) : undefined;
    }
    const early = askedTooEarly.get(key) ?? 0;
    askedTooEarly.set(key, early + 1);
    return deleted.has(key) || early < trip.unreadable ? undefined : serviceTrip(trip, startedAt);
  },
});
for (const group of GROUPS)
  service.groups.set(
    group,
    driversOf(world).filter((driver) => groupsOf(driver).includes(group)),
  );
process.stdout.write('ready\n');
