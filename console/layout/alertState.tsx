import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';

/** Returns the state of an alert in words: whether it was sent, and why not. */
export function AlertState({
  alert,
}: {
  readonly alert: { readonly state: 'raised' | 'held' | 'stopped'; readonly reason?: string };
}): ReactNode {
  const say = useSay();
  const state = say(`alerts.state_${alert.state}`);
  if (alert.reason === undefined) return state;
  return `${state}: ${say.known(`alerts.reason_${alert.reason}`) ?? alert.reason}`;
}
