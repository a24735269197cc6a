import { userInfo } from 'node:os';
import { clockOf, createApiClient, tooLateIsFound } from '../calls/index.ts';
import type { ApiClient } from '../calls/index.ts';
import { keyOf } from '../declaration/index.ts';
import type { Context, DeclaredCall, DeclaredCommand, Option, Options } from '../declaration/index.ts';
import { CommandError, EXIT, createTerminal, endIn, instantIn } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** Values of options and arguments as commander read them, by commander's keys. */
type Values = Readonly<Record<string, unknown>>;

/** A request whose types the declaration has checked. */
interface Request {
  readonly params?: Values;
  readonly query?: Values;
  readonly body?: Values;
}

/** A client without the types of its paths. */
interface Calls {
  call(method: string, path: string, request: Request): Promise<unknown>;
}

/** Runs a declared command. @returns its exit code */
export async function runDeclared(declared: DeclaredCall | DeclaredCommand, values: Values): Promise<number> {
  const context = contextOf(declared.kind === 'call' ? declared.given : declared.options, values);
  if (declared.kind === 'command') return declared.run(context as Context<never>);
  const { api, terminal, isJson, zone, given } = context;
  const module = await declared.module();
  const read = await requestOf(declared, values, zone);
  const request = ((await module.prepare?.(read, context)) ?? read) as Request;
  const calls = api as unknown as Calls;
  const called = declared.isPaged
    ? allPages(calls, declared, request)
    : calls.call(declared.method, declared.path, request);
  const answer = await (declared.isConflictFound ? tooLateIsFound(called) : called);
  if (isJson) terminal.json(answer);
  else {
    const isNarrowed = Object.entries(values).some(([name, value]) => value !== undefined && !FREE.has(name));
    await module.print(answer, { api, terminal, isJson, zone, given, request, isNarrowed });
    if (declared.isPaged) printMore(terminal, answer as Page);
  }
  return module.exitCode?.(answer) ?? EXIT.ok;
}

/** Options that do not narrow a list. */
const FREE = new Set(['fleet', 'json', 'utc', 'limit']);

function contextOf(options: Options = {}, values: Values): Context<Values> {
  let client: ApiClient | undefined;
  let zone: Promise<string> | undefined;
  const context: Context<Values> = {
    get api() {
      return (client ??= createApiClient(values['fleet'] as string));
    },
    terminal: createTerminal(),
    given: Object.fromEntries(
      Object.entries(options).flatMap(([name, { flags }]) => {
        const value = values[keyOf(flags)];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    isJson: values['json'] === true,
    zone: () => (zone ??= clockOf(context.api)),
  };
  return context;
}

async function requestOf(
  { params, query, body }: DeclaredCall,
  values: Values,
  zone: () => Promise<string>,
): Promise<Request> {
  const now = new Date();
  const sent = async (options: Options, isTrue: unknown): Promise<Values> => {
    const read: Record<string, unknown> = {};
    for (const [name, option] of Object.entries(options))
      read[name] = await valueOf(option, { value: values[keyOf(option.flags)], isTrue, zone, now });
    return read;
  };
  return {
    ...(params && { params: await sent(params, true) }),
    ...(query && { query: await sent(query, 'true') }),
    ...(body && { body: await sent(body, true) }),
  };
}

interface Reading {
  readonly value: unknown;
  /** Value that is sent for a flag that is set. */
  readonly isTrue: unknown;
  readonly zone: () => Promise<string>;
  readonly now: Date;
}

/** Returns the value to send for an option. @throws CommandError for an invalid time */
async function valueOf(option: Option, { value, isTrue, zone, now }: Reading): Promise<unknown> {
  if (option.kind === 'person') return value ?? nameOfUser();
  if (value === undefined) return undefined;
  switch (option.kind) {
    case 'flag':
      return isTrue;
    case 'whole':
      return Number(value);
    case 'moment': {
      const { flags, isPast = false, isEnd } = option;
      const reading = { zone: await zone(), now, isPast };
      return (isEnd ? endIn : instantIn)(flags.split(' ')[0]!, value as string, reading);
    }
    default:
      return value;
  }
}

/**
 * Returns the default for the acting person: the name of this machine's user. Undefined for a personal token,
 * because the server knows its person and accepts no other name.
 */
function nameOfUser(): string | undefined {
  if (process.env['TRIPLINE_TOKEN']?.startsWith('tlp_')) return undefined;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** One page of a list, as the API returns it. */
interface Page {
  readonly items: readonly unknown[];
  /** Cursor of the next page; absent at the end. */
  readonly next_cursor?: string;
}

/** Maximum number of items that the API returns at once. */
const LARGEST_PAGE = 200;

/**
 * Reads a list in several requests until the limit is reached.
 * @throws CommandError for an invalid limit
 */
async function allPages(calls: Calls, { method, path }: DeclaredCall, { query }: Request): Promise<Page> {
  const limit = limitOf(query?.['limit'] as string);
  const items: unknown[] = [];
  let cursor = query?.['cursor'] as string | undefined;
  do {
    const asked = { ...query, limit: Math.min(LARGEST_PAGE, limit - items.length), cursor };
    const page = (await calls.call(method, path, { query: asked })) as Page;
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined && items.length < limit);
  return { items, ...(cursor !== undefined && { next_cursor: cursor }) };
}

function limitOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new CommandError(`--limit ${text}: write a whole number from 1.`);
}

function printMore(terminal: Terminal, { next_cursor: cursor }: Page): void {
  if (cursor !== undefined)
    terminal.line(
      terminal.colors.dim(`There are more: repeat it with --cursor ${cursor}, or with a larger --limit.`),
    );
}
