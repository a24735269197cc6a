/** An option or an argument. `flags` of an argument are its name in angle brackets. */
export type Option = Text | Choice<string> | Flag | Several | Whole | Moment | Person;

interface Described {
  readonly flags: string;
  readonly about: string;
  readonly isRequired?: true;
  /** Default value of the option. */
  readonly standard?: string;
}

interface Text extends Described {
  readonly kind: 'text';
}

interface Choice<Value extends string> extends Described {
  readonly kind: 'choice';
  readonly choices: readonly Value[];
}

interface Flag extends Described {
  readonly kind: 'flag';
}

interface Several extends Described {
  readonly kind: 'several';
}

/** A number, which the body of a request contains as a number. The server refuses other texts. */
interface Whole extends Described {
  readonly kind: 'whole';
}

/**
 * A time: on the fleet's clock, with an offset, or as a span from now such as `2h`. The request contains it
 * as an instant.
 */
interface Moment extends Described {
  readonly kind: 'moment';
  /** Whether a span such as `2h` leads into the past. When absent, it leads into the future. */
  readonly isPast?: true;
  /** Whether a date alone means the end of its day, so that the range includes the day. */
  readonly isEnd?: true;
}

/** Name of the acting person. Default: the user of this machine; with a personal token, the token's person. */
interface Person extends Described {
  readonly kind: 'person';
}

/** Kinds of options whose values may be sent to the API. A choice may have only values that the API knows. */
export type Sends<Value> = Text | Flag | Several | Whole | Moment | Person | Choice<Extract<Value, string>>;

/** The value that a command receives for an option. */
type ValueOf<Given> = Given extends Flag
  ? boolean
  : Given extends Several
    ? readonly string[]
    : Given extends Choice<infer Value>
      ? Value
      : string;

type Present = { readonly isRequired: true } | { readonly standard: string };

/** The values that a command receives for its options, by their names. */
export type GivenOf<Options> = {
  readonly [Name in keyof Options as Options[Name] extends Present ? Name : never]: ValueOf<Options[Name]>;
} & {
  readonly [Name in keyof Options as Options[Name] extends Present ? never : Name]?: ValueOf<Options[Name]>;
};

/** Declares an argument, such as `<id>`. */
export function argument(flags: string, about = ''): Text & { readonly isRequired: true } {
  return { kind: 'text', flags, about, isRequired: true };
}

export function text(flags: string, about: string): Text {
  return { kind: 'text', flags, about };
}

export function flag(flags: string, about: string): Flag {
  return { kind: 'flag', flags, about };
}

/** Declares an option with a closed set of values. */
export function choice<const Value extends string>(
  flags: string,
  about: string,
  choices: readonly Value[],
): Choice<Value> {
  return { kind: 'choice', flags, about, choices };
}

/** Declares an option that may be repeated. */
export function several(flags: string, about: string): Several {
  return { kind: 'several', flags, about };
}

export function whole(flags: string, about: string): Whole {
  return { kind: 'whole', flags, about };
}

export function moment(flags: string, about: string): Moment {
  return { kind: 'moment', flags, about };
}

/** Declares `--by`. */
export function person(does: 'answers' | 'decides'): Person {
  const about = `who ${does} (default: the person of a personal token, else the user of this machine)`;
  return { kind: 'person', flags: '--by <name>', about };
}

/** Makes an option mandatory. */
export function required<Given extends Option>(option: Given): Given & { readonly isRequired: true } {
  return { ...option, isRequired: true };
}

/** Gives an option a default value. */
export function standard<Given extends Option>(
  value: string,
  option: Given,
): Given & { readonly standard: string } {
  return { ...option, standard: value };
}

interface Range {
  readonly from: Moment;
  readonly to: Moment;
  readonly limit: Text & { readonly standard: string };
  readonly cursor: Text;
}

/** Declares the options that limit a long list: a range of time, and a number of items. */
export function range(what: string): Range {
  return {
    from: {
      ...moment(
        '--from <time>',
        `only those ${what} at or after it: a time or date on the fleet’s clock, or so long ago (24h, 7d)`,
      ),
      isPast: true,
    },
    to: {
      ...moment('--to <time>', `only those ${what} before it; a date is included`),
      isPast: true,
      isEnd: true,
    },
    limit: standard('50', text('--limit <count>', 'how many at most')),
    cursor: text('--cursor <cursor>', 'continue after an earlier page, as its last line says'),
  };
}

/** Returns the key under which commander stores the value of an option or an argument. */
export function keyOf(flags: string): string {
  const name = /--([\w-]+)/.exec(flags)?.[1] ?? flags.replaceAll(/[<>[\].]/g, '');
  return name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
