const DAY_MS = 86_400_000;

/** Returns the `count` calendar dates up to and with `last`, the earliest first. */
export function daysBefore(last: string, count: number): readonly string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) =>
    new Date(end - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}
