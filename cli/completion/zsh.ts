import { FILES, FREE, argumentCases, flagsWithValue, valueCases, wayCases } from './cases.ts';
import type { CompletedCommand } from './tree.ts';

/** Returns the completion script for zsh: a function file for `fpath`, which may also be sourced. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const words = commands.map(({ place, commands: below, options }) => {
    const named = below.map(({ name, help }) => described(name, help));
    const flagged = options.flatMap(({ flags, help }) => flags.map((flag) => described(flag, help)));
    return `    '${place}') below=(${named.join(' ')}); options=(${flagged.join(' ')}) ;;`;
  });
  return `#compdef tripline
# Completion of tripline for zsh; in ~/.zshrc, after compinit:  eval "$(tripline completion zsh)"
_tripline() {
  local before="\${words[CURRENT-1]}" place='' position=0 skip='' word='' values='' i
  local -a below options
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n "$skip" ]]; then skip=''; continue; fi
    case "$place|$word" in
${wayCases(commands)}
      ${flagsWithValue(commands)}) skip=1 ;;
      *'|-'?*) ;;
      *) position=$((position + 1)) ;;
    esac
  done
  if [[ "$PREFIX" == --*=* ]]; then
    before="\${PREFIX%%=*}"
    compset -P '*='
  fi
  case "$place|$before" in
${valueCases(commands)}
  esac
  if [[ -z "$values" && "$PREFIX" != -* ]]; then
    case "$place|$position" in
${argumentCases(commands)}
    esac
  fi
  case "$place" in
${words.join('\n')}
  esac
  case "$values" in
    '${FILES}') _files ;;
    '${FREE}') _message 'a value' ;;
    '')
      if [[ "$PREFIX" != -* ]] && (( $#below )); then _describe command below; fi
      _describe -o option options ;;
    *) compadd -- \${=values} ;;
  esac
}
if [[ "\${funcstack[1]}" == _tripline ]]; then _tripline "$@"; else compdef _tripline tripline; fi
`;
}

/** Returns a candidate with its help, in the format of zsh's `_describe`. */
function described(name: string, help: string): string {
  return `'${`${name}:${help.replaceAll(':', '\\:')}`.replaceAll("'", `'\\''`)}'`;
}
