import { DAY_FIELDS, DIGEST_RECIPIENTS, sentence } from '../documents/index.ts';
import type { Digest, IssueList, Sentence } from '../documents/index.ts';
import { lagDays, uncertainTimes, utcMidnight } from '../digests/index.ts';
import { WEEKDAYS } from '../time/index.ts';
import { quoted } from '../vocabulary/index.ts';

const DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1));

const ENDS: Readonly<Record<Digest['period'], Sentence>> = {
  day: sentence('endsDay'),
  week: sentence('endsWeek'),
  month: sentence('endsMonth'),
};

/** The messages for a day of sending that is missing or does not fit the period. */
const DAY_WORDS = {
  week: {
    missing: sentence('weekdayMissing'),
    other: (period: string) => sentence('ofWeek', { period }),
    allowed: WEEKDAYS,
  },
  month: {
    missing: sentence('dayMissing'),
    other: (period: string) => sentence('ofMonth', { period }),
    allowed: DAYS,
  },
} as const;

/** Refuses a day of sending that does not fit the period. */
function lintSend({ period, send }: Digest, issues: IssueList): void {
  for (const each of ['week', 'month'] as const) {
    const field = DAY_FIELDS[each];
    const { missing, other, allowed } = DAY_WORDS[each];
    if (period === each && send[field] === undefined) issues.error(`/send/${field}`, missing, allowed);
    if (period !== each && send[field] !== undefined) issues.error(`/send/${field}`, other(period));
  }
}

/** Refuses a local time that a clock change skips or repeats on a day on which the digest is due. */
function lintClock(digest: Digest, issues: IssueList): void {
  const { at, timezone, weekday, day } = digest.send;
  const times = uncertainTimes(digest);
  if (!times.some(({ from, until }) => from <= at && at < until)) return;
  const ranges = times
    .map(({ from, until }) => sentence('fromUntil', { from, until }))
    .reduce((first, second) => sentence('andRange', { first, second }));
  const days =
    weekday !== undefined
      ? sentence('onWeekday', { weekday })
      : day !== undefined
        ? sentence('onDay', { day })
        : '';
  const orDay = days && sentence('orAnotherDay');
  issues.error('/send/at', sentence('clockChange', { zone: timezone, ranges, days, orDay }));
}

/** Warns if the previous UTC date may not be over at the time of sending. The service reports by UTC dates. */
function lintDate({ period, send }: Digest, issues: IssueList): void {
  if (lagDays(send) >= -1) return;
  if (period === 'month' && send.day !== 1) return;
  const orDay = period === 'month' ? sentence('orDayTwo') : '';
  issues.warn(
    '/send/at',
    sentence('utcDates', {
      at: send.at,
      zone: send.timezone,
      effect: ENDS[period],
      midnight: utcMidnight(send.timezone),
      orDay,
    }),
  );
}

function refuseTwice(names: readonly string[] | undefined, pointer: string, issues: IssueList): void {
  const first = new Map<string, number>();
  names?.forEach((name, index) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else
      issues.error(
        `${pointer}/${index}`,
        sentence('alreadyAt', { name: quoted(name), place: `${pointer}/${earlier}` }),
      );
  });
}

/** Finds mistakes and probable mistakes in a digest. Its fields must be valid. */
export function lintDigest(digest: Digest, issues: IssueList): void {
  const { to, groups, sections } = digest;
  lintSend(digest, issues);
  lintClock(digest, issues);
  lintDate(digest, issues);
  if (DIGEST_RECIPIENTS.every((field) => digest[field] === undefined))
    issues.error('', sentence('digestNobody'));
  refuseTwice(
    to?.map((address) => address.toLowerCase()),
    '/to',
    issues,
  );
  refuseTwice(groups, '/groups', issues);
  refuseTwice(sections, '/sections', issues);
}
