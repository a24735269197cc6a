import { IntlMessageFormat } from 'intl-messageformat';
import { CONSOLE } from '../../texts/en/console/index.ts';

/** Says texts of the console in English, as its pages do. */
export function sayInEnglish(key: string, values?: Readonly<Record<string, string | number>>): string {
  const [room = '', name = ''] = key.split('.');
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = CONSOLE;
  const text = texts[room]?.[name] ?? key;
  return String(new IntlMessageFormat(text, 'en-GB', undefined, { ignoreTag: true }).format(values));
}
