import * as z from 'zod';
import {
  countUnfinishedBacktests,
  createBacktest,
  endBacktest,
  getBacktest,
  listBacktests,
} from '../../../store/backtests/index.ts';
import type { Backtest, BacktestKey } from '../../../store/backtests/index.ts';
import type { Db } from '../../../store/db/index.ts';
import type { ServerDependencies } from '../../dependencies/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route } from '../../http/index.ts';
import { backtestOnWire, listedBacktest, oneBacktest } from './backtestAnswer.ts';
import { backtestBody, backtestQuestion } from './backtestQuestion.ts';
import { MOST_VALUES, listAnswer, listOf, listQuery } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const TAG = 'Back-tests';
/** Back-tests of one fleet at work at a time: they share the workers with its trips. */
const MOST_AT_ONCE = 3;
/** One that was asked longer ago no longer counts: its workflow may have been ended by hand. */
const COUNTED_FOR_MS = 3_600_000;

/** What a rule would have sent. */
export function backtestRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      ...{ method: 'post', path: '/backtests', id: 'startBacktest', tag: TAG, role: 'editor' },
      limit: { aMinute: 30, atOnce: 4 },
      summary: 'Tries a rule on the stored trips of a range: what it would have sent',
      description: 'Nothing is sent. It goes on by itself; ask its address for progress and result.',
      body: {
        schema: backtestBody,
        mostValues: MOST_VALUES,
        example: { rule_id: 'collision', version: 'draft', from: '2026-03-01', to: '2026-03-31' },
      },
      status: 202,
      locate: (answer) => (answer as { address: string }).address,
      answer: {
        description: 'It has begun.',
        schema: z.object({ id: z.string(), state: z.literal('waiting'), address: z.string() }),
        headers: { location: 'Its address.' },
      },
      problems: {
        404: 'No such rule or version, or another fleet’s token.',
        409: 'Too many back-tests of the fleet are at work.',
      },
      async run({ fleetId, body, caller }) {
        await refuseWhenBusy(db, fleetId, deps.now());
        const question = await backtestQuestion(db, body, caller.fleet);
        const { id } = await createBacktest(db, { fleetId, question, who: caller.name, at: deps.now() });
        try {
          await deps.workflows.startBacktest({ fleet: fleetId, backtestId: id });
        } catch (error) {
          const because = 'Temporal did not answer when it was asked for.';
          await endBacktest(db, { fleetId, id, state: 'failed', error: because, at: deps.now() });
          throw error;
        }
        return { id, state: 'waiting', address: `/api/v1/fleets/${fleetId}/backtests/${id}` };
      },
    }),
    api({
      ...{ method: 'get', path: '/backtests', id: 'listBacktests', tag: TAG, role: 'viewer' },
      summary: 'Lists back-tests, without their results',
      query: listQuery({}),
      answer: { description: 'Back-tests, newest first.', schema: listOf(listedBacktest) },
      run: async ({ fleetId, query }) =>
        listAnswer(await listBacktests(db, { fleetId, ...query }), backtestOnWire),
    }),
    api({
      ...{ method: 'get', path: '/backtests/{id}', id: 'getBacktest', tag: TAG, role: 'viewer' },
      summary: 'Shows a back-test: how far it is, and its result',
      answer: { description: 'The back-test.', schema: oneBacktest },
      run: async ({ fleetId, params }) => backtestOnWire(await found(db, { fleetId, id: params['id']! })),
    }),
    api({
      ...{ method: 'post', path: '/backtests/{id}/cancel', id: 'cancelBacktest', tag: TAG, role: 'editor' },
      summary: 'Stops a back-test',
      description: 'One that is over stays as it is.',
      answer: { description: 'The back-test as it is now.', schema: oneBacktest },
      async run({ fleetId, params }) {
        const key = { fleetId, id: params['id']! };
        await found(db, key);
        // Told first where everybody looks, so that it is over even while no worker is there to hear of it.
        const isEnded = await endBacktest(db, { ...key, state: 'cancelled', at: deps.now() });
        if (isEnded) await deps.workflows.cancelBacktest({ fleet: fleetId, backtestId: key.id });
        return backtestOnWire(await found(db, key));
      },
    }),
  ];
}

async function refuseWhenBusy(db: Db, fleetId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - COUNTED_FOR_MS);
  const atWork = await countUnfinishedBacktests(db, { fleetId, since });
  if (atWork >= MOST_AT_ONCE)
    throw new Problem(
      409,
      `${atWork} back-tests of this fleet are at work: wait for one to end, or cancel one.`,
    );
}

async function found(db: Db, key: BacktestKey): Promise<Backtest> {
  const row = await getBacktest(db, key);
  if (!row) throw new Problem(404, 'There is no back-test with this id.');
  return row;
}
