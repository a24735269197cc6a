import { Button, Flex, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import type { components } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Loaded, Section, useTimes } from '../../../layout/index.ts';
import { speedAt, wayOf } from '../model/index.ts';
import type { EventMark } from '../model/index.ts';
import { Legend, PathPicture, SpeedPicture, eventName } from './pictures.tsx';
import type { OnTimeAxis } from './pictures.tsx';
import classes from './way.module.css';

/** Shows a trip's path and speeds on one time axis. A marker moves along both, by pointer or by keyboard. */
export function TripWay(props: {
  readonly driverId: string;
  readonly tripId: string;
  /** Whether the drawing is part of a section, so that it needs no heading of its own. */
  readonly isWithin?: boolean;
}): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const query = useQuery(
    read('/api/v1/fleets/{fleet}/trips/{driver_id}/{trip_id}/path', {
      params: { path: { fleet, driver_id: props.driverId, trip_id: props.tripId } },
    }),
  );
  const drawn = (
    <Loaded query={query} rows={6}>
      {(path) => <Drawn path={path} />}
    </Loaded>
  );
  return props.isWithin ? drawn : <Section title={say('trips.way')}>{drawn}</Section>;
}

function Drawn({ path }: { readonly path: components['schemas']['TripPath'] }): ReactNode {
  const say = useSay();
  const way = useMemo(() => wayOf(path), [path]);
  const [chosen, setMillis] = useState<number>();
  const millis = chosen ?? way.events.find((event) => event.millis !== undefined)?.millis ?? way.span?.from;
  return (
    <Stack gap={14}>
      {path.positions === 'shown' ? (
        <div>
          <PathPicture way={way} millis={millis} />
          <Legend />
        </div>
      ) : (
        <Text c="dimmed">{say(`trips.positions_${path.positions}`)}</Text>
      )}
      <div>
        {way.speeds.length > 1 && way.span ? (
          <SpeedPicture way={way} span={way.span} millis={millis} onMove={setMillis} />
        ) : (
          <Text c="dimmed">{say('trips.noSpeeds')}</Text>
        )}
        {way.span && millis !== undefined && (
          <Marker way={way} span={way.span} millis={millis} onMove={setMillis} />
        )}
      </div>
    </Stack>
  );
}

/** Moves the marker by keyboard, and shows the time and speed there. */
function Marker({ way, span, millis = span.from, onMove }: OnTimeAxis): ReactNode {
  const say = useSay();
  const times = useTimes();
  const kmph = speedAt(way, millis);
  const time = times.timeWithSeconds(new Date(millis).toISOString());
  const words =
    kmph === undefined
      ? say('trips.atUnknown', { time })
      : say('trips.at', { time, speed: Math.round(kmph) });
  return (
    <>
      <input
        type="range"
        className={classes['range']}
        aria-label={say('trips.marker')}
        aria-valuetext={words}
        min={span.from}
        max={span.to}
        step={1_000}
        value={millis}
        onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
      />
      <p>{words}</p>
      <Flex component="ul" wrap="wrap" gap="xs" mt="xs">
        {way.events.map((event, at) => (
          <li key={at}>
            <EventButton event={event} onMove={onMove} />
          </li>
        ))}
      </Flex>
    </>
  );
}

function EventButton({
  event: { type, millis },
  onMove,
}: {
  readonly event: EventMark;
  readonly onMove: (millis: number) => void;
}): ReactNode {
  const say = useSay();
  const times = useTimes();
  const event = eventName(type, say);
  if (millis === undefined) return event;
  const time = times.timeWithSeconds(new Date(millis).toISOString());
  return (
    <Button
      variant="default"
      size="compact-sm"
      radius="xl"
      fw={400}
      h="auto"
      styles={{ label: { whiteSpace: 'normal' } }}
      onClick={() => onMove(millis)}
    >
      {say('trips.eventAt', { event, time })}
    </Button>
  );
}
