import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import classes from './layout.module.css';

/** Shows a severity by icon, word and colour. */
export function SeverityBadge({
  severity,
}: {
  readonly severity: 'critical' | 'warning' | 'info';
}): ReactNode {
  const say = useSay();
  return (
    <ToneBadge tone={severity} icon={severity}>
      {say(`words.severity_${severity}`)}
    </ToneBadge>
  );
}

const TONES = { open: 'critical', acknowledged: 'info', resolved: 'good' } as const;

/** Shows the state of an incident, and marks an open one that was not answered in a full round. */
export function StateBadge({
  state,
  isUnanswered = false,
}: {
  readonly state: keyof typeof TONES;
  readonly isUnanswered?: boolean;
}): ReactNode {
  const say = useSay();
  if (isUnanswered)
    return (
      <ToneBadge tone="critical" icon="alarms">
        {say('words.state_unanswered')}
      </ToneBadge>
    );
  return (
    <ToneBadge tone={TONES[state]} icon={state} isQuiet={state !== 'open'}>
      {say(`words.state_${state}`)}
    </ToneBadge>
  );
}

/** Colours of states; each has a soft one for the surface behind it. */
export type Tone = 'critical' | 'warning' | 'info' | 'good';

/** Returns the style of a surface in the colours of a state. */
export function toneProps(tone: Tone): { readonly c: string; readonly bg: string } {
  return { c: `var(--${tone})`, bg: `var(--${tone}-soft)` };
}

/** Shows any other state by icon, word and colour. A quiet state needs no action. */
export function ToneBadge(props: {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { c, bg } = toneProps(props.tone);
  return (
    <Box component="span" className={classes['badge']} c={c} {...(!props.isQuiet && { bg, px: 7 })}>
      <Icon name={props.icon} size={14} />
      {props.children}
    </Box>
  );
}
