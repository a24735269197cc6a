import { sentence, sentenceOf } from '../documents/index.ts';
import type { Sentence } from '../documents/index.ts';
import { quoted } from '../vocabulary/index.ts';

/** Messages of liquidjs that Tripline replaces with its own. Each message ends with its position in the template. */
const KNOWN: readonly (readonly [is: RegExp, words: (found: string) => Sentence])[] = [
  [/^undefined variable: (.+)/, (name) => sentence('liquidVariable', { name: quoted(name) })],
  [/^undefined filter: (.+)/, (name) => sentence('liquidFilter', { name: quoted(name) })],
  [/^tag "(.+)" not found/, (name) => sentence('liquidTag', { name: quoted(name) })],
  [/^(?:tag|output) "?(.+?)"? not closed/, (code) => sentence('liquidOpen', { code })],
  [/^(\[) not closed/, (code) => sentence('liquidOpen', { code })],
  [/^invalid value expression: (.+)/, (code) => sentence('liquidValue', { code })],
];
const PLACE = /, line:(\d+), col:(\d+)$/;
const MOST_CHARACTERS = 300;

/**
 * Returns the reason why a template cannot be parsed or rendered. A message of liquidjs that Tripline does not know is quoted.
 * @param error an error of liquidjs, or an error of Tripline's filters that liquidjs wrapped
 */
export function liquidProblem(error: unknown): Sentence {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const [, atLine, column] = PLACE.exec(line) ?? [];
  const reason = line.replace(PLACE, '').slice(0, MOST_CHARACTERS);
  const why = wordsFor(reason);
  return atLine === undefined || column === undefined
    ? why
    : sentence('liquidAt', { why, line: atLine, column });
}

function wordsFor(reason: string): Sentence {
  const own = sentenceOf(reason);
  if (typeof own !== 'string') return own;
  for (const [is, words] of KNOWN) {
    const found = is.exec(reason)?.[1];
    if (found !== undefined) return words(found);
  }
  return sentence('liquidSays', { reason });
}
