import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Facts, Loaded, Section, When } from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import { TripWay } from '../trips/way/index.ts';
import type { WholeIncident } from './answers.ts';

/** Shows where the incident happened, the speed before and after, and the path. The incident's messages show the same. */
export function Place({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const { id, driver_id, trip_id } = incident;
  const place = useQuery(
    read('/api/v1/fleets/{fleet}/incidents/{id}/place', { params: { path: { fleet, id } } }),
  );
  return (
    <Section
      title={say('incidents.where')}
      aside={<FleetLink to={['trips', driver_id, trip_id]}>{say('incidents.toTrip')}</FleetLink>}
    >
      <Loaded query={place}>
        {({ latitude, longitude, address, map_link: link, at, ...speeds }) => {
          const speed = (kmph: number | undefined): string | undefined =>
            kmph === undefined ? undefined : say('incidents.kmh', { count: Math.round(kmph) });
          const rows: readonly (readonly [string, ReactNode])[] = [
            [say('incidents.address'), address],
            [
              say('incidents.position'),
              address === undefined && latitude !== undefined && longitude !== undefined
                ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
                : undefined,
            ],
            [say('incidents.happened'), at === undefined ? undefined : <When key="at" at={at} />],
            [say('incidents.before'), speed(speeds.speed_before_kmph)],
            [say('incidents.after'), speed(speeds.speed_after_kmph)],
          ];
          const known = rows.filter(([, value]) => value !== undefined);
          if (known.length === 0) return <Text size="sm">{say('incidents.noPlace')}</Text>;
          return (
            <>
              <Facts items={known} />
              {link !== undefined && (
                <Text size="sm" mt={10} mb="sm">
                  <a href={link} target="_blank" rel="noreferrer noopener">
                    {say('incidents.openMap')}
                  </a>
                </Text>
              )}
            </>
          );
        }}
      </Loaded>
      <TripWay driverId={driver_id} tripId={trip_id} isWithin />
    </Section>
  );
}
