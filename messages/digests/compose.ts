import { manyLines, oneLine } from '../format/index.ts';
import type { DigestContent } from './content.ts';
import { ESSENTIALS, headlineFigures } from './essentials.ts';
import { previewOf, scoreFigure, shortSection, subjectOf } from './headline.ts';
import { alertsSection, deletionsSection, rulesSection } from './alerts.ts';
import { coverageSection, drivingSection, groupsSection, scoresSection } from './scores.ts';
import { countsSection, devicesSection, thanksSection, coachingSection } from './drivers.ts';
import { LONGEST_SENTENCE, MAIL_LIMITS, named, renderingOf } from './rendering.ts';
import type { DigestView, Section } from './model.ts';
import type { Rendering, RenderingOptions } from './rendering.ts';

/** The order: what changed, who needs a word or a thank-you, then the details. */
const SECTIONS: readonly ((rendering: Rendering) => Section | undefined)[] = [
  shortSection,
  coachingSection,
  thanksSection,
  scoresSection,
  groupsSection,
  alertsSection,
  drivingSection,
  countsSection,
  devicesSection,
  rulesSection,
  deletionsSection,
  coverageSection,
];

const GROUPS_IN_TITLE = 3;

/** A digest in the words of its language, with all of its sections. */
export function digestView(content: DigestContent, options: RenderingOptions): DigestView {
  const rendering = renderingOf(content, options);
  return viewOf(rendering, {
    headline: [],
    figures: [],
    sections: sectionsOf(rendering, SECTIONS),
    onPage: [],
  });
}

/** The essentials of a digest, as an e-mail holds them, and the names of the sections that its page has besides. */
export function essentialView(content: DigestContent, options: Omit<RenderingOptions, 'limits'>): DigestView {
  const rendering = renderingOf(content, { ...options, limits: MAIL_LIMITS });
  const sections = sectionsOf(rendering, ESSENTIALS);
  const titles = new Set(sections.map(({ title }) => title));
  const onPage = sectionsOf(rendering, SECTIONS).filter(
    ({ id, title }) => id !== 'summary' && !titles.has(title),
  );
  const [headline, figures] = [scoreFigure(rendering), headlineFigures(rendering)];
  return viewOf(rendering, { headline, figures, sections, onPage });
}

function sectionsOf(
  rendering: Rendering,
  makers: readonly ((rendering: Rendering) => Section | undefined)[],
): readonly Section[] {
  return makers.map((make) => make(rendering)).filter((section) => section !== undefined);
}

function viewOf(
  rendering: Rendering,
  parts: Pick<DigestView, 'headline' | 'figures' | 'sections' | 'onPage'>,
): DigestView {
  const { content } = rendering;
  const { words, dates } = rendering;
  const { kind, now, before } = content.period;
  return {
    language: content.language,
    subject: subjectOf(rendering),
    preview: previewOf(rendering),
    title: named(content.digest.name, rendering),
    scope: scopeOf(rendering),
    period: `${dates.period(kind, now)} (${words.head.wholeDays})`,
    compared: words.head.comparedWith(dates.period(kind, before)),
    caveats: { title: words.head.caveats, lines: caveatsOf(rendering) },
    ...parts,
    foot: footOf(rendering),
    unsubscribe: words.foot.unsubscribe,
    open: words.mail.open,
    alsoThere: words.mail.onPage,
    expires: words.mail.expires,
  };
}

function caveatsOf(rendering: Rendering): readonly string[] {
  const { content, words, limits } = rendering;
  const lines = content.caveats.slice(0, limits.caveats).map((line) => manyLines(line, LONGEST_SENTENCE));
  const more = content.caveats.length - lines.length;
  return more > 0
    ? [...lines, words.more.rows({ count: more, said: rendering.measures.count(more) })]
    : lines;
}

function scopeOf(rendering: Rendering): string {
  const { content, words } = rendering;
  const fleet = named(content.fleet.name, rendering);
  if (content.groups === null) return `${fleet} · ${words.head.wholeFleet}`;
  const shown = content.groups.slice(0, GROUPS_IN_TITLE).map((group) => named(group, rendering));
  return `${fleet} · ${words.head.groups(shown.join(', '), content.groups.length - shown.length)}`;
}

const DAY_MILLIS = 86_400_000;

function footOf(rendering: Rendering): readonly string[] {
  const { content, words, dates, zone } = rendering;
  const read = dates.moment(content.gatheredAt, zone);
  const ends = Date.parse(`${content.period.now.to}T00:00:00Z`) + DAY_MILLIS;
  const from = dates.moment(`${content.period.now.from}T00:00:00Z`, zone);
  const to = Number.isNaN(ends) ? undefined : dates.moment(new Date(ends).toISOString(), zone);
  const isUtc = ['UTC', 'Etc/UTC'].includes(zone);
  return [
    ...(rendering.hasTable ? [words.attached] : []),
    ...(from === undefined || to === undefined || isUtc ? [] : [words.foot.period(from, to, zone)]),
    ...(read === undefined ? [] : [words.foot.figuresRead(read, zone)]),
    words.foot.sentBy(
      oneLine(content.digest.id, rendering.limits.name),
      content.digest.version,
      named(content.fleet.name, rendering),
    ),
  ];
}
