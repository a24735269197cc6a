import type { ConsoleTexts } from '../../../../texts/en/console/index.ts';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';

type Key = `rules.${keyof ConsoleTexts['rules']}`;

/**
 * Function that returns texts about rules in the reader's language. `known` is for names from the document,
 * and returns undefined for an unknown name.
 */
export interface SayOfRules {
  (key: Key, values?: Readonly<Record<string, string | number>>): string;
  known(key: string, values?: Readonly<Record<string, string | number>>): string | undefined;
}

/** Fields whose value is one of a few fixed words. */
const CHOICES: ReadonlySet<string> = new Set(['mode', 'trigger', 'approval']);
const DURATION = /^(\d{1,6})([smhd])$/;

/** Returns the label of a field of a rule or of an action. An unknown field keeps its own name. */
export function fieldName(say: SayOfRules, name: string): string {
  return say.known(`rules.field_${name}`) ?? name;
}

/**
 * Returns the value of a field in words. An invalid value is shown as it is.
 * Names inside a value have no label, because a name may mean something else there. `to` is a time in quiet
 * hours, but the recipients in an action.
 */
export function fieldValue(say: SayOfRules, name: string, value: Json): string {
  if (name === 'severity') return say.known(`words.severity_${textOf(value)}`) ?? textOf(value);
  if (typeof value === 'string')
    return (
      (CHOICES.has(name) ? say.known(`rules.${name}_${value}`) : undefined) ??
      (name === 'expires_after' ? durationWords(say, value) : value)
    );
  if (name === 'max_share' && typeof value === 'number') return `${String(value * 100)} %`;
  return (isObject(value) && objectWords(say, name, value)) || plain(value);
}

/** Returns an object in words; undefined if it does not have the shape that its field requires. */
function objectWords(say: SayOfRules, name: string, value: JsonObject): string | undefined {
  switch (name) {
    case 'scope':
      return Object.entries(value)
        .map(([inner, each]) => `${fieldName(say, inner)}: ${plain(each)}`)
        .join(', ');
    case 'throttle':
      return hasTexts(value, ['per', 'every'])
        ? say('rules.throttleWords', {
            per: say.known(`rules.per_${value['per']}`) ?? value['per'],
            every: durationWords(say, value['every']),
          })
        : undefined;
    case 'budget':
      return typeof value['alerts_per_day'] === 'number'
        ? say('rules.budgetWords', { count: value['alerts_per_day'] })
        : undefined;
    case 'quiet_hours':
      return hasTexts(value, ['from', 'to', 'timezone'])
        ? onDays(
            say,
            say('rules.quietHoursWords', { from: value['from'], to: value['to'], zone: value['timezone'] }),
            value,
          )
        : undefined;
    case 'batch':
      if (hasTexts(value, ['every']))
        return say('rules.batchEvery', { every: durationWords(say, value['every']) });
      return hasTexts(value, ['at', 'timezone'])
        ? onDays(say, say('rules.batchAt', { at: value['at'], zone: value['timezone'] }), value)
        : undefined;
    default:
      return undefined;
  }
}

function hasTexts<Name extends string>(
  value: JsonObject,
  names: readonly Name[],
): value is JsonObject & Readonly<Record<Name, string>> {
  return names.every((name) => typeof value[name] === 'string');
}

function onDays(say: SayOfRules, words: string, { days }: JsonObject): string {
  if (!Array.isArray(days)) return words;
  return [words, ...days.map((day: Json) => say.known(`ruleEditor.day_${textOf(day)}`) ?? textOf(day))].join(
    ', ',
  );
}

/** Returns a length of time in words: `24 hours` for `24h`. Any other text is returned as it is. */
function durationWords(say: SayOfRules, text: string): string {
  const [, count, unit] = DURATION.exec(text) ?? [];
  return (count !== undefined && say.known(`facts.window_${unit}`, { count: Number(count) })) || text;
}

/** Returns a value as text, with the words of the document. */
export function plain(value: Json): string {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (!isObject(value)) return textOf(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${plain(each)}`)
    .join(', ');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
