import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { ToneBadge } from '../../layout/index.ts';
import type { IconName } from '../../layout/index.ts';

const LOOKS = {
  waiting: { tone: 'info', icon: 'clock', isQuiet: false },
  decided: { tone: 'good', icon: 'check', isQuiet: true },
  parked: { tone: 'warning', icon: 'warning', isQuiet: false },
  deleted: { tone: 'info', icon: 'cross', isQuiet: true },
  gone: { tone: 'warning', icon: 'lost', isQuiet: true },
} as const satisfies Record<string, { tone: string; icon: IconName; isQuiet: boolean }>;

/** Shows the state of a trip. */
export function TripState({ state }: { readonly state: keyof typeof LOOKS }): ReactNode {
  const say = useSay();
  const { tone, icon, isQuiet } = LOOKS[state];
  return (
    <ToneBadge tone={tone} icon={icon} isQuiet={isQuiet}>
      {say(`trips.state_${state}`)}
    </ToneBadge>
  );
}
