import type { GeneratedAlways } from 'kysely';
import type { BacktestPart, BacktestQuestion, BacktestResult } from '../../rules/backtests/index.ts';

/** `waiting`: asked, and no worker has begun. */
export type BacktestState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

export interface BacktestsTable {
  fleetId: string;
  id: string;
  seq: GeneratedAlways<string>;
  state: BacktestState;
  /** The rules as they stood when it was asked. */
  question: BacktestQuestion;
  /** Trips of the range; null until they were counted. */
  tripsTotal: number | null;
  tripsDone: number;
  result: BacktestResult | null;
  error: string | null;
  who: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** The contributions of whole drivers, one after the other, from which a back-test resumes after its worker died. */
export interface BacktestPartsTable {
  fleetId: string;
  backtestId: string;
  /** From 0. */
  part: number;
  lastDriverId: string;
  trips: number;
  found: BacktestPart;
}
