import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import type { components } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import type { Say, TextKey } from '../../../language/index.ts';
import { Loaded, Section, useTimes } from '../../../layout/index.ts';
import { BOX, speedAt, spotAt, wayOf } from '../model/index.ts';
import type { EventMark, Way } from '../model/index.ts';
import classes from './way.module.css';

/** Where a trip went and how fast, on one time axis: a marker moves along both, by pointer or by keyboard. */
export function TripWay(props: {
  readonly driverId: string;
  readonly tripId: string;
  /** Without a heading of its own: it stands within a section. */
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
    <div className={classes['way']}>
      {path.positions === 'shown' ? (
        <PathPicture way={way} millis={millis} />
      ) : (
        <p className={classes['noWay']}>{say(`trips.positions_${path.positions}`)}</p>
      )}
      <div className={classes['speeds']}>
        {way.speeds.length > 1 && way.span ? (
          <SpeedPicture way={way} span={way.span} millis={millis} onMove={setMillis} />
        ) : (
          <p className={classes['noWay']}>{say('trips.noSpeeds')}</p>
        )}
        {way.span && millis !== undefined && (
          <Marker way={way} span={way.span} millis={millis} onMove={setMillis} />
        )}
      </div>
    </div>
  );
}

/** The path, north up, with the events on it; its beginning is a ring and its end a square. */
function PathPicture({ way, millis }: { readonly way: Way; readonly millis: number | undefined }): ReactNode {
  const say = useSay();
  const { spots, events } = way;
  const placed = events.filter(({ spot }) => spot !== undefined);
  const marker = millis === undefined ? undefined : spotAt(way, millis);
  const [first, last] = [spots[0]!, spots.at(-1)!];
  return (
    <svg
      className={classes['path']}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={say('trips.pathAlt', { count: placed.length })}
    >
      <polyline className={classes['line']} points={pointsOf(spots)} />
      <rect className={classes['end']} x={last.x - 5} y={last.y - 5} width="10" height="10" />
      <circle className={classes['start']} cx={first.x} cy={first.y} r="6" />
      {placed.map(({ type, spot }, at) => (
        <circle key={at} className={classes['event']} cx={spot!.x} cy={spot!.y} r="5">
          <title>{eventName(type, say)}</title>
        </circle>
      ))}
      {marker && <circle className={classes['marker']} cx={marker.x} cy={marker.y} r="8" />}
    </svg>
  );
}

const CHART = { width: 800, height: 190, left: 34, bottom: 20, top: 12 } as const;

interface OnTimeAxis {
  readonly way: Way;
  readonly span: NonNullable<Way['span']>;
  readonly millis: number | undefined;
  readonly onMove: (millis: number) => void;
}

/** Speed over time, with the events as ticks. */
function SpeedPicture({ way, span, millis, onMove }: OnTimeAxis): ReactNode {
  const say = useSay();
  const times = useTimes();
  const top = Math.max(20, Math.ceil(way.topKmph / 20) * 20);
  const length = Math.max(1, span.to - span.from);
  const x = (at: number): number => CHART.left + ((at - span.from) / length) * (CHART.width - CHART.left - 8);
  const y = (kmph: number): number =>
    CHART.height - CHART.bottom - (kmph / top) * (CHART.height - CHART.bottom - CHART.top);
  const from = times.time(new Date(span.from).toISOString());
  const to = times.time(new Date(span.to).toISOString());
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * CHART.width;
    const share = (at - CHART.left) / (CHART.width - CHART.left - 8);
    onMove(Math.round(span.from + Math.min(1, Math.max(0, share)) * length));
  };
  return (
    <svg
      className={classes['chart']}
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      role="img"
      aria-label={say('trips.speedAlt', { from, to, top: Math.round(way.topKmph) })}
      onPointerMove={move}
      onPointerDown={move}
    >
      {[0, top / 2, top].map((kmph) => (
        <g key={kmph}>
          <line className={classes['grid']} x1={CHART.left} x2={CHART.width - 8} y1={y(kmph)} y2={y(kmph)} />
          <text className={classes['axis']} x={CHART.left - 6} y={y(kmph) + 4} textAnchor="end">
            {kmph}
          </text>
        </g>
      ))}
      <text className={classes['axis']} x={CHART.left} y={CHART.height - 4}>
        {from}
      </text>
      <text className={classes['axis']} x={CHART.width - 8} y={CHART.height - 4} textAnchor="end">
        {to}
      </text>
      <polyline
        className={classes['line']}
        points={pointsOf(way.speeds.map((sample) => ({ x: x(sample.millis), y: y(sample.kmph) })))}
      />
      {way.events.map(
        ({ type, millis: at }, index) =>
          at !== undefined && (
            <g key={index}>
              <line className={classes['tick']} x1={x(at)} x2={x(at)} y1={CHART.top} y2={y(0)} />
              <circle className={classes['event']} cx={x(at)} cy={CHART.top} r="4.5">
                <title>{eventName(type, say)}</title>
              </circle>
            </g>
          ),
      )}
      {millis !== undefined && (
        <line className={classes['now']} x1={x(millis)} x2={x(millis)} y1={CHART.top} y2={y(0)} />
      )}
    </svg>
  );
}

/** Moves the marker by keyboard, and says what is there. */
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
      <p className={classes['reading']}>{words}</p>
      <ul className={classes['events']}>
        {way.events.map((event, at) => (
          <li key={at}>
            <EventButton event={event} onMove={onMove} />
          </li>
        ))}
      </ul>
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
    <button type="button" className={classes['eventButton']} onClick={() => onMove(millis)}>
      {say('trips.eventAt', { event, time })}
    </button>
  );
}

/** An event's name in words; of an unknown type the name that the service sent. */
function eventName(type: string, say: Say): string {
  const key = `facts.events_${type}`;
  const words = say(key as TextKey, { count: 1 });
  return words === key ? say('facts.eventsOfName', { count: 1, type }) : words;
}

function pointsOf(spots: readonly { readonly x: number; readonly y: number }[]): string {
  return spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
