import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { LOCALES, useLanguage, useSay } from '../../language/index.ts';
import { DriverName, Loaded, Section, SeverityBadge, When, useRuleName } from '../../layout/index.ts';
import { AlertLink } from '../../navigation/index.ts';
import type { WholeIncident } from './answers.ts';
import classes from './incidents.module.css';

/** Shows the incident's driver, with a button that calls the driver. */
export function Driver({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const { name, phone, vehicle, license_plate: plate } = incident.driver;
  return (
    <Section title={say('incidents.driver')}>
      <p className={classes['nextNames']}>
        <DriverName id={incident.driver_id} name={name} />
      </p>
      <dl className={classes['facts']}>
        <Fact label={say('incidents.vehicle')} value={vehicle} />
        <Fact label={say('incidents.plate')} value={plate} />
        <Fact label={say('incidents.assignee')} value={incident.assignee ?? say('incidents.nobody')} />
      </dl>
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
            <dl className={classes['facts']}>
              <Fact
                label={say('incidents.maxSpeed')}
                value={number(trip.max_speed_kmph, (count) => say('incidents.kmh', { count }))}
              />
              <Fact
                label={say('incidents.score')}
                value={number(trip.score, (count) => count.toLocaleString(LOCALES[language]))}
              />
              <Fact
                label={say('incidents.length')}
                value={[
                  number(trip.distance_km, (count) => say('incidents.distance', { count })),
                  number(trip.duration_seconds, (count) =>
                    say('incidents.duration', { count: Math.round(count / 60) }),
                  ),
                ]
                  .filter(Boolean)
                  .join(', ')}
              />
              <Fact
                label={say('incidents.ended')}
                value={incident.trip_ended_at !== undefined && <When at={incident.trip_ended_at} />}
              />
            </dl>
            {incident.late && <Text size="sm">{say('incidents.lateTrip')}</Text>}
            {incident.trip_clock !== undefined && (
              <Text size="sm">{say(`incidents.clock_${incident.trip_clock}`)}</Text>
            )}
            <p className={classes['subhead']}>{say('incidents.alerts')}</p>
            <ul className={classes['plain']}>
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
            <ul className={classes['trips']}>
              {others.map((trip) => (
                <li key={trip.trip_id}>
                  <When at={trip.end_time ?? trip.first_received_at} />
                  <span>
                    {number(trip.distance_km, (count) => say('incidents.distance', { count })) ?? '–'}
                  </span>
                  <span>
                    {say('incidents.score')}{' '}
                    {number(trip.score, (count) => count.toLocaleString(LOCALES[language])) ?? '–'}
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: ReactNode }): ReactNode {
  if (value === undefined || value === false || value === '') return undefined;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function number(value: number | null | undefined, words: (count: number) => string): string | undefined {
  return value === null || value === undefined ? undefined : words(Math.round(value * 10) / 10);
}
