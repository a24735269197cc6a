import type { CompletedCommand, Values } from './tree.ts';

/** Stands for files, and for a value that cannot be completed; no choice is called so. */
export const FILES = '<files>';
export const FREE = '<free>';

/** Lines of `case "$place|$word"` that lead from a command's place to the one below it. bash and zsh read both. */
export function wayCases(commands: readonly CompletedCommand[]): string {
  const below = commands.filter(({ place }) => place !== '');
  return below
    .map(({ place }) => {
      const at = Math.max(0, place.lastIndexOf(' '));
      return `      '${place.slice(0, at)}|${place.slice(at).trim()}') place='${place}'; position=0 ;;`;
    })
    .join('\n');
}

/** The pattern of all options that take a value. */
export function flagsWithValue(commands: readonly CompletedCommand[]): string {
  return optionValues(commands)
    .map(({ pattern }) => pattern)
    .join('|');
}

/** Lines of `case "$place|$before"`: what may follow an option. */
export function valueCases(commands: readonly CompletedCommand[]): string {
  return optionValues(commands)
    .map(({ pattern, values }) => `    ${pattern}) values='${worded(values)}' ;;`)
    .join('\n');
}

/** Lines of `case "$place|$position"`: what stands in the place of an argument, where something can be proposed. */
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
