import * as z from 'zod';
import { becauseWords } from '../../../messages/decisions/index.ts';
import { worded } from '../../../messages/language/index.ts';
import { IssueList, sentence } from '../../../rules/documents/index.ts';
import { OperandList, readOperands } from '../../../rules/evaluation/index.ts';
import type { Operand } from '../../../rules/evaluation/index.ts';
import { lintFact } from '../../../rules/lint/conditions/index.ts';
import { NOT_KNOWN, withoutDates } from '../../../rules/vocabulary/index.ts';
import type { Json } from '../../../rules/vocabulary/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, refused, storableText } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { factType } from './catalogue.ts';
import { SAMPLED_TRIPS, sampleFacts } from './sample.ts';
import type { Sample } from './sample.ts';

/** Quantiles that describe a distribution of numbers. They are close together at both ends, where thresholds are. */
const SHARES = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1];
/**
 * Share of values at each end that are listed one by one, because rules page people for values rarer than one
 * trip in a hundred.
 */
const TAIL = 0.01;
/** Maximum number of values that are listed one by one, and of reasons. */
const MOST_VALUES = 50;
const MOST_REASONS = 5;

const body = z.strictObject({
  fact: storableText(200).meta({ description: 'A fact of the catalogue.' }),
  params: z
    .record(z.string().max(100), z.union([storableText(200), z.number()]))
    .optional()
    .meta({ description: 'Its parameters, as in a condition.' }),
  path: storableText(200)
    .optional()
    .meta({ description: 'Of `driver.attributes`: the part, as in a condition.' }),
});

const value = z.union([z.number(), z.string()]);
const answer = z
  .object({
    fact: z.string(),
    type: factType,
    unit: z.string().optional(),
    from: z.iso
      .datetime()
      .optional()
      .meta({ description: 'End of the first trip; absent: no trip is stored.' }),
    to: z.iso.datetime().optional().meta({ description: 'End of the last trip.' }),
    trips: z.int().meta({ description: 'Trips in the sample: `known` and `unknown` together.' }),
    known: z.int(),
    unknown: z.int(),
    unknown_because: z
      .array(z.object({ because: z.string(), trips: z.int() }))
      .meta({ description: 'The most frequent reasons.' }),
    minimum: value.optional(),
    maximum: value.optional(),
    quantiles: z
      .array(z.object({ share: z.number(), value }))
      .optional()
      .meta({
        description: 'Of numbers, times and dates: the value that this share of the known is at most.',
      }),
    lowest: z
      .array(value)
      .optional()
      .meta({ description: 'Of numbers, times and dates: the lowest values, one in a hundred, in order.' }),
    highest: z
      .array(value)
      .optional()
      .meta({ description: 'The highest values, one in a hundred, in order.' }),
    values: z
      .array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int() }))
      .optional()
      .meta({
        description: `Of numbers, times and dates with at most ${MOST_VALUES} different values: each. Of texts, lists (each member) and attributes that are not numbers: up to ${MOST_VALUES} values, the most frequent first.`,
      }),
  })
  .meta({ id: 'FactDistribution' });

/** Returns the route that shows how a fact is distributed, so that people can choose a threshold. */
export function distributionRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'post',
      path: '/facts/distribution',
      id: 'factDistribution',
      tag: 'Facts',
      role: 'viewer',
      limit: { aMinute: 60, atOnce: 2 },
      cost: 'reading',
      summary: 'Show how a fact is distributed over the fleet’s newest trips',
      description: `Computed as a back-test computes it, over the newest ${SAMPLED_TRIPS.toLocaleString('en')} stored trips; of a fact with a window, over trips of fewer drivers, chosen without regard to how they drive.`,
      body: { schema: body, example: { fact: 'trip.max_speed_kmph' } },
      answer: { description: 'The distribution.', schema: answer },
      async run({ fleetId, body: asked }) {
        const operand = operandOf(asked);
        const sample = await sampleFacts(db, {
          fleetId,
          requests: [operand.request],
          trips: SAMPLED_TRIPS,
        });
        const { name, type, unit } = operand.definition;
        return given({ fact: name, type, unit, ...(await distributionOf(operand, sample)) });
      },
    }),
  ];
}

/**
 * Returns the fact of a request as an operand.
 * @throws Problem 422 that says what is wrong with the fact, its parameters or its path
 */
function operandOf({ fact, params, path }: z.output<typeof body>): Operand {
  const issues = new IssueList();
  const reference = { fact, ...(params && { params }), ...(path !== undefined && { path }) };
  const definition = lintFact(reference, { pointer: '', issues });
  if (definition?.type === 'object' && path === undefined) issues.error('/path', sentence('pathMissing'));
  if (issues.errors.length > 0) throw refused(worded('problems.factRefused'), issues.errors);
  return new OperandList().add({
    fact,
    ...(params && { params }),
    ...(path !== undefined && { path }),
  });
}

interface Counted {
  readonly ordered: { readonly at: number; readonly value: number | string }[];
  readonly values: Map<string | number | boolean, number>;
  readonly reasons: Map<string, number>;
  known: number;
  unknown: number;
}

async function distributionOf(
  operand: Operand,
  sample: Sample | undefined,
): Promise<Omit<AnswerOf<typeof answer>, 'fact' | 'type' | 'unit'>> {
  const counted: Counted = { ordered: [], values: new Map(), reasons: new Map(), known: 0, unknown: 0 };
  if (sample)
    for await (const { facts } of sample.trips) {
      const [read] = readOperands([operand], facts);
      if (!read?.known) {
        counted.unknown += 1;
        // A reason may contain the trip's date. Dates are removed so that equal reasons are added up.
        const because = becauseWords(withoutDates(read?.because ?? NOT_KNOWN), 'en');
        add(counted.reasons, because);
        continue;
      }
      counted.known += 1;
      count(counted, read.value, read.comparable);
    }
  counted.ordered.sort((a, b) => a.at - b.at);
  const { ordered, values, reasons, known, unknown } = counted;
  for (const { value } of ordered) add(values, value);
  const most = ordered.length > 0 ? MOST_VALUES : Number.POSITIVE_INFINITY;
  const tail = Math.ceil(TAIL * ordered.length);
  return {
    from: sample?.range.from,
    to: sample?.range.to,
    trips: known + unknown,
    known,
    unknown,
    unknown_because: mostFrequent(reasons, MOST_REASONS).map(([because, trips]) => ({ because, trips })),
    ...(ordered.length > 0 && {
      minimum: ordered[0]!.value,
      maximum: ordered.at(-1)!.value,
      quantiles: SHARES.map((share) => ({
        share,
        value: ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)]!.value,
      })),
      lowest: ordered.slice(0, tail).map(({ value }) => value),
      highest: ordered.slice(-tail).map(({ value }) => value),
    }),
    ...(values.size > 0 &&
      values.size <= most && {
        values: mostFrequent(values, MOST_VALUES).map(([each, trips]) => ({ value: each, count: trips })),
      }),
  };
}

/**
 * Adds one trip's value to the counts. Numbers, times and dates go into the ordered list; other values are
 * counted one by one.
 */
function count({ ordered, values }: Counted, shown: Json, comparable: unknown): void {
  if (typeof shown === 'number') ordered.push({ at: shown, value: shown });
  else if (typeof shown === 'string' && typeof comparable === 'number')
    ordered.push({ at: comparable, value: shown });
  else
    for (const each of Array.isArray(shown) ? shown : [shown])
      if (typeof each === 'string' || typeof each === 'boolean' || typeof each === 'number')
        add(values, each);
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequent<K>(counts: ReadonlyMap<K, number>, most: number): (readonly [K, number])[] {
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, most);
}
