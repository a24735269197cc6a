import { randomBytes } from 'node:crypto';
import { createApiClient } from './apiClient.ts';
import type { ApiClient } from './apiClient.ts';
import { EXIT } from './exit.ts';
import { instantIn } from './localTime.ts';
import { printSilence, printSilences } from './silenceText.ts';
import type { SilenceAnswer } from './silenceText.ts';
import { createTerminal } from './terminal.ts';

/** Options that every command about silences takes. */
export interface SilenceOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

/** What a new silence is about. */
export interface AddOptions extends SilenceOptions {
  readonly id?: string;
  readonly reason: string;
  readonly until: string;
  readonly rule?: readonly string[];
  readonly driver?: readonly string[];
  readonly group?: readonly string[];
}

interface SilenceList {
  readonly items: readonly SilenceAnswer[];
  readonly next_cursor?: string;
  /** Absent at servers that are older than this command. */
  readonly timezone?: string;
}

/** Lists the silences that count now, or all of them, newest first. */
export async function listSilences(options: SilenceOptions & { readonly all?: boolean }): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<SilenceList>('GET', options.all ? 'silences' : 'silences?in_force=true');
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else
    printSilences(terminal, answer.items, {
      zone: answer.timezone ?? 'UTC',
      all: options.all === true,
      hasMore: answer.next_cursor !== undefined,
    });
  return EXIT.ok;
}

/** Silences alerts from now on, and says which. */
export async function addSilence(options: AddOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const zone = await zoneOf(api);
  const { reason, rule: rules, driver: drivers, group: groups } = options;
  const silence = await api.call<SilenceAnswer>('POST', 'silences', {
    ...{ id: options.id ?? idFor(reason), reason, rules, drivers, groups },
    until: instantIn('--until', options.until, { zone, now: new Date() }),
  });
  return print(silence, zone, options);
}

/** Ends a silence early; it is kept, with who ended it and why. */
export async function endSilence(
  id: string,
  options: SilenceOptions & { readonly why?: string },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const query = options.why === undefined ? '' : `?why=${encodeURIComponent(options.why)}`;
  const silence = await api.call<SilenceAnswer>('DELETE', `silences/${encodeURIComponent(id)}${query}`);
  return print(silence, await zoneOf(api), options);
}

function print(silence: SilenceAnswer, zone: string, options: SilenceOptions): number {
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(silence, undefined, 2));
  else printSilence(terminal, silence, zone);
  return EXIT.ok;
}

/** The zone of the fleet's clock. */
async function zoneOf(api: ApiClient): Promise<string> {
  return (await api.call<SilenceList>('GET', 'silences?limit=1')).timezone ?? 'UTC';
}

/** An id that nobody had before, from the reason: `brake-training-3f9a`. */
function idFor(reason: string): string {
  const words = reason
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${words || 'silence'}-${randomBytes(2).toString('hex')}`;
}
