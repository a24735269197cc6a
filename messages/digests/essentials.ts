import { DIGEST_RATINGS } from './content.ts';
import type { ComparedFigure, DigestContent } from './content.ts';
import { driverTable, whyNobody } from './drivers.ts';
import { belowLine, coverageLine, incidentLine, scoreFigure, scoreLine } from './headline.ts';
import { changeOf, comparedCells, driverWords, eventName, isUnusual, listTable, named } from './rendering.ts';
import type { Block, Cell, Section } from './model.ts';
import type { ChangeStyle, Rendering } from './rendering.ts';

/** What an e-mail holds of a digest below its headline, in the order in which it is needed; the digest's page has all of it. */
export const ESSENTIALS: readonly ((rendering: Rendering) => Section | undefined)[] = [
  attentionSection,
  coachingSection,
  changesSection,
];

/** Trips, distance and alerts in numbers; above them why there is no score, if there is none. */
export function headlineFigures(rendering: Rendering): readonly Block[] {
  const { content, words, measures } = rendering;
  const { measure, now, change, trips, distance } = words.driving;
  type Row = readonly [string, ComparedFigure, ChangeStyle['write']];
  const items: readonly Row[] = [
    ...(content.driving === null
      ? []
      : ([
          [trips, content.driving.trips, measures.count],
          [distance, content.driving.distanceKm, measures.distance],
        ] as const)),
    ...(content.alerts === null
      ? []
      : ([[words.rules.alerts, content.alerts.alerts, measures.count]] as const)),
  ];
  const why = scoreFigure(rendering).length === 0 ? scoreLine(rendering) : undefined;
  const row = ([text, figure, write]: Row) => ({
    cells: [{ text }, ...comparedCells(figure, { write, better: 'neither' }, words)],
  });
  const caption = words.short.title;
  const blocks: readonly Block[] = [
    ...(why ? [{ kind: 'lines', items: [why] } as const] : []),
    ...(items.length > 0
      ? [listTable({ caption, columns: [measure, now, change], items, row }, rendering)]
      : []),
  ];
  const isEmpty = blocks.length === 0 && content.scores === null && content.drivers === null;
  return isEmpty ? [{ kind: 'text', text: words.short.nothing }] : blocks;
}

/** Incidents without an answer, drivers below the threshold, trips that were not evaluated. */
function attentionSection(rendering: Rendering): Section | undefined {
  const { content, words, measures } = rendering;
  const { drivers } = content;
  const title = words.mail.attention;
  const caption = words.word.below(measures.threshold(content.needsAttentionBelow));
  const lines = [incidentLine(rendering), coverageLine(rendering)].filter(
    (line): line is Cell => line?.tone === 'critical' || line?.tone === 'warning',
  );
  lines.splice(1, 0, ...waitingIncidents(rendering));
  const low = drivers?.needAttention;
  if (drivers && low && low.total > 0 && low.drivers.length === 0)
    lines.push({ symbol: '◆', tone: 'warning', text: belowLine(drivers, rendering) });
  const blocks: readonly Block[] = [
    ...(lines.length > 0 ? [{ kind: 'lines', items: lines } as const] : []),
    ...(low && low.drivers.length > 0
      ? [driverTable(low, { caption, direction: 'low', first: caption }, rendering)]
      : []),
  ];
  return blocks.length === 0 ? undefined : { id: 'coaching', title, blocks, sources: [] };
}

const WAITING_SHOWN = 2;

/** Which incidents wait for an answer, the first of them. */
function waitingIncidents(rendering: Rendering): readonly Cell[] {
  const { content, dates, zone, incidentLink } = rendering;
  return (content.alerts?.incidents ?? [])
    .filter(({ isUnanswered }) => isUnanswered)
    .slice(0, WAITING_SHOWN)
    .map(({ id, rule, driverId, name, openedAt }): Cell => {
      const href = incidentLink(id);
      const since = dates.moment(openedAt, zone);
      const text = [named(rule, rendering), driverWords({ driverId, name }, rendering), since]
        .filter(Boolean)
        .join(' · ');
      return { symbol: '●', text, ...(href === undefined ? {} : { href }) };
    });
}

/** Those whose score fell the most, and why; without those whom the section above names. */
function coachingSection(rendering: Rendering): Section | undefined {
  const { content, words, limits } = rendering;
  const { drivers } = content;
  if (drivers === null) return undefined;
  const { title, fell: caption, nobody } = words.word;
  const named = new Set(drivers.needAttention.drivers.slice(0, limits.rows).map(({ driverId }) => driverId));
  const others = drivers.fell.drivers.filter(({ driverId }) => !named.has(driverId));
  const total = drivers.fell.total - (drivers.fell.drivers.length - others.length);
  if (others.length === 0 && drivers.fell.drivers.length > 0) return undefined;
  if (others.length > 0)
    return {
      id: 'coaching',
      title,
      sources: [],
      blocks: [
        driverTable({ ...drivers.fell, drivers: others, total }, { caption, direction: 'fell' }, rendering),
      ],
    };
  const none = drivers.active.value === 0 ? words.short.noDrivers : (whyNobody(drivers, rendering) ?? nobody);
  return { id: 'coaching', title, blocks: [{ kind: 'text', text: none }], sources: [] };
}

const MOST_CHANGES = 4;

/** Scores, ratings and events that changed by more than they usually do, the most unusual first. */
function changesSection(rendering: Rendering): Section | undefined {
  const { words } = rendering;
  const changes = changesOf(rendering);
  if (changes.length === 0) return undefined;
  const unusual = changes
    .filter(([, figure]) => isUnusual(figure))
    .sort(([, one], [, other]) => extent(other) - extent(one))
    .slice(0, MOST_CHANGES);
  const isKnown = changes.some(([, { change, usual }]) => change !== null && usual !== undefined);
  const items = unusual.map(([name, figure, style]): Cell => {
    const { symbol, text, tone } = changeOf(figure, style, words);
    const now = figure.value === null ? '' : ` (${style.write(figure.value)})`;
    return { text: `${name}: ${text}${now}`, ...(symbol && { symbol }), ...(tone && { tone }) };
  });
  const none = isKnown ? words.mail.noChange : words.mail.notComparable;
  return {
    id: 'scores',
    title: words.mail.changes,
    sources: [],
    blocks: items.length > 0 ? [{ kind: 'lines', items }] : [{ kind: 'quiet', text: none }],
  };
}

type Change = readonly [name: string, figure: ComparedFigure, style: ChangeStyle];

function changesOf(rendering: Rendering): readonly Change[] {
  const { content, words, measures } = rendering;
  const { scores, byGroup, driving } = content;
  const score: ChangeStyle = { write: measures.score, better: 'up' };
  const ratings: readonly Change[] =
    scores === null
      ? []
      : DIGEST_RATINGS.map((each) => [
          words.mail.rating(words.ratings[each]),
          scores.ratings[each],
          { write: measures.rating, better: 'up' },
        ]);
  return [
    ...(scores === null ? [] : ([[words.scores.title, scores.score, score]] as const)),
    ...ratings,
    ...groupChanges(byGroup, rendering),
    ...(driving?.events ?? []).map(({ eventType, per100Km }): Change => [
      `${eventName(eventType, rendering)} ${measures.perHundred}`,
      per100Km,
      { write: measures.rate, better: 'down' },
    ]),
  ];
}

function groupChanges(byGroup: DigestContent['byGroup'], rendering: Rendering): readonly Change[] {
  const { words, measures } = rendering;
  return (byGroup ?? []).map(({ group, score }) => [
    `${words.groups.group} ${named(group ?? words.head.wholeFleet, rendering)}`,
    score,
    { write: measures.score, better: 'up' },
  ]);
}

/** How many times its usual change a figure changed. */
function extent({ change, usual }: ComparedFigure): number {
  return change === null || usual === undefined ? 0 : Math.abs(change) / Math.max(usual, 1e-6);
}
