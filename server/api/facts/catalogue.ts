import * as z from 'zod';
import { TEMPLATE_NAMES, templateNameHelp } from '../../../rules/templates/index.ts';
import { EVENT_TYPE_NAMES, FACTS, OPERATORS } from '../../../rules/vocabulary/index.ts';
import type { FactDefinition } from '../../../rules/vocabulary/index.ts';
import { TEXTS } from '../../../texts/index.ts';
import type { Route } from '../../http/index.ts';
import { onWire } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

/** Types of facts, in the order in which the reference explains them. */
export const factType = z.enum(['number', 'text', 'time', 'date', 'list', 'object']);

const fact = z
  .object({
    fact: z.string().meta({ example: 'driver.events.count' }),
    type: factType,
    unit: z.string().optional(),
    help: z.string().meta({ description: 'One sentence.' }),
    label: z.string().meta({
      description: 'What a sentence calls it; `{param}` stands for a parameter.',
    }),
    params: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['event_type', 'duration', 'days', 'number', 'id']),
        required: z.boolean(),
        help: z.string(),
        examples: z.array(z.unknown()),
      }),
    ),
    takes_path: z.boolean().meta({ description: 'A condition names a part of it, such as `$.depot`.' }),
    operators: z.array(z.string()).meta({ description: 'Operators that apply to it.' }),
    values: z.array(z.string()).optional().meta({ description: 'The only values, where there are few.' }),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    examples: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'Conditions without the fact’s name.' }),
  })
  .meta({ id: 'Fact' });

const operator = z.object({
  operator: z.string(),
  help: z.string(),
  value: z.enum(['one', 'number', 'many', 'bounds', 'text', 'member', 'flag']).meta({
    description:
      'What it compares with: one value, a number, a list, `[low, high]`, a text, a member of a list, or true or false.',
  }),
  takes_fact: z.boolean().meta({ description: 'The value may be another fact.' }),
  types: z.array(factType),
});

/** Names of facts in English sentences. */
const LABELS: Readonly<Record<string, string>> = TEXTS.en.facts;

const CATALOGUE = {
  items: FACTS.filter(({ name }) => !name.includes('*')).map(factOnWire),
  operators: OPERATORS.map(({ name, help, shape, takesFact, types }) => ({
    operator: name,
    help,
    value: shape,
    takes_fact: takesFact,
    types,
  })),
  event_types: EVENT_TYPE_NAMES,
  template_names: TEMPLATE_NAMES.map((name) => ({ name, help: templateNameHelp(name) })),
};

/** Returns the route of the catalogue of facts, which is the same for every fleet. */
export function factRoutes(api: RouteMaker): Route[] {
  return [
    api({
      method: 'get',
      path: '/facts',
      id: 'getFacts',
      tag: 'Facts',
      role: 'viewer',
      isGroupScoped: true,
      summary: 'List the facts that conditions may name, with their operators',
      description: 'Other ratings (`trip.*_rating`, `driver.*_rating`) may be named as well.',
      answer: {
        description: 'The catalogue, which docs/facts.md explains.',
        schema: z.object({
          items: z.array(fact),
          operators: z.array(operator),
          event_types: z.array(z.string()).meta({ description: 'Known event types.' }),
          template_names: z.array(z.object({ name: z.string(), help: z.string() })).meta({
            description: 'What every template may use, beside `facts[…]` of its rule’s conditions.',
          }),
        }),
      },
      run: () => Promise.resolve(CATALOGUE),
    }),
  ];
}

function factOnWire(definition: FactDefinition): AnswerOf<typeof fact> {
  const { name, type, examples } = definition;
  return onWire(fact, definition, {
    fact: name,
    label: labelOf(name),
    takes_path: type === 'object',
    examples: examples.map((each) => ({ ...each })),
    operators: OPERATORS.filter((each) => type === 'object' || each.types.includes(type)).map(
      (each) => each.name,
    ),
  });
}

function labelOf(name: string): string {
  return LABELS[`named ${name}`]?.replace(' {group}', '[ {group}]') ?? LABELS[name] ?? name;
}
