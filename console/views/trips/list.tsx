import type { ReactNode } from 'react';
import type { components } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { DriverName, PageHeader, When } from '../../layout/index.ts';
import {
  DriverSelect,
  FilterDays,
  FilterSelect,
  Filters,
  List,
  Row,
  useDays,
  usePages,
} from '../../lists/index.ts';
import { FleetLink, useFilters } from '../../navigation/index.ts';
import { figuresOf } from './figures.ts';
import { TripState } from './tripState.tsx';

type Trip = components['schemas']['Trip'];

const STATES = ['waiting', 'decided', 'parked', 'deleted', 'gone'] as const;

/** Lists all trips, newest first, by driver, state, clock and day. */
export function Trips(): ReactNode {
  const { say, language } = useLanguage();
  const [filters, set] = useFilters(['driver', 'state', 'clock', 'from', 'to']);
  const state = STATES.find((each) => each === filters.state);
  const clock = filters.clock === 'ahead' ? filters.clock : undefined;
  const days = useDays(filters);
  // The API orders by the end as soon as a day limits the list, and by receipt otherwise.
  const isByEnd = days.from !== undefined || days.to !== undefined;
  const query = usePages('/api/v1/fleets/{fleet}/trips', {
    limit: 50,
    ...(state && { state }),
    ...(clock && { clock }),
    ...(filters.driver !== undefined && { driver_id: filters.driver }),
    ...days,
  });
  return (
    <>
      <PageHeader title={say('trips.title')} lead={say(isByEnd ? 'trips.leadByEnd' : 'trips.lead')} />
      <Filters>
        <DriverSelect value={filters.driver} set={(driver) => set({ driver })} />
        <FilterSelect
          label={say('words.state')}
          value={state}
          set={(next) => set({ state: next })}
          options={STATES.map((value) => ({ value, label: say(`trips.state_${value}`) }))}
        />
        <FilterSelect
          label={say('trips.clock')}
          value={clock}
          set={(next) => set({ clock: next })}
          options={[{ value: 'ahead', label: say('trips.clock_ahead') }]}
        />
        <FilterDays from={filters.from} to={filters.to} set={set} />
      </Filters>
      <List
        label={say('trips.title')}
        query={query}
        empty={{ icon: 'trips', title: say('trips.none'), help: say('trips.noneHelp') }}
      >
        {(trip) => (
          <Row
            key={`${trip.driver_id} ${trip.trip_id}`}
            badge={<TripState state={trip.state} />}
            title={
              <FleetLink to={['trips', trip.driver_id, trip.trip_id]}>
                <DriverName id={trip.driver_id} name={trip.driver_name} />
              </FleetLink>
            }
            lines={[
              figuresOf(trip, { say, language })
                .map(({ label, value }) => `${label} ${value}`)
                .join(' · '),
            ]}
            time={<TripTimes trip={trip} isByEnd={isByEnd} />}
          />
        )}
      </List>
    </>
  );
}

/** Shows when a trip was received and when it ended, the time that orders the list first. */
function TripTimes({ trip, isByEnd }: { readonly trip: Trip; readonly isByEnd: boolean }): ReactNode {
  const say = useSay();
  const received = (
    <div key="received">
      {say('trips.received')} <When at={trip.first_received_at} />
    </div>
  );
  const ended = trip.end_time !== undefined && (
    <div key="ended">
      {say('trips.ended')} <When at={trip.end_time} />
    </div>
  );
  return isByEnd ? [ended, received] : [received, ended];
}
