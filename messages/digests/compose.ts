import { manyLines, oneLine } from '../format/index.ts';
import type { DigestContent } from './content.ts';
import { ESSENTIALS, headlineFigures } from './essentials.ts';
import { previewOf, scoreFigure, shortSection, subjectOf } from './headline.ts';
import { alertsSection, deletionsSection, rulesSection } from './alerts.ts';
import { coverageSection, drivingSection, groupsSection, scoresSection } from './scores.ts';
import { countsSection, devicesSection, thanksSection, wordSection } from './drivers.ts';
import { LONGEST_SENTENCE, MAIL_LIMITS, named, tellingOf } from './model.ts';
import type { DigestView, Section, Telling, TellingOptions } from './model.ts';

/** The order: what changed, who needs a word or a thank-you, then the details. */
const SECTIONS: readonly ((telling: Telling) => Section | undefined)[] = [
  shortSection,
  wordSection,
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
export function digestView(content: DigestContent, options: TellingOptions): DigestView {
  const telling = tellingOf(content, options);
  return viewOf(telling, { headline: [], figures: [], sections: sectionsOf(telling, SECTIONS), onPage: [] });
}

/** The essentials of a digest, as an e-mail holds them, and the names of the sections that its page has besides. */
export function essentialView(content: DigestContent, options: Omit<TellingOptions, 'limits'>): DigestView {
  const telling = tellingOf(content, { ...options, limits: MAIL_LIMITS });
  const sections = sectionsOf(telling, ESSENTIALS);
  const titles = new Set(sections.map(({ title }) => title));
  const onPage = sectionsOf(telling, SECTIONS).filter(
    ({ id, title }) => id !== 'summary' && !titles.has(title),
  );
  const [headline, figures] = [scoreFigure(telling), headlineFigures(telling)];
  return viewOf(telling, { headline, figures, sections, onPage });
}

function sectionsOf(
  telling: Telling,
  makers: readonly ((telling: Telling) => Section | undefined)[],
): readonly Section[] {
  return makers.map((make) => make(telling)).filter((section) => section !== undefined);
}

function viewOf(
  telling: Telling,
  parts: Pick<DigestView, 'headline' | 'figures' | 'sections' | 'onPage'>,
): DigestView {
  const { content } = telling;
  const { words, dates } = telling;
  const { kind, now, before } = content.period;
  return {
    language: content.language,
    subject: subjectOf(telling),
    preview: previewOf(telling),
    title: named(content.digest.name, telling),
    scope: scopeOf(telling),
    period: `${dates.period(kind, now)} (${words.head.wholeDays})`,
    compared: words.head.comparedWith(dates.period(kind, before)),
    caveats: { title: words.head.caveats, lines: caveatsOf(telling) },
    ...parts,
    foot: footOf(telling),
    unsubscribe: words.foot.unsubscribe,
    ...{ open: words.mail.open, alsoThere: words.mail.onPage, expires: words.mail.expires },
  };
}

function caveatsOf(telling: Telling): readonly string[] {
  const { content, words, limits } = telling;
  const lines = content.caveats.slice(0, limits.caveats).map((line) => manyLines(line, LONGEST_SENTENCE));
  const more = content.caveats.length - lines.length;
  return more > 0 ? [...lines, words.more.rows({ count: more, said: telling.measures.count(more) })] : lines;
}

function scopeOf(telling: Telling): string {
  const { content, words } = telling;
  const fleet = named(content.fleet.name, telling);
  if (content.groups === null) return `${fleet} · ${words.head.wholeFleet}`;
  const shown = content.groups.slice(0, GROUPS_IN_TITLE).map((group) => named(group, telling));
  return `${fleet} · ${words.head.groups(shown.join(', '), content.groups.length - shown.length)}`;
}

const DAY_MILLIS = 86_400_000;

function footOf(telling: Telling): readonly string[] {
  const { content, words, dates, zone } = telling;
  const read = dates.moment(content.gatheredAt, zone);
  const ends = Date.parse(`${content.period.now.to}T00:00:00Z`) + DAY_MILLIS;
  const from = dates.moment(`${content.period.now.from}T00:00:00Z`, zone);
  const to = Number.isNaN(ends) ? undefined : dates.moment(new Date(ends).toISOString(), zone);
  const isUtc = ['UTC', 'Etc/UTC'].includes(zone);
  return [
    ...(telling.hasTable ? [words.attached] : []),
    ...(from === undefined || to === undefined || isUtc ? [] : [words.foot.period(from, to, zone)]),
    ...(read === undefined ? [] : [words.foot.figuresRead(read, zone)]),
    words.foot.sentBy(
      oneLine(content.digest.id, telling.limits.name),
      content.digest.version,
      named(content.fleet.name, telling),
    ),
  ];
}
