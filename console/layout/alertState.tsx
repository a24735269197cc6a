import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import { wordsOr } from './reasons.ts';

/** What became of an alert, in words: whether it was sent, and why not. */
export function AlertState({
  alert,
}: {
  readonly alert: { readonly state: 'raised' | 'held' | 'stopped'; readonly reason?: string };
}): ReactNode {
  const say = useSay();
  const state = say(`alerts.state_${alert.state}`);
  if (alert.reason === undefined) return state;
  return `${state}: ${wordsOr(alert.reason, `alerts.reason_${alert.reason}`, say)}`;
}
