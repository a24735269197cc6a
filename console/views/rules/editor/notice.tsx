import type { ReactNode } from 'react';
import { Icon } from '../../../layout/index.ts';
import classes from './editor.module.css';

/** Shows a notice, with buttons as its children. */
export function Notice(props: {
  readonly tone: 'info' | 'warning' | 'critical';
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classes['notice']} data-tone={props.tone} role="alert">
      <Icon name={props.tone} />
      <div>
        <strong>{props.title}</strong>
        {props.children}
      </div>
    </div>
  );
}
