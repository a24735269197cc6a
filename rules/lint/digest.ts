import type { Digest, IssueList } from '../documents/index.ts';
import { lagDays, uncertainTimes, utcMidnight } from '../digests/index.ts';
import { WEEKDAYS } from '../time/index.ts';
import { quoted } from '../vocabulary/index.ts';

const DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1));

const ENDS: Readonly<Record<Digest['period'], string>> = {
  day: 'the digest covers the day before it',
  week: 'the week ends with the day before it',
  month: 'on the first of a month it would cover the month before the last one',
};

/** Refuses a time of sending that does not belong to the period. */
function lintSend({ period, send: { weekday, day } }: Digest, issues: IssueList): void {
  if (period === 'week' && weekday === undefined)
    issues.error('/send/weekday', 'is missing: a weekly digest is sent on a day of the week', WEEKDAYS);
  if (period === 'month' && day === undefined)
    issues.error('/send/day', 'is missing: a monthly digest is sent on a day of the month, 1 to 28', DAYS);
  if (period !== 'week' && weekday !== undefined)
    issues.error(
      '/send/weekday',
      `belongs to period "week", and this is "${period}": leave it out or change the period`,
    );
  if (period !== 'month' && day !== undefined)
    issues.error(
      '/send/day',
      `belongs to period "month", and this is "${period}": leave it out or change the period`,
    );
}

/** Refuses a time of day that the zone's clock skips or shows twice on a day on which the digest is due. */
function lintClock(digest: Digest, issues: IssueList): void {
  const { at, timezone, weekday, day } = digest.send;
  const times = uncertainTimes(digest);
  if (!times.some(({ from, until }) => from <= at && at < until)) return;
  const ranges = times.map(({ from, until }) => `from ${from} to before ${until}`).join(' and ');
  const days = weekday !== undefined ? ` on ${weekday}` : day !== undefined ? ` on day ${day}` : '';
  issues.error(
    '/send/at',
    `may be skipped or repeated when the clock of ${timezone} changes: affected are times ${ranges}${days}; choose another time${days && ', or another day'}`,
  );
}

/** Warns of a time at which the date before is not over everywhere in the year: the service counts UTC dates. */
function lintDate({ period, send }: Digest, issues: IssueList): void {
  if (lagDays(send) >= -1) return;
  if (period === 'month' && send.day !== 1) return;
  issues.warn(
    '/send/at',
    `the analytics service counts UTC dates, and at ${send.at} in ${send.timezone} the previous UTC date has not ended yet (at least in summer), so ${ENDS[period]}; send it at ${utcMidnight(send.timezone)} or later${period === 'month' ? ', or on day 2' : ''}`,
  );
}

function refuseTwice(names: readonly string[] | undefined, pointer: string, issues: IssueList): void {
  const first = new Map<string, number>();
  names?.forEach((name, index) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else issues.error(`${pointer}/${index}`, `${quoted(name)} is already at ${pointer}/${earlier}`);
  });
}

/** Finds what is wrong, or most likely not meant, in a digest whose fields are right. */
export function lintDigest(digest: Digest, issues: IssueList): void {
  const { to, slack, groups, sections } = digest;
  lintSend(digest, issues);
  lintClock(digest, issues);
  lintDate(digest, issues);
  if (to === undefined && slack === undefined)
    issues.error('', 'has no recipient: write to (addresses), slack (a channel), or both');
  refuseTwice(
    to?.map((address) => address.toLowerCase()),
    '/to',
    issues,
  );
  refuseTwice(groups, '/groups', issues);
  refuseTwice(sections, '/sections', issues);
}
