/**
 * Returns the instant of a local time in a zone, as a field for date and time gives it: `2026-11-25T14:05`. A time that a
 * change of clocks repeats means the first one; one that it skips means the instant after the change.
 * @returns undefined for any other text
 */
export function instantOf(wall: string, zone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(wall)) return undefined;
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Offsets before and after a change of clocks; the earlier instant with this local time is used.
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((at) => offsetOf(new Date(at), zone));
  const candidates = offsets.map((offset) => asUtc - offset).sort((a, b) => a - b);
  const found = candidates.find((at) => at + offsetOf(new Date(at), zone) === asUtc);
  return new Date(found ?? candidates.at(-1)!);
}

const DAY_MS = 86_400_000;

/** Returns the milliseconds by which a zone's clock is ahead of UTC. */
function offsetOf(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? '00';
  const shown = `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`;
  return Date.parse(shown) - Math.floor(at.getTime() / 1000) * 1000;
}
