import { randomBytes } from 'node:crypto';
import { oneLine } from '../../messages/format/index.ts';
import {
  EXIT,
  confirm,
  createApiClient,
  createTerminal,
  clockOf,
  dayAndTime,
  driverOf,
  instantIn,
  printParagraph,
  printTable,
} from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';

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
  readonly yes?: boolean;
}

interface SilenceList {
  readonly items: readonly SilenceAnswer[];
  readonly next_cursor?: string;
  readonly timezone: string;
}

/** Lists active silences, or all of them, newest first. */
export async function listSilences(options: SilenceOptions & { readonly all?: boolean }): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<SilenceList>('GET', options.all ? 'silences' : 'silences?active=true');
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else
    printSilences(terminal, answer.items, {
      zone: await clockOf(api),
      all: options.all === true,
      hasMore: answer.next_cursor !== undefined,
    });
  return EXIT.ok;
}

/** Creates a silence, and says which; asks first where it reaches far, and about drivers of whom nothing is stored. */
export async function addSilence(options: AddOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const zone = await clockOf(api);
  const { reason, rule: rules, driver: drivers, group: groups } = options;
  const asked = {
    id: options.id ?? idFor(reason),
    reason,
    rules,
    drivers,
    groups,
    until: instantIn('--until', options.until, { zone, now: new Date() }),
  };
  if (!options.yes) await confirmReach(api, asked);
  const silence = await api.call<SilenceAnswer>('POST', 'silences', asked);
  return print(silence, zone, options);
}

/**
 * Shows what a silence of the fleet, of a critical rule, or of a driver of whom nothing is stored would do, and asks: only a
 * person knows whether it is meant.
 * @throws CommandError (exit code 2) when it was not confirmed
 */
async function confirmReach(
  api: ApiClient,
  asked: { readonly [Name in 'rules' | 'drivers' | 'groups']: readonly string[] | undefined },
): Promise<void> {
  const silence = await api.call<SilenceAnswer>('POST', 'silences?dry_run=true', asked);
  const { warnings = [], critical_rules: critical = [], would_have_silenced: recent } = silence;
  if (warnings.length === 0) return;
  const terminal = createTerminal(process.stderr);
  for (const { message } of warnings)
    printParagraph(terminal, `warning: ${oneLine(message, 500)}`, { paint: terminal.colors.yellow });
  if (recent) printParagraph(terminal, recentWords(recent));
  const isWholeFleet = !asked.rules && !asked.drivers && !asked.groups;
  const [answer, does] = isWholeFleet
    ? ['silence the fleet', 'silences the whole fleet']
    : critical.length > 0
      ? ['silence critical alerts', 'silences a critical rule']
      : ['yes', 'silences a driver of whom nothing is stored'];
  await confirm({ question: `Create the silence? Type ${answer}`, answer, yes: false, does });
}

/** `In the last 7 days it would have stopped 12 alerts: hard-braking 9, phone-use 3.` */
function recentWords({ alerts, rules }: NonNullable<SilenceAnswer['would_have_silenced']>): string {
  const count = alerts === 1 ? '1 alert' : `${alerts || 'no'} alerts`;
  const named = rules.map((each) => `${oneLine(each.rule, 200)} ${each.alerts}`).join(', ');
  return `In the last 7 days it would have stopped ${count}${named === '' ? '' : `: ${named}`}.`;
}

/** End a silence early; it is stored, with who ended it and why. */
export async function endSilence(
  id: string,
  options: SilenceOptions & { readonly why?: string },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const query = options.why === undefined ? '' : `?why=${encodeURIComponent(options.why)}`;
  const silence = await api.call<SilenceAnswer>('DELETE', `silences/${encodeURIComponent(id)}${query}`);
  return print(silence, await clockOf(api), options);
}

function print(silence: SilenceAnswer, zone: string, options: SilenceOptions): number {
  const terminal = createTerminal();
  if (options.json) terminal.json(silence);
  else printSilence(terminal, silence, zone);
  return EXIT.ok;
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

/** A silence as the API shows it, as far as it is shown. */
interface SilenceAnswer {
  readonly id: string;
  readonly reason: string;
  readonly until: string;
  readonly rules?: readonly string[];
  readonly drivers?: readonly string[];
  /** Names of these drivers by id, those that are known. */
  readonly driver_names?: Readonly<Record<string, string>>;
  readonly groups?: readonly string[];
  /** Those of `rules` that are critical. */
  readonly critical_rules?: readonly string[];
  readonly active: boolean;
  readonly created_by: string;
  readonly ended_at?: string;
  readonly ended_by?: string;
  readonly ended_why?: string;
  /** How far it reaches, and names that the fleet has not. */
  readonly warnings?: readonly { readonly pointer: string; readonly message: string }[];
  /** Of a dry run: alerts of the last seven days. */
  readonly would_have_silenced?: {
    readonly alerts: number;
    readonly rules: readonly { readonly rule: string; readonly alerts: number }[];
  };
}

type Scope = Pick<SilenceAnswer, 'rules' | 'drivers' | 'driver_names' | 'groups'>;

/** Which alerts a silence stops: `alerts of the rule a or b about the driver Ann Becker (d-5)`; every scope it names must fit. */
function scopeWords({ rules, drivers: ids, driver_names: names = {}, groups }: Scope): string {
  if (!rules && !ids && !groups) return 'every alert of the whole fleet, except those of critical rules';
  const drivers = ids?.map((id) => driverOf({ driver_id: id, driver_name: names[id] }));
  const parts = [
    ...(rules ? [`of ${choice('the rule', rules)}`] : []),
    ...(drivers ? [`about ${choice('the driver', drivers)}`] : []),
    ...(groups ? [`${drivers ? 'while in' : 'about drivers of'} ${choice('the group', groups)}`] : []),
  ];
  return `alerts ${parts.join(' ')}`;
}

function choice(what: string, names: readonly string[]): string {
  const shown = names.map((name) => oneLine(name, 200));
  const last = shown.pop();
  return shown.length === 0 ? `${what} ${last}` : `${what} ${shown.join(', ')} or ${last}`;
}

/** Prints what a silence does, until when, and how it is ended. */
function printSilence(terminal: Terminal, silence: SilenceAnswer, zone: string): void {
  const { colors } = terminal;
  const { id, reason, until, active: isActive, warnings = [] } = silence;
  const end = silence.ended_at ?? until;
  const sentence = isActive
    ? `Silenced until ${dayAndTime(until, zone)} (${zone}): ${scopeWords(silence)}.`
    : `No longer silenced since ${dayAndTime(end, zone)} (${zone}): ${scopeWords(silence)}.`;
  printParagraph(terminal, sentence);
  printParagraph(terminal, `“${oneLine(reason, 500)}”`, { indent: 2 });
  if (silence.ended_by !== undefined)
    printParagraph(
      terminal,
      `Ended by ${oneLine(silence.ended_by, 200)}${silence.ended_why === undefined ? '' : `: “${oneLine(silence.ended_why, 500)}”`}`,
      { indent: 2 },
    );
  for (const { message } of warnings)
    printParagraph(terminal, `warning: ${oneLine(message, 500)}`, { paint: colors.yellow });
  if (isActive) terminal.line(colors.dim(`\n  tripline silences end ${id}`));
}

/** Prints silences, a row each. */
function printSilences(
  terminal: Terminal,
  items: readonly SilenceAnswer[],
  { zone, all, hasMore }: { readonly zone: string; readonly all: boolean; readonly hasMore: boolean },
): void {
  const { colors } = terminal;
  if (items.length === 0)
    terminal.line(all ? 'There are no silences.' : 'No active silences. --all also lists ended ones.');
  else
    printTable(
      terminal,
      ['id', `until (${zone})`, 'silences, and why'],
      items.map((each) => [
        each.active ? colors.yellow(each.id) : colors.dim(each.id),
        each.active ? dayAndTime(each.until, zone) : 'over',
        `${scopeWords(each)}\n“${oneLine(each.reason, 500)}”, ${oneLine(each.created_by, 200)}`,
      ]),
    );
  if (hasMore) terminal.line(colors.dim('Older ones: GET silences.'));
}
