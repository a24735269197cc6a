import * as z from 'zod';
import { becauseWords, decisionSentence } from '../../../messages/decisions/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import { wordsIn } from '../../../messages/lint/index.ts';
import type { BacktestExample, BacktestResult } from '../../../rules/backtests/index.ts';
import { CHANNEL_NAMES } from '../../../rules/channels/index.ts';
import type { Backtest } from '../../../store/backtests/index.ts';
import { driverName, given, onWire } from '../http/index.ts';
import type { AnswerOf } from '../http/index.ts';

const count = z.int();
const stopped = z
  .record(z.string(), count)
  .meta({ description: 'By reason, such as `throttled`.', example: { throttled: 12, over_budget: 3 } });

const totals = z
  .object({
    matches: count.meta({ description: 'Trips that the rule matched.' }),
    alerts: count.meta({ description: 'Matches that are sent.' }),
    held: count.meta({ description: 'Of these, held until quiet hours or the window of a batch end.' }),
    grouped: count.meta({ description: 'Of these, grouped into another rule’s message.' }),
    messages: count.meta({ description: 'Slack messages, e-mails and webhooks.' }),
    about_budget: count.meta({ description: 'Of these, notices and summaries of exhausted budgets.' }),
    stopped,
  })
  .meta({ id: 'BacktestTotals' });

const example = z
  .object({
    driver_id: z.string(),
    driver_name: driverName,
    trip_id: z.string(),
    at: z.iso.datetime().meta({ description: 'The trip’s end.' }),
    sentence: z.string().optional(),
    outcome: z.string().optional().meta({ description: '`alert`, or the reason that stopped it.' }),
    detail: z.string().optional(),
  })
  .meta({ id: 'BacktestExample' });

const rule = z.object({
  id: z.string(),
  version: count.meta({ description: '0: a draft.' }),
  name: z.string(),
  severity: z.enum(['info', 'warning', 'critical']),
  mode: z.enum(['off', 'shadow', 'live']),
  conditions: z
    .array(z.object({ id: z.string(), version: count }))
    .optional()
    .meta({
      description: 'The versions of the shared conditions that the rule uses; 0: as given in the request.',
    }),
});

const sweep = z
  .object({
    pointer: z.string(),
    fact: z.string(),
    operator: z.string(),
    current: z.number().meta({ description: 'The number as the rule has it; one of the points.' }),
    points: z.array(
      z
        .object({
          value: z.number(),
          alerts: count.meta({ description: 'Matches that are sent.' }),
          alerts_per_week: z.number(),
          messages: count.meta({ description: 'Slack messages, e-mails and webhooks.' }),
          messages_per_recipient_day: z.object({ median: count, p90: count, max: count }).meta({
            description:
              'Over the days of the range, those without a message included, and the recipients that any point has.',
          }),
          unknown: count.meta({ description: 'Trips that could not be decided with this value.' }),
          confirmed: count.meta({
            description: 'Trips with an alert whose incident was resolved as confirmed.',
          }),
          false_alarms: count.meta({ description: 'The same of false alarms.' }),
        })
        .meta({ id: 'SweepPoint' }),
    ),
    strictest_with_all_confirmed: z.number().optional().meta({
      description:
        'Of the points that alert on every trip with a confirmed incident, the value of the one that matches fewest trips. Absent: no incident of the range was confirmed, or no point alerts on all of them.',
    }),
  })
  .meta({
    id: 'BacktestSweep',
    description:
      'The rule with other values in the place of one of its numbers, by value: today’s and up to 40 observed ones, fewer where the rule matches very many trips. Each point is what a back-test of the rule with this value comes to.',
  });

const result = z
  .object({
    rule,
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    trips: z.object({
      evaluated: count,
      matched: count,
      not_matched: count,
      unknown: count.meta({ description: 'Could not be decided: a fact was not known.' }),
      failed: count,
      left_out: count.meta({ description: 'Deleted or gone.' }),
    }),
    totals,
    days: z.array(totals.extend({ date: z.iso.date(), trips: count }).meta({ id: 'BacktestDay' })),
    receivers: z.array(
      z.object({
        action: z.enum([...CHANNEL_NAMES, 'escalate', 'delete_trip']),
        receiver: z.string(),
        messages: count,
        held: count,
        grouped: count,
      }),
    ),
    hours: z.array(z.object({ hour: count, alerts: count, messages: count })),
    drivers: z.array(
      z.object({
        driver_id: z.string(),
        driver_name: driverName,
        matches: count,
        alerts: count,
        messages: count,
      }),
    ),
    drivers_matched: count,
    examples: z.array(example),
    unknown: z.array(
      z.object({
        fact: z.string(),
        because: z.string(),
        trips: count,
        example: example.optional().meta({ description: 'Absent if its driver was erased.' }),
      }),
    ),
    published: rule.extend({ totals }).optional(),
    difference: z
      .object({
        only_new: count,
        only_old: count,
        both: count,
        examples: z.object({
          only_new: z.array(example),
          only_old: z.array(example),
          both: z.array(example),
        }),
      })
      .optional()
      .meta({ description: 'Trips with an alert: by this version, by the published one, by both.' }),
    sweep: sweep.optional().meta({ description: 'Present when a sweep was asked for.' }),
    rivals: z.array(
      z.object({ rule: z.string(), version: count, because: z.enum(['suppresses', 'shares_receiver']) }),
    ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'BacktestResult' });

const asked = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  rule: z.string(),
  version: count.meta({ description: '0: a draft.' }),
  from: z.iso.date(),
  to: z.iso.date(),
  sweep: z
    .object({ pointer: z.string() })
    .optional()
    .meta({ description: 'The number that is swept; absent: none.' }),
  progress: z.object({
    trips_done: count,
    trips_total: count.optional().meta({ description: 'Absent until counted.' }),
  }),
  error: z.string().optional(),
  who: z.string(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().optional(),
  finished_at: z.iso.datetime().optional(),
});

/** Schema of a back-test in a list. */
export const listedBacktest = asked.meta({ id: 'ListedBacktest' });

/** Schema of a back-test with its result. */
export const oneBacktest = asked
  .extend({ result: result.optional().meta({ description: 'Present when done.' }) })
  .meta({ id: 'Backtest' });

/** Returns a result with its sentences, notes and reasons in a language. */
function resultOnWire(kept: BacktestResult, language: Language): AnswerOf<typeof result> {
  const worded = ({ explained, ...example }: BacktestExample): BacktestExample =>
    explained ? { ...example, sentence: decisionSentence(explained, language) } : example;
  const { examples, difference, unknown, notes } = kept;
  return {
    ...kept,
    examples: examples.map(worded),
    ...(difference && {
      difference: {
        ...difference,
        examples: {
          only_new: difference.examples.only_new.map(worded),
          only_old: difference.examples.only_old.map(worded),
          both: difference.examples.both.map(worded),
        },
      },
    }),
    unknown: unknown.map(({ because, example, ...each }) => ({
      ...each,
      because: becauseWords(because, language),
      ...(example && { example: worded(example) }),
    })),
    notes: notes.map((note) => wordsIn(note)(language)),
  };
}

/**
 * Returns a back-test as the API shows it. In a list, the result is absent.
 * @param language of the notes in the result
 */
export function backtestOnWire(row: Backtest, language: Language = 'en'): AnswerOf<typeof oneBacktest> {
  const { tested, from, to, sweep: swept } = row.question;
  return onWire(oneBacktest, row, {
    rule: tested.id,
    version: tested.version,
    from,
    to,
    sweep: swept,
    progress: given({ trips_done: row.tripsDone, trips_total: row.tripsTotal }),
    result: row.result && resultOnWire(row.result, language),
  });
}
