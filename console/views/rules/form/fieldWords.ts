import type { ConsoleTexts } from '../../../../texts/en/console/index.ts';
import type { Say } from '../../../../texts/say/index.ts';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { spanWords } from './span.ts';

/** Says texts of rules in the reader's language. */
export type SayOfRules = Say<`rules.${keyof ConsoleTexts['rules']}`>;

/** Fields whose value is one of a few fixed words. */
const CHOICES: ReadonlySet<string> = new Set(['mode', 'trigger', 'approval']);

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
      (name === 'expires_after' ? spanWords(say, value) : undefined) ??
      value
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
            every: spanWords(say, value['every']) ?? value['every'],
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
        return say('rules.batchEvery', { every: spanWords(say, value['every']) ?? value['every'] });
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

/** Returns a value of a document as the document writes it. */
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
