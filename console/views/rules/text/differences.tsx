import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { differences } from '../form/index.ts';
import classes from './text.module.css';

/**
 * Shows the difference between two texts line by line. Words for screen readers also mark the lines that were
 * removed and added.
 */
export function Differences(props: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}): ReactNode {
  const say = useSay();
  return (
    <pre className={classes['differences']} tabIndex={0} role="group" aria-label={props.label}>
      {differences(props.before, props.after).map(({ kind, text }, index) => (
        <span key={index} data-kind={kind}>
          {kind !== 'same' && <VisuallyHidden>{say(`ruleEditor.line_${kind}`)} </VisuallyHidden>}
          {kind === 'added' ? '+ ' : kind === 'removed' ? '− ' : '  '}
          {text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
