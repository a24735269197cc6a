import { oneLine } from '../format/index.ts';
import type { DigestContent } from './content.ts';
import { coverageLine } from './coverage.ts';
import { cellText, line, linesOf } from './model.ts';
import type { Block, Cell, Section } from './model.ts';
import { isUnusual } from './rendering.ts';
import type { Rendering } from './rendering.ts';

type Drivers = NonNullable<DigestContent['drivers']>;

/** Longer subjects are cut: most clients show fewer than a hundred characters. */
const LONGEST_SUBJECT = 200;
const LONGEST_PREVIEW = 140;

/** Returns what changed and who needs attention, a sentence each, before any table. */
export function summarySection(rendering: Rendering): Section {
  const { say } = rendering;
  const lines = linesOf([
    scoreLine(rendering),
    incidentLine(rendering),
    ...driverLines(rendering),
    tripsLine(rendering),
    coverageLine(rendering),
  ]);
  const nothing: Block = { kind: 'text', text: say('digests.short_nothing') };
  return {
    id: 'summary',
    title: say('digests.short_title'),
    blocks: [...scoreFigure(rendering), ...(lines.length > 0 ? lines : [nothing])],
  };
}

/** Returns the score in large, where it is known. */
export function scoreFigure({ content, say, measures, changed, styles }: Rendering): readonly Block[] {
  const score = content.scores?.score;
  if (score === undefined || score.value === null) return [];
  const value = { text: measures.score(score.value) };
  const unit = say('digests.scores_ofHundred');
  return [{ kind: 'figure', value, unit, change: changed(score, styles.score) }];
}

/** Returns the score and its change as a sentence. */
export function scoreLine({ content, say, measures }: Rendering): Cell | undefined {
  if (content.scores === null) return undefined;
  const { score } = content.scores;
  if (score.value === null)
    return line(
      '?',
      say('digests.short_scoreMissing', { is: say(`digests.is_${score.missing ?? 'not_known'}`) }),
    );
  const now = measures.score(score.value);
  if (score.before === null || score.change === null)
    return line('●', say('digests.short_scoreFirst', { score: now }));
  const by = measures.score(Math.abs(score.change));
  if (by === measures.score(0)) return line('=', say('digests.short_scoreSame', { score: now }));
  const isUp = score.change > 0;
  const tone = isUp ? 'good' : 'critical';
  const values = { score: now, by, before: measures.score(score.before) };
  return line(
    isUp ? '▲' : '▼',
    say(isUp ? 'digests.short_scoreUp' : 'digests.short_scoreDown', values),
    isUnusual(score) ? tone : undefined,
  );
}

/** Returns whether incidents wait for an answer. */
export function incidentLine({ content, say, counted }: Rendering): Cell | undefined {
  if (content.alerts === null) return undefined;
  const { unanswered, incidentsTotal } = content.alerts;
  if (unanswered.value === null) return undefined;
  if (unanswered.value > 0)
    return line('!', say('digests.short_unanswered', counted(unanswered.value)), 'critical');
  if (incidentsTotal === 0) return undefined;
  return line('✓', say('digests.short_allAnswered', counted(incidentsTotal)), 'good');
}

function driverLines(rendering: Rendering): readonly Cell[] {
  const { content, say, counted } = rendering;
  if (content.drivers === null) return [];
  const { fell, rose, needAttention, active } = content.drivers;
  if (active.value === 0) return [line('●', say('digests.short_noDrivers'))];
  const nobody = whyNobody(content.drivers, rendering);
  const isQuiet = fell.total + rose.total + needAttention.total === 0;
  if (isQuiet)
    return [nobody === undefined ? line('=', say('digests.short_nobodyMoved')) : line('?', nobody)];
  return [
    ...(fell.total > 0 ? [line('▼', say('digests.short_fell', counted(fell.total)))] : []),
    ...(needAttention.total > 0 ? [belowLine(content.drivers, rendering)] : []),
    ...(rose.total > 0 ? [line('▲', say('digests.short_rose', counted(rose.total)))] : []),
  ];
}

/** Returns why no driver could be in a list. Without a reason, an empty list is good news. */
export function whyNobody(
  { active, notRated, tooFewTrips, comparable, fell }: Drivers,
  { say }: Rendering,
): string | undefined {
  if (active.value === null) return say('digests.word_notRead');
  if (fell.missing !== undefined) return say('digests.word_beforeNotRead');
  const ranked = comparable.value ?? active.value - (notRated.value ?? 0) - (tooFewTrips.value ?? 0);
  return ranked > 0 ? undefined : say('digests.word_nobodyRanked');
}

function tripsLine({ content, say, counted, measures }: Rendering): Cell | undefined {
  if (content.driving === null) return undefined;
  const { trips, distanceKm } = content.driving;
  if (trips.value === null || distanceKm.value === null) return undefined;
  if (trips.value === 0) return line('●', say('digests.short_noTrips'));
  const distance = measures.distance(distanceKm.value);
  return line('●', say('digests.short_trips', { ...counted(trips.value), distance }));
}

/** Returns `North, weekly: score 78.4, ▲ up 1.2 · 2 incidents unanswered · 16 to 22 November 2026`. */
export function subjectOf(rendering: Rendering): string {
  const { content, say, counted, named, dates } = rendering;
  const unanswered = content.alerts?.unanswered.value ?? 0;
  const parts = [
    `${named(content.digest.name)}: ${scoreInSubject(rendering)}`,
    unanswered > 0 ? say('digests.head_unansweredInSubject', counted(unanswered)) : '',
    dates.range(content.period.now),
  ];
  return oneLine(parts.filter(Boolean).join(' · '), LONGEST_SUBJECT);
}

function scoreInSubject({ content, say, missing, measures, changed, styles }: Rendering): string {
  const figure = content.scores?.score;
  if (figure === undefined) return '';
  if (figure.value === null)
    return say('digests.head_scoreMissingInSubject', { why: missing(figure.missing) });
  const score = measures.score(figure.value);
  if (figure.change === null) return say('digests.head_scoreInSubject', { score });
  const change = cellText(changed(figure, styles.score));
  return say('digests.head_scoreInSubjectChanged', { score, change });
}

/** Returns the numbers of drivers and the score, but no names, because the preview is shown on locked screens. */
export function previewOf(rendering: Rendering): string {
  const { drivers } = rendering.content;
  const people = drivers === null ? '' : peopleInPreview(drivers, rendering);
  return oneLine([people, scoreLine(rendering)?.text].filter(Boolean).join(' '), LONGEST_PREVIEW);
}

function peopleInPreview(drivers: Drivers, rendering: Rendering): string {
  const { say, counted } = rendering;
  const { fell, rose, needAttention } = drivers;
  if (fell.missing !== undefined && needAttention.total > 0) return belowLine(drivers, rendering).text;
  if (fell.total + rose.total + needAttention.total === 0)
    return whyNobody(drivers, rendering) ?? say('digests.head_previewQuiet');
  const coached = coachingCount(drivers);
  if (coached === undefined)
    return `${say('digests.short_fell', counted(fell.total))} ${belowLine(drivers, rendering).text}`;
  const { count, said } = counted(coached);
  const thanks = counted(rose.total).said;
  return say('digests.head_preview', { word: said, wordCount: count, thanks });
}

/** Returns how many drivers are below the threshold. */
export function belowLine({ needAttention }: Drivers, { content, say, counted, measures }: Rendering): Cell {
  const threshold = measures.threshold(content.needsAttentionBelow);
  return line('◆', say('digests.short_below', { ...counted(needAttention.total), threshold }), 'warning');
}

/** Counts the drivers who fell or are below the threshold, each once; where that is unknown, as far as the lists show it. */
function coachingCount({ fell, needAttention, coaching }: Drivers): number | undefined {
  if (coaching.value !== null) return coaching.value;
  const fallen = new Set(fell.drivers.map(({ driverId }) => driverId));
  const both = needAttention.drivers.filter(({ driverId }) => fallen.has(driverId)).length;
  const isWhole = [fell, needAttention].every(({ drivers, total }) => drivers.length === total);
  // The other list has all drivers of the shorter one, so no further driver can be in both.
  const isSeen = both === Math.min(fell.total, needAttention.total);
  return isWhole || isSeen ? fell.total + needAttention.total - both : undefined;
}
