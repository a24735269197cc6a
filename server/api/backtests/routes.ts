import * as z from 'zod';
import { issueAt, messageOf, sentence } from '../../../rules/documents/index.ts';
import { worded } from '../../../messages/language/index.ts';
import { isTarget, rivalsOf, sweepTarget, waysOf } from '../../../rules/backtests/index.ts';
import type { BacktestQuestion, BacktestRecipients } from '../../../rules/backtests/index.ts';
import { receiversNamed } from '../../../rules/channels/index.ts';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import type { PublishedRule } from '../../../rules/evaluation/index.ts';
import type { Rotation, Route as RecipientRoute, Rule } from '../../../rules/lint/index.ts';
import { documentNames, rotationOf, routesNamed } from '../../../rules/recipients/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import {
  countUnfinishedBacktests,
  createBacktest,
  endBacktest,
  getBacktest,
  listBacktests,
} from '../../../store/backtests/index.ts';
import type { Backtest, BacktestKey } from '../../../store/backtests/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedOfKinds } from '../../../store/documents/index.ts';
import type { PublishedDocument } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  BEFORE_FROM,
  MOST_VALUES,
  issue,
  languageAsked,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  refused,
  storableText,
  textFilter,
} from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { backtestOnWire, listedBacktest, oneBacktest } from './schemas.ts';
import {
  askedRule,
  askedRuleFields,
  checkAskedRule,
  countingConditions,
  neededConditions,
  readGiven,
} from '../simulations/index.ts';
import type { ConditionsAsked } from '../simulations/index.ts';
import { fleetWarnings } from '../documents/index.ts';

const TAG = 'Back-tests';
/** Number of back-tests that one fleet may run at a time, because back-tests share the workers with trips. */
const MOST_AT_ONCE = 3;
/**
 * Milliseconds for which an unfinished back-test uses up the limit. After that, its workflow may have been
 * ended by hand.
 */
const COUNTED_FOR_MS = 3_600_000;

/** Returns the routes of back-tests: the alerts that a rule would have sent. */
export function backtestRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'post',
      path: '/backtests',
      id: 'startBacktest',
      tag: TAG,
      role: 'editor',
      limit: { aMinute: 30, atOnce: 4 },
      cost: 'heavy',
      summary: 'Back-test a rule on the stored trips of a range',
      description: 'Nothing is sent. It runs in the background; its address answers progress and result.',
      body: {
        schema: backtestBody,
        mostValues: MOST_VALUES,
        example: {
          rule_id: 'collision',
          version: 'draft',
          from: '2026-03-01',
          to: '2026-03-31',
          sweep: { pointer: '/conditions/all/0/value' },
        },
      },
      status: 202,
      locate: ({ address }) => String(address),
      answer: {
        description: 'It has started.',
        schema: z.object({
          id: z.string(),
          state: z.literal('waiting'),
          address: z.string(),
          warnings: z.array(issue).optional().meta({
            description: 'Groups, attributes and drivers in the rule that the fleet does not have.',
          }),
        }),
        headers: { location: 'Its address.' },
      },
      problems: {
        409: 'Too many back-tests of the fleet are running.',
      },
      async run({ fleetId, body, caller }) {
        await refuseWhenBusy(db, fleetId, deps.now());
        const question = await backtestQuestion(db, body, caller.fleet);
        const { id } = await createBacktest(db, { fleetId, question, who: caller.name, at: deps.now() });
        try {
          await deps.workflows.startBacktest({ fleet: fleetId, backtestId: id });
        } catch (error) {
          const because = 'Temporal did not answer.';
          await endBacktest(db, { fleetId, id, state: 'failed', error: because, at: deps.now() });
          throw error;
        }
        const warnings = await fleetWarnings(db, fleetId, question.tested.rule);
        const named = { ...(warnings.length > 0 && { warnings }) };
        return {
          ...named,
          id,
          state: 'waiting' as const,
          address: `/api/v1/fleets/${fleetId}/backtests/${id}`,
        };
      },
    }),
    api({
      method: 'get',
      path: '/backtests',
      id: 'listBacktests',
      tag: TAG,
      role: 'viewer',
      summary: 'List back-tests, without their results',
      query: listQuery({ rule: textFilter('Of this rule.') }),
      answer: { description: 'Back-tests, newest first.', schema: listOf(listedBacktest) },
      run: async ({ fleetId, query }) =>
        listAnswer(await listBacktests(db, { fleetId, ...query }), (row) => backtestOnWire(row)),
    }),
    api({
      method: 'get',
      path: '/backtests/{id}',
      id: 'getBacktest',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a back-test: its progress and result',
      query: z.strictObject({ language: languageAsked }),
      answer: { description: 'The back-test.', schema: oneBacktest },
      run: async ({ fleetId, params, query: { language } }) =>
        namedOne(db, fleetId, backtestOnWire(await found(db, { fleetId, id: params['id']! }), language)),
    }),
    api({
      method: 'post',
      path: '/backtests/{id}/cancel',
      id: 'cancelBacktest',
      tag: TAG,
      role: 'editor',
      summary: 'Cancel a back-test',
      description: 'A finished back-test is not changed.',
      answer: { description: 'The back-test as it is now.', schema: oneBacktest },
      async run({ fleetId, params }) {
        const key = { fleetId, id: params['id']! };
        await found(db, key);
        // The end is stored first, so that the back-test ends even while no worker runs.
        const isEnded = await endBacktest(db, { ...key, state: 'cancelled', at: deps.now() });
        if (isEnded) await deps.workflows.cancelBacktest({ fleet: fleetId, backtestId: key.id });
        return namedOne(db, fleetId, backtestOnWire(await found(db, key)));
      },
    }),
  ];
}

async function refuseWhenBusy(db: Db, fleetId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - COUNTED_FOR_MS);
  const atWork = await countUnfinishedBacktests(db, { fleetId, since });
  if (atWork >= MOST_AT_ONCE) throw new Problem(409, worded('problems.tooManyBacktests', { count: atWork }));
}

async function found(db: Db, key: BacktestKey): Promise<Backtest> {
  const row = await getBacktest(db, key);
  if (!row) throw new Problem(404, worded('problems.noBacktest'));
  return row;
}

/** Longest range, in days: a year and a day. */
const LONGEST_RANGE_DAYS = 366;
const DAY_MS = 86_400_000;

const date = z.iso.date().meta({ example: '2026-03-01' });

/** The body of `POST backtests`. */
const backtestBody = z
  .strictObject({
    ...askedRuleFields,
    from: date.meta({ description: 'First day, on the fleet’s calendar.' }),
    to: date.meta({ description: 'Last day, included.' }),
    sweep: z
      .strictObject({
        pointer: storableText(500).meta({
          description:
            'JSON pointer, inside the rule, to a number in its conditions; each bound of `between` by itself: `/conditions/all/0/value/0`.',
          example: '/conditions/all/0/value',
        }),
      })
      .optional()
      .meta({ description: 'Also try observed values in the place of one number of the rule.' }),
  })
  .superRefine(checkAskedRule)
  .refine(({ from, to }) => from <= to, { message: BEFORE_FROM, path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < LONGEST_RANGE_DAYS, {
    message: messageOf(sentence('rangeLong', { days: LONGEST_RANGE_DAYS })),
    path: ['to'],
  });

type BacktestBody = z.output<typeof backtestBody>;

/**
 * Returns the input of a back-test as it is stored: the rule with the conditions to test, its published
 * version, and the other published rules.
 * @throws Problem 422 for an unknown rule or version, and for a rule or a condition that is refused
 */
async function backtestQuestion(
  db: Db,
  asked: BacktestBody,
  fleet: { readonly id: string; readonly timezone: string },
): Promise<BacktestQuestion> {
  const documents = await publishedOfKinds(db, {
    fleetId: fleet.id,
    kinds: ['rule', 'condition', 'route', 'rotation', 'settings'],
  });
  const live = documents
    .filter(({ kind }) => kind === 'rule')
    .map(({ id, version, body }) => ({ id, version, rule: body as unknown as Rule }));
  const conditions = countingConditions(documents);
  const shared = await readGiven(asked.conditions, conditions);
  const tested = triedWith(shared, await askedRule(db, { fleetId: fleet.id, asked, shared }));
  checkSweep(tested.rule, asked.sweep);
  const published = live.find(({ id, version }) => id === tested.id && version !== tested.version);
  const versions = published ? [tested, published] : [tested];
  const rivals = rivalsOf(versions, live, bodiesOf<RecipientRoute>(documents, 'route'));
  const recipients = recipientsOf([...versions, ...rivals], documents);
  return {
    tested,
    ...(published && { published }),
    rivals,
    ...(recipients && { recipients }),
    ...(conditions.length > 0 && { conditions }),
    ...(asked.sweep && { sweep: asked.sweep }),
    from: asked.from,
    to: asked.to,
    timezone: fleet.timezone,
  };
}

/** @throws Problem 422 when the pointer names no number of the rule's own conditions */
function checkSweep(rule: Rule, sweep: BacktestBody['sweep']): void {
  const target = sweep && sweepTarget(rule, sweep.pointer);
  if (!target || isTarget(target)) return;
  throw refused(worded('problems.sweepRefused'), [issueAt('/sweep/pointer', target.because)]);
}

function bodiesOf<T>(documents: readonly PublishedDocument[], kind: PublishedDocument['kind']): readonly T[] {
  return documents.filter((each) => each.kind === kind).map(({ body }) => body as T);
}

/**
 * Returns the documents that are needed to resolve the recipients of rules. Undefined if all recipients are
 * named directly.
 */
function recipientsOf(
  rules: readonly PublishedRule[],
  documents: readonly PublishedDocument[],
): BacktestRecipients | undefined {
  const ways = waysOf(rules);
  const named = ways.flatMap(receiversNamed).map(({ receiver }) => receiver);
  if (!named.some((receiver) => /^(?:route|driver):/.test(receiver))) return undefined;
  const ids = new Set(routesNamed(ways));
  const routes = bodiesOf<RecipientRoute>(documents, 'route').filter(({ id }) => ids.has(id));
  const people = new Set(routes.flatMap(documentNames).flatMap(({ receiver }) => rotationOf(receiver) ?? []));
  const rotations = bodiesOf<Rotation>(documents, 'rotation').filter(({ id }) => people.has(id));
  return { routes, rotations, settings: settingsFrom(bodiesOf<JsonObject>(documents, 'settings')[0]) };
}

/**
 * Returns the tested rule with the shared conditions that the request gives for it. Its version is then 0,
 * because this combination was never published.
 */
function triedWith(shared: ConditionsAsked, tested: PublishedRule): PublishedRule {
  const conditions = neededConditions(tested.rule, shared).filter((each) => shared.given.includes(each));
  return conditions.length === 0 ? tested : { ...tested, version: 0, conditions };
}
