import { EVENT_TYPE_NAMES, FACTS, OPERATORS } from '../vocabulary/index.ts';
import type { FactDefinition, FactType } from '../vocabulary/index.ts';

const TYPES: Readonly<Record<FactType, string>> = {
  number: 'a number',
  text: 'a string',
  time: 'a time with UTC offset',
  date: 'a date',
  list: 'a list of strings',
  object: 'an object',
};

const SECTIONS: readonly (readonly [prefix: string, title: string])[] = [
  ['trip.', 'The trip'],
  ['driver.', 'The driver'],
  ['fleet.', 'The fleet'],
  ['group.', 'The driver’s group'],
];

function kindOf({ type, unit, minimum, maximum, values }: FactDefinition): string {
  const within =
    minimum === undefined
      ? ''
      : maximum === undefined
        ? ` from ${minimum}`
        : ` from ${minimum} to ${maximum}`;
  const choice = values === undefined ? '' : `: ${values.map((value) => `\`${value}\``).join(', ')}`;
  return `${TYPES[type]}${unit === undefined ? '' : ` (${unit})`}${within}${choice}`;
}

function exampleOf(fact: FactDefinition): string {
  return fact.examples
    .map((example) => JSON.stringify({ fact: fact.name.replace('*', 'some'), ...example }))
    .map((condition) => `\`${condition.replaceAll('":', '": ').replaceAll(',"', ', "')}\``)
    .join(' · ');
}

function entryOf(fact: FactDefinition): string {
  const lines = [`- Is ${kindOf(fact)}.`];
  for (const param of fact.params) {
    const examples = param.examples.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
    lines.push(
      `- \`params.${param.name}\`${param.required ? '' : ' (may be left out)'}: ${param.help} Such as ${examples}.`,
    );
  }
  const operators = OPERATORS.filter(({ types }) => types.includes(fact.type)).map(
    ({ name }) => `\`${name}\``,
  );
  if (fact.type !== 'object') lines.push(`- Operators: ${operators.join(' ')}`);
  if (fact.examples.length > 0) lines.push(`- Example: ${exampleOf(fact)}`);
  return `### \`${fact.name}\`\n\n${fact.help}\n\n${lines.join('\n')}\n`;
}

function sectionOf([prefix, title]: readonly [string, string]): string {
  const facts = FACTS.filter((fact) => fact.name.startsWith(prefix));
  return facts.length === 0 ? '' : `## ${title}\n\n${facts.map(entryOf).join('\n')}`;
}

/** Returns the reference page of all facts and operators in Markdown. */
export function factsPage(): string {
  const operators = OPERATORS.map(({ name, help }) => `- \`${name}\`: ${help}`);
  return [
    '# Facts and operators\n',
    'What a rule may test. This page is generated from the catalogue by `npm run docs:reference`.\n',
    `Event types for \`params.type\`: ${EVENT_TYPE_NAMES.map((name) => `\`${name}\``).join(' ')}, or any other name or code the service sends.\n`,
    'Strings of the service have a largest length: one that the interface names (an event type, an insurance period, a sensor) is cut after 512 characters, a longer id is not used, and one in a field of your own is stored up to 10,000 characters; a longer one is unknown to a rule. A trip shows what was cut among its problems, and is evaluated nevertheless.\n',
    ...SECTIONS.map(sectionOf).filter((section) => section !== ''),
    `## Operators\n\n${operators.join('\n')}\n`,
  ].join('\n');
}
