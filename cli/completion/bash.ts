import { FILES, FREE, argumentCases, flagsWithValue, valueCases, wayCases } from './cases.ts';
import type { CompletedCommand } from './tree.ts';

/** Returns the completion script for bash 3.2 and later. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const words = commands.map(({ place, commands: below, options }) => {
    const all = [...below.map(({ name }) => name), ...options.flatMap(({ flags }) => flags)];
    return `    '${place}') all='${all.join(' ')}' ;;`;
  });
  return `# Completion of tripline for bash; in ~/.bashrc:  eval "$(tripline completion bash)"
_tripline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local place='' position=0 skip='' word='' all='' values='' i
  # bash takes --state=parked for three words.
  if [ "$current" = '=' ]; then current=''
  elif [ "$before" = '=' ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [ "$word" = '=' ]; then skip=1; continue; fi
    if [ -n "$skip" ]; then skip=''; continue; fi
    case "$place|$word" in
${wayCases(commands)}
      ${flagsWithValue(commands)})
        # The "=" behind it skips the value itself.
        if [ "\${COMP_WORDS[i+1]}" != '=' ]; then skip=1; fi ;;
      *'|-'?*) ;;
      *) position=$((position + 1)) ;;
    esac
  done
  case "$place|$before" in
${valueCases(commands)}
  esac
  if [ -z "$values" ] && [ "\${current#-}" = "$current" ]; then
    case "$place|$position" in
${argumentCases(commands)}
    esac
  fi
  case "$place" in
${words.join('\n')}
  esac
  COMPREPLY=()
  local IFS=$' \\n'
  case "$values" in
    '${FILES}')
      IFS=$'\\n'
      COMPREPLY=($(compgen -f -- "$current"))
      compopt -o filenames 2>/dev/null ;;
    '${FREE}') ;;
    '') COMPREPLY=($(compgen -W "$all" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$current")) ;;
  esac
  return 0
}
complete -F _tripline tripline
`;
}
