import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './lists.module.css';

/** Shows items below one another, with lines between them. */
export function Items(props: {
  readonly label?: string;
  readonly isOrdered?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const List = props.isOrdered === true ? 'ol' : 'ul';
  return (
    <List className={classes['items']} aria-label={props.label}>
      {props.children}
    </List>
  );
}

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
        <Text component="div" fw={600}>
          {props.title}
        </Text>
        {lines.map((line, at) => (
          <Text key={at} component="div" size="xs" lh={1.6} c="dimmed">
            {line}
          </Text>
        ))}
        {props.children}
      </div>
      <Text component="div" size="xs" c="dimmed" pt={3} className={classes['time'] ?? ''}>
        {props.time}
      </Text>
      {props.actions !== undefined && <div className={classes['actions']}>{props.actions}</div>}
    </li>
  );
}
