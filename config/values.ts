const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A port, 3000 when absent; 0 takes any. */
export function readPort(value: string | undefined, mistakes: string[]): number {
  const port = Number(value ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    mistakes.push('PORT is no whole number from 0 to 65535.');
  return port;
}

/** Milliseconds of a duration such as `24h`. */
export function readDuration(name: string, value: string, mistakes: string[]): number {
  const match = /^(\d{1,6})([smhd])$/.exec(value);
  if (!match) mistakes.push(`${name} is no duration: write 30s, 10m, 24h or 7d.`);
  return match ? Number(match[1]) * SECONDS[match[2]!]! * 1000 : 0;
}

/** Milliseconds between two times of something that is not to be done all the time. */
export function readEvery(name: string, value: string, mistakes: string[]): number {
  const millis = readDuration(name, value, mistakes);
  if (millis > 0 && millis < 60_000) mistakes.push(`${name} is less than a minute.`);
  if (/^0+[smhd]$/.test(value)) mistakes.push(`${name} is zero: write off.`);
  return millis;
}

/** How much may be done each second; nothing when absent or `off`. */
export function readRate(name: string, value: string | undefined, mistakes: string[]): number | undefined {
  if (value === undefined || value === 'off') return undefined;
  const rate = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || rate < 0.1 || rate > 10_000)
    mistakes.push(`${name} is no number from 0.1 to 10000: how many each second, or off.`);
  return rate;
}

/** A switch that is off when absent. */
export function readFlag(name: string, value: string | undefined, mistakes: string[]): boolean {
  if (value !== undefined && !['1', '0', 'true', 'false'].includes(value))
    mistakes.push(`${name} is none of 1, 0, true, false.`);
  return value === '1' || value === 'true';
}

/** Checks that a URL is one, of the kind its variable takes. */
export function checkUrl(name: string, value: string | undefined, mistakes: string[]): void {
  const schemes: Readonly<Record<string, RegExp>> = {
    DATABASE_URL: /^postgres(ql)?:$/,
    SMTP_URL: /^smtps?:$/,
    SLACK_API_URL: /^https?:$/,
  };
  if (value === undefined) return;
  const ok = URL.canParse(value) && schemes[name]!.test(new URL(value).protocol);
  if (!ok)
    mistakes.push(
      `${name} is no URL of the right kind (${String(schemes[name]).replace(/[/^$\\?:]/g, '')}).`,
    );
}

/** Whether a text is an http(s) URL. */
export function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Whether a text names an IANA time zone. */
export function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

/** An object with the one key, or without it when there is no value. */
export function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
