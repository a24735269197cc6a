import { DRIVER_FIELDS, findFact } from '../vocabulary/index.ts';
import { TEMPLATE_NAMES } from './variables.ts';

const HELP: Readonly<Record<string, string>> = {
  'driver.id': 'The driver’s id.',
  'driver.label':
    'The driver’s name with the id beside it, such as `Ann Meyer (d-17)`; the id alone while no name is known, or none may be shown.',
  'driver.name': 'The driver’s name; the id while no name is known, or none may be shown.',
  'trip.id': 'The trip’s id.',
  'rule.id': 'The rule’s id.',
  'rule.name': 'Its name.',
  'rule.version': 'The version that matched.',
  'rule.severity': '`info`, `warning` or `critical`.',
  'fleet.id': 'The fleet’s id.',
  'fleet.name': 'Its name.',
  'fleet.timezone': 'Its time zone, such as `Europe/Berlin`.',
};

/** Returns the meaning and unit of a name that all templates may use. */
export function templateNameHelp(name: string): string {
  const own = HELP[name];
  if (own !== undefined) return own;
  const field = DRIVER_FIELDS.find((each) => name === `driver.${each.name}`);
  const unit = findFact(name)?.unit;
  const help = field
    ? `${field.help} Empty while it is not known, or may not be shown.`
    : findFact(name)?.help;
  return `${help ?? ''}${unit === undefined ? '' : ` Unit: ${unit}.`}`;
}

/** Returns a Markdown table of the names that all templates may use, for the rules reference. */
export function templateNamesTable(): string {
  const rows = TEMPLATE_NAMES.map(
    (name) => `| \`${name}\` | ${templateNameHelp(name).replaceAll('|', '\\|')} |`,
  );
  return ['| name | |', '|---|---|', ...rows].join('\n');
}
