import type { CompletedCommand, CompletedOption, Values } from './tree.ts';

/** Returns the completion script for fish 3 and later. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const ways = commands.flatMap(({ place }) => {
    if (place === '') return [];
    const at = Math.max(0, place.lastIndexOf(' '));
    return `      case '${place.slice(0, at)}|${place.slice(at).trim()}'\n        set place '${place}'`;
  });
  const flags = commands.flatMap(({ place, options }) =>
    options
      .filter(({ values }) => values !== undefined)
      .flatMap((option) => option.flags.map((flag) => `'${place}|${flag}'`)),
  );
  return `# Completion of tripline for fish:  tripline completion fish > ~/.config/fish/completions/tripline.fish
function __tripline_at
  set -l place ''
  set -l skip ''
  for word in (commandline -opc)[2..-1]
    if test -n "$skip"
      set skip ''
      continue
    end
    switch "$place|$word"
${ways.join('\n')}
      case ${flags.join(' ')}
        set skip 1
    end
  end
  test "$place" = "$argv[1]"
end
complete -c tripline -e
complete -c tripline -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ place, commands, options, values }: CompletedCommand): readonly string[] {
  const start = `complete -c tripline -n ${quoted(`__tripline_at '${place}'`)}`;
  return [
    ...commands.map(({ name, help }) => `${start} -a ${name} -d ${quoted(help)}`),
    ...options.map((option) => `${start} ${optionWords(option)} -d ${quoted(option.help)}`),
    ...values.flatMap((each) =>
      each === 'free' ? [] : [`${start} ${each === 'files' ? '-F' : `-a ${quoted(each.join(' '))}`}`],
    ),
  ];
}

function optionWords({ flags, values }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  return [...names, ...(values === undefined ? [] : [valueWords(values)])].join(' ');
}

function valueWords(values: Values): string {
  if (values === 'files') return '-r -F';
  return values === 'free' ? '-x' : `-x -a ${quoted(values.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
