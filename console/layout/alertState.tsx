import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import type { TextKey } from '../language/index.ts';

/** What became of an alert, in words: whether it was sent, and why not. */
export function AlertState({
  alert,
}: {
  readonly alert: { readonly state: 'raised' | 'held' | 'stopped'; readonly reason?: string };
}): ReactNode {
  const say = useSay();
  const state = say(`alerts.state_${alert.state}`);
  if (alert.reason === undefined) return state;
  const key = `alerts.reason_${alert.reason}`;
  const words = say(key as TextKey);
  // A reason that has no words here stands as the API names it.
  return `${state}: ${words === key ? alert.reason : words}`;
}
