import { manyLines, oneLine } from '../format/index.ts';
import { alertsSection, deletionsSection, rulesSection } from './alerts.ts';
import type { DigestContent } from './content.ts';
import { coverageSection } from './coverage.ts';
import {
  attentionSection,
  coachingSection,
  countsSection,
  devicesSection,
  fallenSection,
  thanksSection,
} from './drivers.ts';
import { amountBlocks, changesSection, drivingSection, groupsSection, scoresSection } from './figures.ts';
import { previewOf, scoreFigure, subjectOf, summarySection } from './headline.ts';
import type { DigestView, Section } from './model.ts';
import { LONGEST_SENTENCE, MAIL_LIMITS, renderingOf } from './rendering.ts';
import type { Rendering, RenderingOptions } from './rendering.ts';

type SectionMaker = (rendering: Rendering) => Section | undefined;

/** The sections of the page: what changed, who needs coaching or a thank-you, then the details. */
const SECTIONS: readonly SectionMaker[] = [
  summarySection,
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

/** The sections of a message below its headline, in the order in which they are needed; the page has all of it. */
const ESSENTIALS: readonly SectionMaker[] = [attentionSection, fallenSection, changesSection];

const GROUPS_IN_TITLE = 3;

/** Returns a digest in the words of its language, with all of its sections. */
export function digestView(content: DigestContent, options: RenderingOptions): DigestView {
  const rendering = renderingOf(content, options);
  const sections = sectionsOf(rendering, SECTIONS);
  return viewOf(rendering, { headline: [], figures: [], sections, onPage: [] });
}

/** Returns the essentials of a digest, as messages hold them, and the names of the sections that only its page has. */
export function essentialView(content: DigestContent, options: Omit<RenderingOptions, 'limits'>): DigestView {
  const rendering = renderingOf(content, { ...options, limits: MAIL_LIMITS });
  const sections = sectionsOf(rendering, ESSENTIALS);
  const titles = new Set(sections.map(({ title }) => title));
  const onPage = sectionsOf(rendering, SECTIONS).filter(
    ({ id, title }) => id !== 'summary' && !titles.has(title),
  );
  const [headline, figures] = [scoreFigure(rendering), amountBlocks(rendering)];
  return viewOf(rendering, { headline, figures, sections, onPage });
}

function sectionsOf(rendering: Rendering, makers: readonly SectionMaker[]): readonly Section[] {
  return makers.map((make) => make(rendering)).filter((section) => section !== undefined);
}

function viewOf(
  rendering: Rendering,
  parts: Pick<DigestView, 'headline' | 'figures' | 'sections' | 'onPage'>,
): DigestView {
  const { content, say, named, dates } = rendering;
  const { kind, now, before } = content.period;
  return {
    language: content.language,
    subject: subjectOf(rendering),
    preview: previewOf(rendering),
    title: named(content.digest.name),
    scope: scopeOf(rendering),
    period: `${dates.period(kind, now)} (${say('digests.head_wholeDays')})`,
    compared: say('digests.head_comparedWith', { range: dates.period(kind, before) }),
    caveats: { title: say('digests.head_caveats'), lines: caveatsOf(rendering) },
    ...parts,
    foot: footOf(rendering),
    unsubscribe: say('digests.foot_unsubscribe'),
    open: say('digests.mail_open'),
    alsoThere: say('digests.mail_onPage'),
    expires: say('digests.mail_expires'),
  };
}

function caveatsOf({ content, say, limits, measures }: Rendering): readonly string[] {
  const lines = content.caveats.slice(0, limits.caveats).map((line) => manyLines(line, LONGEST_SENTENCE));
  const more = content.caveats.length - lines.length;
  return more > 0 ? [...lines, say('format.more', { count: measures.count(more) })] : lines;
}

function scopeOf({ content, say, named }: Rendering): string {
  const fleet = named(content.fleet.name);
  if (content.groups === null) return `${fleet} · ${say('digests.head_wholeFleet')}`;
  const shown = content.groups.slice(0, GROUPS_IN_TITLE).map(named);
  const [ids, more] = [shown.join(', '), content.groups.length - shown.length];
  const key = ids.includes(', ') ? 'digests.head_groups' : 'digests.head_groupsOne';
  return `${fleet} · ${more > 0 ? say('digests.head_groupsMore', { ids, more }) : say(key, { ids })}`;
}

const DAY_MILLIS = 86_400_000;

function footOf({ content, say, named, moment, zone, limits, hasTable }: Rendering): readonly string[] {
  const { now } = content.period;
  const read = moment(content.gatheredAt);
  const ends = Date.parse(`${now.to}T00:00:00Z`) + DAY_MILLIS;
  const from = moment(`${now.from}T00:00:00Z`);
  const to = Number.isNaN(ends) ? undefined : moment(new Date(ends).toISOString());
  const isUtc = ['UTC', 'Etc/UTC'].includes(zone);
  const { id, version } = content.digest;
  return [
    ...(hasTable ? [say('digests.attached')] : []),
    ...(from === undefined || to === undefined || isUtc
      ? []
      : [say('digests.foot_period', { from, to, zone })]),
    ...(read === undefined ? [] : [say('digests.foot_figuresRead', { moment: read, zone })]),
    say('digests.foot_sentBy', {
      digest: oneLine(id, limits.name),
      version,
      fleet: named(content.fleet.name),
    }),
  ];
}
