import type { CompletedCommand, Values } from './tree.ts';

/** Placeholders in the lists of values: for files, and for values that cannot be completed. No choice has these names. */
export const FILES = '<files>';
export const FREE = '<free>';

/**
 * Returns the lines of `case "$place|$word"`, which find the subcommand that a word names. Both bash and zsh
 * can read the lines.
 */
export function wayCases(commands: readonly CompletedCommand[]): string {
  const below = commands.filter(({ place }) => place !== '');
  return below
    .map(({ place }) => {
      const at = Math.max(0, place.lastIndexOf(' '));
      return `      '${place.slice(0, at)}|${place.slice(at).trim()}') place='${place}'; position=0 ;;`;
    })
    .join('\n');
}

/** Returns a pattern that matches every option that takes a value. */
export function flagsWithValue(commands: readonly CompletedCommand[]): string {
  return optionValues(commands)
    .map(({ pattern }) => pattern)
    .join('|');
}

/** Returns lines of `case "$place|$before"` with the values of each option. */
export function valueCases(commands: readonly CompletedCommand[]): string {
  return optionValues(commands)
    .map(({ pattern, values }) => `    ${pattern}) values='${worded(values)}' ;;`)
    .join('\n');
}

/**
 * Returns lines of `case "$place|$position"` with the values of each argument. Arguments whose values cannot
 * be completed are left out.
 */
export function argumentCases(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ place, values, isRepeated }) =>
      values.flatMap((each, position) => {
        if (each === 'free') return [];
        const pattern =
          isRepeated && position === values.length - 1 ? `'${place}|'*` : `'${place}|${position}'`;
        return [`      ${pattern}) values='${worded(each)}' ;;`];
      }),
    )
    .join('\n');
}

function worded(values: Values): string {
  if (values === 'files') return FILES;
  return values === 'free' ? FREE : values.join(' ');
}

function optionValues(
  commands: readonly CompletedCommand[],
): readonly { readonly pattern: string; readonly values: Values }[] {
  return commands.flatMap(({ place, options }) =>
    options.flatMap(({ flags, values }) =>
      values === undefined ? [] : flags.map((flag) => ({ pattern: `'${place}|${flag}'`, values })),
    ),
  );
}
