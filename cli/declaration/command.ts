import type {
  Answer,
  BodyOf,
  FleetPath,
  MethodOf,
  ParametersOf,
  QueryOf,
  RequestOf,
} from '../../api/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Terminal } from '../terminal/index.ts';
import type { GivenOf, Option, Sends } from './options.ts';

/** Options and arguments, keyed by the names under which a command receives them. */
export type Options = Readonly<Record<string, Option>>;

/** Everything that a running command receives: the API client, the terminal, and its options. */
export interface Context<Given = object> {
  /** Client of the fleet. Reading this property without a token throws a CommandError. */
  readonly api: ApiClient;
  readonly terminal: Terminal;
  readonly given: Given;
  readonly isJson: boolean;
  /**
   * Returns the time zone in which times are printed: the fleet's, or UTC with `--utc`. The fleet's zone is
   * fetched from the server at most once.
   */
  readonly zone: () => Promise<string>;
}

/** Everything that a command receives to print an answer. */
export interface Shown<Given = object, Request = unknown> extends Context<Given> {
  /** The request that was answered. */
  readonly request: Request;
  /** Whether options narrow the list, so that a missing item may still exist. */
  readonly isNarrowed: boolean;
}

/** Module of a command that is one call of the API. It is loaded when the command runs. */
export interface CallModule<Reply, Request, Given> {
  readonly print: (answer: Reply, shown: Shown<Given, Request>) => void | Promise<void>;
  /** Returns the exit code: 1 when the answer shows a problem, otherwise 0. */
  readonly exitCode?: (answer: Reply) => 0 | 1;
  /** Completes the request before it is sent, or refuses it. */
  readonly prepare?: (request: Request, context: Context<Given>) => Request | Promise<Request>;
}

/** A command that is one call of the API. */
interface CallCommand<Path extends FleetPath, Method extends MethodOf<Path>, Given extends Options> {
  readonly name: string;
  readonly about: string;
  /** Whether the group runs this command when no command is named. */
  readonly isDefault?: true;
  readonly method: Method;
  readonly path: Path;
  readonly params?: { readonly [Name in keyof ParametersOf<Path, Method>]: Option };
  readonly query?: { readonly [Name in keyof QueryOf<Path, Method>]?: Sends<QueryOf<Path, Method>[Name]> };
  readonly body?: { readonly [Name in keyof BodyOf<Path, Method>]?: Sends<BodyOf<Path, Method>[Name]> };
  /** Options that are not sent, such as `--yes`. */
  readonly given?: Given;
  /** Whether the answer is a list with the options of `range`. The list is fetched in several calls, up to `--limit`. */
  readonly isPaged?: true;
  /** Whether to leave out `--utc`, because no time is read or printed. */
  readonly isTimeless?: true;
  /**
   * Whether the command exits with 1 after a conflict (409). The command did run, but found a state that does
   * not allow the change.
   */
  readonly isConflictFound?: true;
  readonly module: () => Promise<CallModule<Answer<Path, Method>, RequestOf<Path, Method>, GivenOf<Given>>>;
}

/** A declared `CallCommand` whose types were checked. */
export interface DeclaredCall {
  readonly kind: 'call';
  readonly name: string;
  readonly about: string;
  readonly isDefault?: true;
  readonly method: string;
  readonly path: string;
  readonly params?: Options;
  readonly query?: Options;
  readonly body?: Options;
  readonly given?: Options;
  readonly isPaged?: true;
  readonly isTimeless?: true;
  readonly isConflictFound?: true;
  readonly module: () => Promise<CallModule<unknown, unknown, unknown>>;
}

/** A command that runs its own code instead of one call of the API. */
interface OwnCommand<Given extends Options> {
  readonly name: string;
  readonly about: string;
  readonly options?: Given;
  /**
   * Common options of the command. `fleet` adds `--fleet` and `--utc`; `timeless` adds `--fleet` alone. When
   * absent, neither is added.
   */
  readonly takes?: 'fleet' | 'timeless';
  /** Whether the command has no option `--json`, because its output is a log or exported data. */
  readonly isPlain?: true;
  /** Runs the command. @returns the exit code */
  readonly run: (context: Context<GivenOf<Given>>) => Promise<number>;
}

export interface DeclaredCommand {
  readonly kind: 'command';
  readonly name: string;
  readonly about: string;
  readonly options?: Options;
  readonly takes?: 'fleet' | 'timeless';
  readonly isPlain?: true;
  readonly run: (context: Context<never>) => Promise<number>;
}

export interface DeclaredGroup {
  readonly kind: 'group';
  readonly name: string;
  readonly about: string;
  readonly commands: readonly Declared[];
}

/** A command or a group of commands, declared as data. */
export type Declared = DeclaredCall | DeclaredCommand | DeclaredGroup;

/** Declares a command that is one call of the API. The compiler checks it against the server's description. */
export function apiCommand<
  Path extends FleetPath,
  Method extends MethodOf<Path>,
  Given extends Options = Record<never, never>,
>(command: CallCommand<Path, Method, Given>): DeclaredCall {
  return { ...(command as unknown as Omit<DeclaredCall, 'kind'>), kind: 'call' };
}

/** Declares a command that runs its own code instead of one call of the API. */
export function command<Given extends Options = Record<never, never>>(
  declared: OwnCommand<Given>,
): DeclaredCommand {
  return { ...declared, kind: 'command' };
}

/** Declares a group of commands. */
export function group(name: string, about: string, commands: readonly Declared[]): DeclaredGroup {
  return { kind: 'group', name, about, commands };
}
