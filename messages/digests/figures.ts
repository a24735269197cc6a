import { DIGEST_RATINGS } from './content.ts';
import type { ComparedFigure, DigestContent, DigestScores } from './content.ts';
import { scoreFigure, scoreLine } from './headline.ts';
import { linesOf } from './model.ts';
import type { Block, Section, SourceNote } from './model.ts';
import { hasLine, lineAltText } from './pictures.ts';
import { isUnusual, sourcesOf } from './rendering.ts';
import type { NamedFigure, Rendering } from './rendering.ts';

type Driving = NonNullable<DigestContent['driving']>;

function ratingFigures(scores: DigestScores, { say, styles }: Rendering): readonly NamedFigure[] {
  return DIGEST_RATINGS.map((each) => ({
    name: say(`digests.ratings_${each}`),
    figure: scores.ratings[each],
    style: styles.rating,
  }));
}

function amountFigures(driving: Driving, { say, styles }: Rendering): readonly [NamedFigure, NamedFigure] {
  return [
    { name: say('digests.driving_trips'), figure: driving.trips, style: styles.count },
    { name: say('digests.distance'), figure: driving.distanceKm, style: styles.distance },
  ];
}

function eventFigures(driving: Driving | null, { event, styles }: Rendering): readonly NamedFigure[] {
  return (driving?.events ?? []).map(({ eventType, per100Km }) => ({
    name: event(eventType),
    figure: per100Km,
    style: styles.rate,
  }));
}

/** Returns the fleet's score and its four ratings, with their change and the line of eight periods. */
export function scoresSection(rendering: Rendering): Section | undefined {
  const { say, figureTable } = rendering;
  const { scores } = rendering.content;
  if (scores === null) return undefined;
  const [title, rating] = [say('digests.scores_title'), say('digests.scores_rating')];
  const ratings = ratingFigures(scores, rendering);
  const blocks: readonly Block[] = [
    ...lineBlocks(scores, rendering),
    figureTable({ caption: rating, first: rating, most: Infinity }, ratings),
    { kind: 'quiet', text: say('digests.scores_ratingsNote') },
  ];
  return { id: 'scores', title, blocks, sources: scoreSources(scores, title, rendering) };
}

function lineBlocks(scores: DigestScores, rendering: Rendering): readonly Block[] {
  const { content, say } = rendering;
  if (!hasLine(content)) return [{ kind: 'quiet', text: say('digests.scores_noLine') }];
  return [
    { kind: 'heading', text: say('digests.scores_lineTitle') },
    { kind: 'picture', alt: lineAltText(scores, rendering) },
  ];
}

function scoreSources(scores: DigestScores, title: string, rendering: Rendering): readonly SourceNote[] {
  const { say } = rendering;
  return sourcesOf([
    { name: title, figure: scores.score },
    ...ratingFigures(scores, rendering),
    { name: say('digests.drivers'), figure: scores.drivers },
    { name: say('digests.distance'), figure: scores.distanceKm },
  ]);
}

/** Returns the groups side by side. */
export function groupsSection(rendering: Rendering): Section | undefined {
  const { content, say, limits, measures, named, written } = rendering;
  const { byGroup } = content;
  if (byGroup === null || byGroup.length === 0) return undefined;
  const title = say('digests.groups_title');
  const figures = ['score', 'change', 'drivers', 'distance'] as const;
  const columns = [say('digests.groups_group'), ...figures.map((each) => say(`digests.${each}`))];
  const rows = byGroup.map(({ group, score, drivers, distanceKm }) => ({
    cells: [
      { text: named(group ?? say('digests.head_wholeFleet')) },
      ...rendering.compared({ figure: score, style: rendering.styles.score }),
      { text: written(drivers, measures.count) },
      { text: written(distanceKm, measures.distance) },
    ],
  }));
  return {
    id: 'groups',
    title,
    blocks: [rendering.table({ caption: title, columns, most: limits.groups }, rows)],
    sources: byGroup.flatMap((each) => scoreSources(each, each.group ?? '', rendering)),
  };
}

/** Returns trips, distance, hours, shares, and events per 100 kilometres or miles. */
export function drivingSection(rendering: Rendering): Section | undefined {
  const { content, say, styles, figureTable } = rendering;
  const { driving } = content;
  if (driving === null) return undefined;
  const title = say('digests.driving_title');
  const amounts: readonly NamedFigure[] = [
    ...amountFigures(driving, rendering),
    { name: say('digests.driving_hours'), figure: driving.durationSeconds, style: styles.duration },
    { name: say('digests.driving_night'), figure: driving.nightShare, style: styles.share },
    { name: say('digests.driving_highway'), figure: driving.highwayShare, style: styles.share },
  ];
  const events = eventFigures(driving, rendering);
  const eventsTitle = say('digests.driving_events');
  const caption = `${eventsTitle} ${rendering.measures.perHundred}`;
  const blocks: Block[] = [
    figureTable({ caption: title, first: say('digests.driving_measure'), most: Infinity }, amounts),
    { kind: 'quiet', text: say('digests.driving_sharesNote') },
  ];
  if (events.length > 0)
    blocks.push(
      { kind: 'heading', text: caption },
      figureTable({ caption, first: say('digests.driving_event') }, events),
    );
  const sources = sourcesOf([...amounts, ...events.map((each) => ({ ...each, name: eventsTitle }))]);
  return { id: 'driving', title, blocks, sources };
}

/** Returns trips, distance and alerts for an e-mail; above them the reason for a missing score. */
export function amountBlocks(rendering: Rendering): readonly Block[] {
  const { content, say, styles } = rendering;
  const { driving, alerts } = content;
  const amounts: readonly NamedFigure[] = [
    ...(driving === null ? [] : amountFigures(driving, rendering)),
    ...(alerts === null
      ? []
      : [{ name: say('digests.rules_alerts'), figure: alerts.alerts, style: styles.count }]),
  ];
  const [caption, first] = [say('digests.short_title'), say('digests.driving_measure')];
  const blocks = [
    ...linesOf([scoreFigure(rendering).length === 0 ? scoreLine(rendering) : undefined]),
    ...(amounts.length > 0 ? [rendering.figureTable({ caption, first }, amounts)] : []),
  ];
  const isEmpty = blocks.length === 0 && content.scores === null && content.drivers === null;
  return isEmpty ? [{ kind: 'text', text: say('digests.short_nothing') }] : blocks;
}

const MOST_CHANGES = 4;

/** Returns scores, ratings and events that changed by more than they usually do, the most unusual first. */
export function changesSection(rendering: Rendering): Section | undefined {
  const { say, changed } = rendering;
  const figures = comparedFigures(rendering);
  if (figures.length === 0) return undefined;
  const unusual = figures
    .filter(({ figure }) => isUnusual(figure))
    .sort((one, other) => extent(other.figure) - extent(one.figure))
    .slice(0, MOST_CHANGES);
  const items = unusual.map(({ name, figure, style }) => {
    const { symbol, text, tone } = changed(figure, style);
    const now = figure.value === null ? '' : ` (${style.write(figure.value)})`;
    return { symbol, text: `${name}: ${text}${now}`, tone };
  });
  const isKnown = figures.some(({ figure: { change, usual } }) => change !== null && usual !== undefined);
  const none = say(isKnown ? 'digests.mail_noChange' : 'digests.mail_notComparable');
  return {
    id: 'scores',
    title: say('digests.mail_changes'),
    blocks: items.length > 0 ? linesOf(items) : [{ kind: 'quiet', text: none }],
  };
}

/** Returns every figure whose change may be unusual, under a name that is clear without its section. */
function comparedFigures(rendering: Rendering): readonly NamedFigure[] {
  const { content, say, styles, named, measures } = rendering;
  const { scores, byGroup, driving } = content;
  const own: readonly NamedFigure[] =
    scores === null
      ? []
      : [
          { name: say('digests.scores_title'), figure: scores.score, style: styles.score },
          ...ratingFigures(scores, rendering).map((each) => ({
            ...each,
            name: say('digests.mail_rating', { of: each.name }),
          })),
        ];
  const groups = (byGroup ?? []).map(({ group, score }) => ({
    name: `${say('digests.groups_group')} ${named(group ?? say('digests.head_wholeFleet'))}`,
    figure: score,
    style: styles.score,
  }));
  const events = eventFigures(driving, rendering).map((each) => ({
    ...each,
    name: `${each.name} ${measures.perHundred}`,
  }));
  return [...own, ...groups, ...events];
}

/** Returns how many times its usual change a figure changed. */
function extent({ change, usual }: ComparedFigure): number {
  return change === null || usual === undefined ? 0 : Math.abs(change) / Math.max(usual, 1e-6);
}
