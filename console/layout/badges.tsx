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
    <span className={classes['badge']} data-tone={severity}>
      <Icon name={severity} size={14} />
      {say(`words.severity_${severity}`)}
    </span>
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
    <span className={classes['badge']} data-tone={TONES[state]} data-quiet={state !== 'open'}>
      <Icon name={state} size={14} />
      {say(`words.state_${state}`)}
    </span>
  );
}

/** Shows any other state by icon, word and colour. A quiet state needs no action. */
export function ToneBadge(props: {
  readonly tone: 'critical' | 'warning' | 'info' | 'good';
  readonly icon: IconName;
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={classes['badge']} data-tone={props.tone} data-quiet={props.isQuiet === true}>
      <Icon name={props.icon} size={14} />
      {props.children}
    </span>
  );
}
