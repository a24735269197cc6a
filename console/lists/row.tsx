import type { ReactNode } from 'react';
import classes from './lists.module.css';

/** Shows one item of a list: its state, title, time and actions. */
export function Row(props: {
  readonly badge?: ReactNode;
  readonly title: ReactNode;
  /** Lines below the title; empty ones are left out. */
  readonly lines?: readonly ReactNode[];
  readonly time?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  const lines = (props.lines ?? []).filter((line) => line !== undefined && line !== '' && line !== false);
  return (
    <li className={classes['row']}>
      {props.badge !== undefined && <div className={classes['badge']}>{props.badge}</div>}
      <div className={classes['main']}>
        <div className={classes['title']}>{props.title}</div>
        {lines.map((line, at) => (
          <div key={at} className={classes['line']}>
            {line}
          </div>
        ))}
        {props.children}
      </div>
      <div className={classes['time']}>{props.time}</div>
      {props.actions !== undefined && <div className={classes['actions']}>{props.actions}</div>}
    </li>
  );
}
