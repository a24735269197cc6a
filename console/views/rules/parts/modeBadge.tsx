import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import type { RuleView } from './rule.ts';
import classes from './parts.module.css';

/** Shows whether a rule sends, only records, or is not evaluated. */
export function ModeBadge({ mode }: { readonly mode: RuleView['mode'] }): ReactNode {
  const say = useSay();
  return (
    <span className={classes['mode']} data-mode={mode} title={say(`rules.modeHelp_${mode}`)}>
      {say(`rules.mode_${mode}`)}
    </span>
  );
}
