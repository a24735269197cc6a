import type { ReactNode } from 'react';
import type { components } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { DriverName, PageHeader, When } from '../../layout/index.ts';
import { List, Row, useDays } from '../../lists/index.ts';
import { FleetLink, useFilters } from '../../navigation/index.ts';
import { figuresOf } from './figures.ts';
import { TripState } from './tripState.tsx';

type Trip = components['schemas']['Trip'];

const STATES = ['waiting', 'decided', 'parked', 'deleted', 'gone'] as const;

/** Lists all trips, newest first, with filters by driver, state, clock and day. */
export function Trips(): ReactNode {
  const { say, language } = useLanguage();
  const [limits] = useFilters(['from', 'to']);
  const days = useDays(limits);
  // The API orders the list by the trips' ends if a day limits it, otherwise by the time of receipt.
  const isByEnd = days.from !== undefined || days.to !== undefined;
  return (
    <>
      <PageHeader title={say('trips.title')} lead={say(isByEnd ? 'trips.leadByEnd' : 'trips.lead')} />
      <List
        path="/api/v1/fleets/{fleet}/trips"
        label={say('trips.title')}
        query={{ limit: 50 }}
        filters={[
          'driver',
          {
            name: 'state',
            label: say('words.state'),
            options: STATES.map((value) => ({ value, label: say(`trips.state_${value}`) })),
          },
          {
            name: 'clock',
            label: say('trips.clock'),
            options: [{ value: 'ahead', label: say('trips.clock_ahead') }],
          },
          'days',
        ]}
        empty={{ icon: 'trips', title: say('trips.none'), help: say('trips.noneHelp') }}
        row={(trip) => (
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
      />
    </>
  );
}

/** Shows when a trip was received and when it ended. The time by which the list is ordered is the first. */
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
