import { Button, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { LOCALES, useLanguage, useSay } from '../../language/index.ts';
import { DriverName, Facts, Loaded, Section, SeverityBadge, When, useRuleName } from '../../layout/index.ts';
import { AlertLink } from '../../navigation/index.ts';
import type { WholeIncident } from './answers.ts';

/** Shows the incident's driver, with a button that calls the driver. */
export function Driver({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const { name, phone, vehicle, license_plate: plate } = incident.driver;
  return (
    <Section title={say('incidents.driver')}>
      <Text fw={600} mb={2}>
        <DriverName id={incident.driver_id} name={name} />
      </Text>
      <Facts
        items={[
          [say('incidents.vehicle'), vehicle],
          [say('incidents.plate'), plate],
          [say('incidents.assignee'), incident.assignee ?? say('incidents.nobody')],
        ]}
      />
      {phone !== undefined && (
        <Button component="a" href={`tel:${phone.replace(/[^+\d]/g, '')}`} variant="light" fullWidth mt="sm">
          {say('incidents.call', { phone })}
        </Button>
      )}
    </Section>
  );
}

/** Shows the trip that opened the incident, and what the rules found in it. */
export function TripFacts({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const { say, language } = useLanguage();
  const nameOf = useRuleName();
  const { id: fleet } = useFleet();
  const { driver_id: driverId, trip_id: tripId } = incident;
  const query = useQuery(
    read('/api/v1/fleets/{fleet}/trips/{driver_id}/{trip_id}', {
      params: { path: { fleet, driver_id: driverId, trip_id: tripId }, query: { language } },
    }),
  );
  return (
    <Section title={say('incidents.facts')}>
      <Loaded query={query}>
        {(trip) => (
          <>
            {sentencesOf(trip, incident).map((sentence) => (
              <Text key={sentence} size="sm" mb="xs">
                {sentence}
              </Text>
            ))}
            <Facts
              items={[
                [
                  say('incidents.maxSpeed'),
                  number(trip.max_speed_kmph, (count) => say('incidents.kmh', { count })),
                ],
                [
                  say('incidents.score'),
                  number(trip.score, (count) => count.toLocaleString(LOCALES[language])),
                ],
                [
                  say('incidents.length'),
                  [
                    number(trip.distance_km, (count) => say('incidents.distance', { count })),
                    number(trip.duration_seconds, (count) =>
                      say('incidents.duration', { count: Math.round(count / 60) }),
                    ),
                  ]
                    .filter(Boolean)
                    .join(', '),
                ],
                [
                  say('incidents.ended'),
                  incident.trip_ended_at !== undefined && <When key="ended" at={incident.trip_ended_at} />,
                ],
              ]}
            />
            {incident.late && <Text size="sm">{say('incidents.lateTrip')}</Text>}
            {incident.trip_clock !== undefined && (
              <Text size="sm">{say(`incidents.clock_${incident.trip_clock}`)}</Text>
            )}
            <Title order={3} mt={14} mb={6}>
              {say('incidents.alerts')}
            </Title>
            <ul>
              {incident.alerts.map((alert) => (
                <li key={alert.alert_id}>
                  <SeverityBadge severity={alert.severity} />{' '}
                  <AlertLink alert={alert}>{nameOf(alert.rule)}</AlertLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Returns the sentences of the rules that raised the incident's alerts. */
function sentencesOf(trip: object, { alerts }: WholeIncident): readonly string[] {
  const { decision } = trip as {
    readonly decision?: {
      readonly rules?: readonly { readonly rule: string; readonly sentence?: string }[];
    } | null;
  };
  const rules = new Set(alerts.map(({ rule }) => rule));
  return (decision?.rules ?? []).flatMap(({ rule, sentence }) =>
    rules.has(rule) && sentence !== undefined ? [sentence] : [],
  );
}

const SHOWN = 6;

/** Shows the driver's other recent trips for comparison. */
export function LastTrips({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const { say, language } = useLanguage();
  const { id: fleet } = useFleet();
  const query = useQuery(
    read('/api/v1/fleets/{fleet}/trips', {
      params: { path: { fleet }, query: { driver_id: incident.driver_id, limit: SHOWN } },
    }),
  );
  return (
    <Section title={say('incidents.lastTrips')}>
      <Loaded query={query}>
        {({ items }) => {
          const others = items.filter(({ trip_id: id }) => id !== incident.trip_id);
          if (others.length === 0) return <Text size="sm">{say('incidents.lastTripsNone')}</Text>;
          return (
            <Table horizontalSpacing={0} layout="auto" tabularNums>
              <Table.Tbody>
                {others.map((trip) => (
                  <Table.Tr key={trip.trip_id}>
                    <Table.Td>
                      <When at={trip.end_time ?? trip.first_received_at} />
                    </Table.Td>
                    <Table.Td c="dimmed" ta="right">
                      {number(trip.distance_km, (count) => say('incidents.distance', { count })) ?? '–'}
                    </Table.Td>
                    <Table.Td c="dimmed" ta="right">
                      {say('incidents.score')}{' '}
                      {number(trip.score, (count) => count.toLocaleString(LOCALES[language])) ?? '–'}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          );
        }}
      </Loaded>
    </Section>
  );
}

function number(value: number | null | undefined, words: (count: number) => string): string | undefined {
  return value === null || value === undefined ? undefined : words(Math.round(value * 10) / 10);
}
