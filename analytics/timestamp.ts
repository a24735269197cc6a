const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** No clock on earth is further from UTC than 14 hours, and PostgreSQL refuses 16. */
const MAX_OFFSET_HOURS = 15;

/**
 * An ISO 8601 timestamp with a UTC offset, as sent. Only its spelling is made uniform (`T`, `Z`, `+05:30` for `+0530`),
 * so that everything behind the normaliser can rely on one form; the offset itself stays, because local hours need it.
 * @returns undefined when the text is something else, has no offset, or names a moment that does not exist
 */
export function toTimestamp(text: string): string | undefined {
  const match = TIMESTAMP.exec(text.trim());
  if (!match) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = '00',
    fraction = '',
    sign,
    offsetHour,
    offsetMinute = '00',
  ] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour ?? 0) > MAX_OFFSET_HOURS || Number(offsetMinute) > 59) return undefined;
  const offset = sign === undefined ? 'Z' : `${sign}${offsetHour}:${offsetMinute}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${offset}`;
}

/** A calendar date `YYYY-MM-DD` that exists, or undefined. */
export function toDate(text: string): string | undefined {
  const match = DATE.exec(text.trim());
  return match && isDay(Number(match[1]), Number(match[2]), Number(match[3])) ? match[0] : undefined;
}

/** `Date` rolls 30 February over into March instead of refusing it; a day that exists stays in its month. */
function isDay(year: number, month: number, day: number): boolean {
  return year >= 1000 && new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}
