import { Flex } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { PointerEvent, ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { useTimes } from '../../../layout/index.ts';
import { BOX, spotAt } from '../model/index.ts';
import type { Way } from '../model/index.ts';
import classes from './way.module.css';

const LINE = { fill: 'none', stroke: 'var(--accent)', strokeWidth: 2.5, strokeLinejoin: 'round' } as const;
const END = { fill: 'none', stroke: 'var(--accent)', strokeWidth: 3 } as const;
const HALO = { fill: 'none', stroke: 'var(--surface)', strokeWidth: 7 } as const;
const EVENT = { fill: 'var(--critical)', stroke: 'var(--surface)', strokeWidth: 1.5 } as const;
const MARKER = { fill: 'none', stroke: 'var(--mantine-color-text)', strokeWidth: 3 } as const;
const NOW = { stroke: 'var(--mantine-color-text)', strokeWidth: 1.5 } as const;
const TICK = { stroke: 'var(--critical)', strokeDasharray: '3 3' } as const;
const AXIS = { fill: 'var(--mantine-color-dimmed)', fontSize: 13 } as const;

/** Draws the path, north up, with the events on it. */
export function PathPicture({
  way,
  millis,
}: {
  readonly way: Way;
  readonly millis: number | undefined;
}): ReactNode {
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
      <polyline {...LINE} points={pointsOf(spots)} />
      {placed.map(({ type, spot }, at) => (
        <circle key={at} {...EVENT} cx={spot!.x} cy={spot!.y} r="5">
          <title>{eventName(type, say)}</title>
        </circle>
      ))}
      <EndMarks first={first} last={last} />
      {marker && <circle {...MARKER} cx={marker.x} cy={marker.y} r="14" />}
    </svg>
  );
}

/**
 * Marks the beginning with a ring and the end with a square. Both are open and larger than an event's dot, so
 * that an event at an end is visible inside.
 * On a round trip, the ring is inside the square.
 */
function EndMarks({
  first,
  last,
}: {
  readonly first: { readonly x: number; readonly y: number };
  readonly last: { readonly x: number; readonly y: number };
}): ReactNode {
  const say = useSay();
  const square = { x: last.x - 11, y: last.y - 11, width: 22, height: 22, rx: 2 };
  const ring = { cx: first.x, cy: first.y, r: 8.5 };
  return (
    <>
      <rect {...HALO} {...square} />
      <rect {...END} {...square}>
        <title>{say('trips.mark_end')}</title>
      </rect>
      <circle {...HALO} {...ring} />
      <circle {...END} {...ring}>
        <title>{say('trips.mark_start')}</title>
      </circle>
    </>
  );
}

/** Explains the marks that are drawn on the path. */
export function Legend(): ReactNode {
  const say = useSay();
  return (
    <Flex component="ul" wrap="wrap" gap="4px 16px" mt={6} fz="xs" c="dimmed">
      {MARKS.map(({ name, look, shape }) => (
        <Flex key={name} component="li" align="center" gap={6}>
          <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
            {shape === 'square' ? (
              <rect {...look} x="2.5" y="2.5" width="15" height="15" rx="1.5" />
            ) : (
              <circle {...look} cx="10" cy="10" r={shape === 'dot' ? 5 : 7.5} />
            )}
          </svg>
          {say(`trips.mark_${name}`)}
        </Flex>
      ))}
    </Flex>
  );
}

const MARKS = [
  { name: 'start', look: END, shape: 'ring' },
  { name: 'end', look: END, shape: 'square' },
  { name: 'event', look: EVENT, shape: 'dot' },
  { name: 'now', look: MARKER, shape: 'ring' },
] as const;

const CHART = { height: 200, left: 34, right: 8, bottom: 22, top: 30 } as const;
/** Width of the drawing in pixels until it is measured. */
const USUAL_WIDTH = 600;

/** Properties of a picture over time, with the function that moves its marker. */
export interface OnTimeAxis {
  readonly way: Way;
  readonly span: NonNullable<Way['span']>;
  readonly millis: number | undefined;
  readonly onMove: (millis: number) => void;
}

/**
 * Draws speed over time, with the events as ticks. The drawing is made as wide as it is shown, so that its
 * letters keep their size.
 */
export function SpeedPicture({ way, span, millis, onMove }: OnTimeAxis): ReactNode {
  const say = useSay();
  const times = useTimes();
  const { ref, width: measured } = useElementSize();
  const width = measured || USUAL_WIDTH;
  const right = width - CHART.right;
  const top = Math.max(20, Math.ceil(way.topKmph / 20) * 20);
  const length = Math.max(1, span.to - span.from);
  const x = (at: number): number => CHART.left + ((at - span.from) / length) * (right - CHART.left);
  const y = (kmph: number): number =>
    CHART.height - CHART.bottom - (kmph / top) * (CHART.height - CHART.bottom - CHART.top);
  const from = times.time(new Date(span.from).toISOString());
  const to = times.time(new Date(span.to).toISOString());
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    const share = (at - CHART.left) / (right - CHART.left);
    onMove(Math.round(span.from + Math.min(1, Math.max(0, share)) * length));
  };
  const drawn = (
    <svg
      className={classes['chart']}
      height={CHART.height}
      viewBox={`0 0 ${width} ${CHART.height}`}
      role="img"
      aria-label={say('trips.speedAlt', { from, to, top: Math.round(way.topKmph) })}
      onPointerMove={move}
      onPointerDown={move}
    >
      {[0, top / 2, top].map((kmph) => (
        <g key={kmph}>
          <line stroke="var(--line)" x1={CHART.left} x2={right} y1={y(kmph)} y2={y(kmph)} />
          <text {...AXIS} x={CHART.left - 6} y={y(kmph) + 4} textAnchor="end">
            {kmph}
          </text>
        </g>
      ))}
      <text {...AXIS} x={0} y={11}>
        {say('trips.speedUnit')}
      </text>
      <text {...AXIS} x={CHART.left} y={CHART.height - 4}>
        {from}
      </text>
      <text {...AXIS} x={right} y={CHART.height - 4} textAnchor="end">
        {to}
      </text>
      <polyline
        {...LINE}
        points={pointsOf(way.speeds.map((sample) => ({ x: x(sample.millis), y: y(sample.kmph) })))}
      />
      {way.events.map(
        ({ type, millis: at }, index) =>
          at !== undefined && (
            <g key={index}>
              <line {...TICK} x1={x(at)} x2={x(at)} y1={CHART.top} y2={y(0)} />
              <circle {...EVENT} cx={x(at)} cy={CHART.top} r="4.5">
                <title>{eventName(type, say)}</title>
              </circle>
            </g>
          ),
      )}
      {millis !== undefined && <line {...NOW} x1={x(millis)} x2={x(millis)} y1={CHART.top} y2={y(0)} />}
    </svg>
  );
  return <div ref={ref}>{drawn}</div>;
}

/** Returns an event's name in words. For an unknown type, returns the name that the service sent. */
export function eventName(type: string, say: Say): string {
  return say.known(`facts.events_${type}`, { count: 1 }) ?? say('facts.eventsOfName', { count: 1, type });
}

function pointsOf(spots: readonly { readonly x: number; readonly y: number }[]): string {
  return spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
