import { oneLine } from '../plainText.ts';
import { DIGEST_RATINGS } from './content.ts';
import type { DigestContent, DigestScores, Figure } from './content.ts';
import type { Telling } from './telling.ts';

/** Where a figure or a list comes from. */
export interface SourceNote {
  readonly figure: string;
  readonly source: string;
}

const LONGEST_SOURCE = 400;

/** Every figure with its call or query; those that share a source stand together. */
export function sourcesOf(telling: Telling): readonly SourceNote[] {
  const { content, words } = telling;
  const found = [
    ...(content.scores === null ? [] : scoreSources(content.scores, words.scores.title, telling)),
    ...(content.byGroup ?? []).flatMap((group) => scoreSources(group, group.group ?? '', telling)),
    ...driverSources(content, telling),
    ...drivingSources(content, telling),
    ...recordSources(content, telling),
  ];
  const bySource = new Map<string, string[]>();
  for (const { figure, source } of found) {
    const text = oneLine(source, LONGEST_SOURCE);
    bySource.set(text, [...(bySource.get(text) ?? []), figure]);
  }
  return [...bySource].map(([source, figures]) => ({
    figure: oneLine([...new Set(figures)].join(', '), LONGEST_SOURCE),
    source,
  }));
}

function note(figure: string, { source }: Pick<Figure, 'source'>): SourceNote {
  return { figure, source };
}

function scoreSources(scores: DigestScores, title: string, { words }: Telling): readonly SourceNote[] {
  return [
    note(title, scores.score),
    ...DIGEST_RATINGS.map((rating) => note(words.ratings[rating], scores.ratings[rating])),
    note(words.groups.drivers, scores.drivers),
    note(words.groups.distance, scores.distanceKm),
  ];
}

function driverSources({ drivers }: DigestContent, { words }: Telling): readonly SourceNote[] {
  if (drivers === null) return [];
  return [
    note(words.word.title, drivers.fell),
    note(words.word.title, drivers.needAttention),
    note(words.thanks.title, drivers.rose),
    note(words.devices.silent, drivers.silent),
    note(words.counts.title, drivers.active),
    note(words.counts.title, drivers.notRated),
    note(words.counts.title, drivers.tooFewTrips),
    note(words.counts.title, drivers.joined),
  ];
}

function drivingSources({ driving, coverage }: DigestContent, { words }: Telling): readonly SourceNote[] {
  return [
    ...(driving === null
      ? []
      : [
          note(words.driving.trips, driving.trips),
          note(words.driving.distance, driving.distanceKm),
          note(words.driving.hours, driving.durationSeconds),
          note(words.driving.night, driving.nightShare),
          note(words.driving.highway, driving.highwayShare),
          ...driving.events.map(({ per100Km }) => note(words.driving.events, per100Km)),
        ]),
    ...(coverage === null
      ? []
      : [
          note(words.coverage.known, coverage.known),
          note(words.coverage.known, coverage.counted),
          note(words.coverage.lookedAtLabel, coverage.lookedAt),
          note(words.coverage.parkedLabel, coverage.parked),
        ]),
  ];
}

function recordSources(content: DigestContent, { words }: Telling): readonly SourceNote[] {
  const { alerts, rules, deletions, devices } = content;
  return [
    ...(alerts === null
      ? []
      : [
          note(words.alerts.title, alerts),
          note(words.alerts.title, alerts.alerts),
          note(words.alerts.title, alerts.unanswered),
        ]),
    ...(rules === null ? [] : [note(words.rules.title, rules)]),
    ...(deletions === null ? [] : [note(words.deletions.title, deletions)]),
    ...(devices === null ? [] : [note(words.devices.sensors, devices)]),
  ];
}
