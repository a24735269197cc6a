import { oneLine } from '../format/index.ts';
import type { DigestContent } from './content.ts';
import { whyNobody } from './drivers.ts';
import { cellText } from './model.ts';
import { changeOf, counted, isUnusual, named } from './rendering.ts';
import type { Block, Cell, Section } from './model.ts';
import type { Rendering } from './rendering.ts';

type Drivers = NonNullable<DigestContent['drivers']>;

/** Longer subjects are cut: most clients show fewer than a hundred characters. */
const LONGEST_SUBJECT = 200;
const LONGEST_PREVIEW = 140;

/** What changed and who needs something, a sentence each, before any table. */
export function shortSection(rendering: Rendering): Section {
  const { words } = rendering;
  const lines = [
    scoreLine(rendering),
    incidentLine(rendering),
    ...driverLines(rendering),
    tripsLine(rendering),
    coverageLine(rendering),
  ].filter((line) => line !== undefined);
  const blocks: readonly Block[] =
    lines.length > 0 ? [{ kind: 'lines', items: lines }] : [{ kind: 'text', text: words.short.nothing }];
  return {
    id: 'summary',
    title: words.short.title,
    blocks: [...scoreFigure(rendering), ...blocks],
    sources: [],
  };
}

/** The score in large, where it is known. */
export function scoreFigure({ content, words, measures }: Rendering): readonly Block[] {
  const score = content.scores?.score;
  if (score === undefined || score.value === null) return [];
  return [
    {
      kind: 'figure',
      value: { text: measures.score(score.value) },
      unit: words.scores.ofHundred,
      change: changeOf(score, { write: measures.score, better: 'up' }, words),
    },
  ];
}

/** The score and its change as a sentence. */
export function scoreLine({ content, words, measures }: Rendering): Cell | undefined {
  if (content.scores === null) return undefined;
  const { score } = content.scores;
  if (score.value === null)
    return { symbol: '?', text: words.short.scoreMissing(words.missing[score.missing ?? 'not_known']) };
  const now = measures.score(score.value);
  if (score.before === null || score.change === null)
    return { symbol: '●', text: words.short.scoreFirst(now) };
  const by = measures.score(Math.abs(score.change));
  if (by === measures.score(0)) return { symbol: '=', text: words.short.scoreSame(now) };
  const before = measures.score(score.before);
  const isUp = score.change > 0;
  const text = isUp ? words.short.scoreUp(now, by, before) : words.short.scoreDown(now, by, before);
  const tone = isUnusual(score) ? { tone: isUp ? ('good' as const) : ('critical' as const) } : {};
  return { symbol: isUp ? '▲' : '▼', ...tone, text };
}

/** Whether incidents wait for an answer. */
export function incidentLine(rendering: Rendering): Cell | undefined {
  const { content, words } = rendering;
  if (content.alerts === null) return undefined;
  const { unanswered, incidentsTotal } = content.alerts;
  if (unanswered.value === null) return undefined;
  if (unanswered.value > 0)
    return {
      symbol: '!',
      tone: 'critical',
      text: words.short.unanswered(counted(unanswered.value, rendering)),
    };
  if (incidentsTotal === 0) return undefined;
  return { symbol: '✓', tone: 'good', text: words.short.allAnswered(counted(incidentsTotal, rendering)) };
}

function driverLines(rendering: Rendering): readonly Cell[] {
  const { content, words } = rendering;
  if (content.drivers === null) return [];
  const { fell, rose, needAttention, active } = content.drivers;
  if (active.value === 0) return [{ symbol: '●', text: words.short.noDrivers }];
  const nobody = whyNobody(content.drivers, rendering);
  if (nobody !== undefined && fell.total + rose.total + needAttention.total === 0)
    return [{ symbol: '?', text: nobody }];
  const lines: Cell[] = [];
  if (fell.total > 0) lines.push({ symbol: '▼', text: words.short.fell(counted(fell.total, rendering)) });
  if (needAttention.total > 0)
    lines.push({
      symbol: '◆',
      tone: 'warning',
      text: belowLine(content.drivers, rendering),
    });
  if (rose.total > 0) lines.push({ symbol: '▲', text: words.short.rose(counted(rose.total, rendering)) });
  return lines.length > 0 ? lines : [{ symbol: '=', text: words.short.nobodyMoved }];
}

function tripsLine(rendering: Rendering): Cell | undefined {
  const { content, words, measures } = rendering;
  if (content.driving === null) return undefined;
  const { trips, distanceKm } = content.driving;
  if (trips.value === null || distanceKm.value === null) return undefined;
  if (trips.value === 0) return { symbol: '●', text: words.short.noTrips };
  return {
    symbol: '●',
    text: words.short.trips(counted(trips.value, rendering), measures.distance(distanceKm.value)),
  };
}

/** How many of the trips were evaluated. */
export function coverageLine(rendering: Rendering): Cell | undefined {
  const { content, words, measures } = rendering;
  if (content.coverage === null) return undefined;
  const { known, evaluated, history } = content.coverage;
  if (known.value === null || evaluated.value === null || known.value === 0) return undefined;
  const [some, all] = [measures.count(evaluated.value), measures.count(known.value)];
  const left = known.value - evaluated.value;
  if (left <= 0) return { symbol: '✓', tone: 'good', text: words.short.allEvaluated(some, all) };
  if (left !== history.value) return { symbol: '◆', tone: 'warning', text: words.short.evaluated(some, all) };
  return {
    symbol: '●',
    text:
      evaluated.value === 0
        ? words.short.allHistory(counted(left, rendering))
        : words.short.evaluatedSince(some, all, counted(left, rendering)),
  };
}

/** `North, weekly: score 78.4, ▲ up 1.2 · 2 incidents unanswered · 16 to 22 November 2026`. */
export function subjectOf(rendering: Rendering): string {
  const { content, words, measures, dates } = rendering;
  const unanswered = content.alerts?.unanswered.value ?? 0;
  return oneLine(
    words.head.subject({
      digest: named(content.digest.name, rendering),
      score: scoreInSubject(rendering, (value) => measures.score(value)),
      unanswered: unanswered > 0 ? words.head.unansweredInSubject(counted(unanswered, rendering)) : '',
      period: dates.range(content.period.now),
    }),
    LONGEST_SUBJECT,
  );
}

function scoreInSubject({ content, words }: Rendering, write: (value: number) => string): string {
  const score = content.scores?.score;
  if (score === undefined) return '';
  if (score.value === null)
    return words.head.scoreMissingInSubject(words.missing[score.missing ?? 'not_known']);
  const change = score.change === null ? '' : cellText(changeOf(score, { write, better: 'up' }, words));
  return words.head.scoreInSubject(write(score.value), change);
}

/** Numbers only: names do not belong on a locked screen. */
export function previewOf(rendering: Rendering): string {
  const { content, words } = rendering;
  const { drivers } = content;
  const preview =
    drivers === null
      ? ''
      : drivers.fell.missing !== undefined && drivers.needAttention.total > 0
        ? belowLine(drivers, rendering)
        : drivers.fell.total + drivers.rose.total + drivers.needAttention.total === 0
          ? (whyNobody(drivers, rendering) ?? words.head.previewQuiet)
          : wordsAndThanks(drivers, rendering);
  const sentence = scoreLine(rendering)?.text ?? '';
  return oneLine([preview, sentence].filter(Boolean).join(' '), LONGEST_PREVIEW);
}

function wordsAndThanks(drivers: Drivers, rendering: Rendering): string {
  const { words } = rendering;
  const word = coachingCount(drivers);
  if (word === undefined)
    return `${words.short.fell(counted(drivers.fell.total, rendering))} ${belowLine(drivers, rendering)}`;
  return words.head.preview({
    word: counted(word, rendering),
    thanks: counted(drivers.rose.total, rendering),
  });
}

/** How many drivers are below the threshold. */
export function belowLine({ needAttention }: Drivers, rendering: Rendering): string {
  const { content, words, measures } = rendering;
  return words.short.below(
    counted(needAttention.total, rendering),
    measures.threshold(content.needsAttentionBelow),
  );
}

/** Who fell and who is below the threshold, each once; where they could not be counted, as far as the lists show it. */
function coachingCount({ fell, needAttention, coaching }: Drivers): number | undefined {
  if (coaching.value !== null) return coaching.value;
  const fallen = new Set(fell.drivers.map(({ driverId }) => driverId));
  const both = needAttention.drivers.filter(({ driverId }) => fallen.has(driverId)).length;
  const isWhole = [fell, needAttention].every(({ drivers, total }) => drivers.length === total);
  // All of the shorter list are seen in the other one, so nobody else can be in both.
  const isSeen = both === Math.min(fell.total, needAttention.total);
  return isWhole || isSeen ? fell.total + needAttention.total - both : undefined;
}
