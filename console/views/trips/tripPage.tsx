import { Flex, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useLanguage } from '../../language/index.ts';
import {
  BackLink,
  Columns,
  Facts,
  Loaded,
  Notice,
  PageHeader,
  Section,
  When,
  useTimes,
} from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import { Decisions } from './decisions.tsx';
import { figuresOf } from './figures.ts';
import { Messages } from './messages.tsx';
import { Replay } from './replay.tsx';
import { TripState } from './tripState.tsx';
import type { WholeTrip } from './wholeTrip.ts';
import { TripWay } from './way/index.ts';

/** Shows one trip: its path, every rule's decision with its trace, and the messages. */
export function TripPage(): ReactNode {
  const params: { driver_id?: string; trip_id?: string } = useParams({ strict: false });
  const { driver_id: driverId = '', trip_id: tripId = '' } = params;
  const { id: fleet } = useFleet();
  const { language } = useLanguage();
  const query = useQuery(
    read('/api/v1/fleets/{fleet}/trips/{driver_id}/{trip_id}', {
      params: { path: { fleet, driver_id: driverId, trip_id: tripId }, query: { language } },
    }),
  );
  return (
    <Loaded query={query} rows={8}>
      {(trip) => <Shown trip={trip} />}
    </Loaded>
  );
}

function Shown({ trip }: { readonly trip: WholeTrip }): ReactNode {
  const { say, language } = useLanguage();
  const { mayAdminister, groups } = useFleet();
  const times = useTimes();
  const { driver_id: driverId, trip_id: tripId } = trip;
  const ended =
    trip.clock_ahead_seconds === undefined
      ? (trip.end_time ?? trip.first_received_at)
      : trip.first_received_at;
  const name =
    trip.driver_name === undefined ? say('words.unknownDriver', { id: driverId }) : trip.driver_name;
  return (
    <>
      <BackLink to={['trips']}>{say('trips.back')}</BackLink>
      <PageHeader
        title={`${say('trips.trip', { name })}, ${times.dateTime(ended)}`}
        lead={
          <Group gap={10}>
            <TripState state={trip.state} />
            <span>
              {driverId} · {say('trips.id', { id: tripId })}
              {trip.reason === undefined ? '' : ` · ${trip.reason}`}
            </span>
          </Group>
        }
        actions={mayAdminister && <Replay driverId={driverId} tripId={tripId} />}
      />
      {trip.clock_note !== undefined && <Notice tone="warning">{trip.clock_note}</Notice>}
      <Columns
        aside={
          <>
            <Section title={say('trips.figures')}>
              <Facts
                items={[
                  ...figuresOf(trip, { say, language }).map(({ label, value }) => [label, value] as const),
                  instant(say('trips.started'), trip.start_time),
                  instant(say('trips.ended'), trip.end_time),
                  instant(say('trips.received'), trip.first_received_at),
                  instant(say('trips.evaluated'), trip.decided_at),
                ]}
              />
            </Section>
            <Messages trip={trip} />
            <Revisions trip={trip} />
            <Group gap="sm">
              {groups === undefined && (
                <FleetLink to={['why']} search={{ driver: driverId, day: times.dateOf(new Date(ended)) }}>
                  {say('trips.why')}
                </FleetLink>
              )}
              <FleetLink to={['trips']} search={{ driver: driverId }}>
                {say('trips.title')}: {name}
              </FleetLink>
            </Group>
          </>
        }
      >
        <TripWay driverId={driverId} tripId={tripId} />
        <Decisions trip={trip} />
      </Columns>
    </>
  );
}

function instant(label: string, at: string | undefined): readonly [string, ReactNode] {
  return [label, at === undefined || Number.isNaN(Date.parse(at)) ? undefined : <When key={label} at={at} />];
}

/** Lists every evaluation of the trip, newest first. Data that arrives later causes another evaluation. */
function Revisions({ trip: { revisions } }: { readonly trip: WholeTrip }): ReactNode {
  const { say } = useLanguage();
  if (revisions.length < 2) return undefined;
  return (
    <Section title={say('trips.revisions')}>
      <Flex component="ul" direction="column" gap={8}>
        {revisions.map(({ revision, decided_at: at, matched }) => (
          <li key={revision}>
            {say('trips.revision', { number: revision })}, <When at={at} />:{' '}
            {matched.length === 0
              ? say('trips.nothingMatched')
              : say('trips.matched', { rules: matched.join(', ') })}
          </li>
        ))}
      </Flex>
    </Section>
  );
}
