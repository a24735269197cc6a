import { Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import classes from './layout.module.css';

/** Shows a view's heading with its actions, and sets the title of the browser's tab. */
export function PageHeader(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${props.title} · Tripline`;
  }, [props.title]);
  return (
    <header className={classes['pageHeader']}>
      <div>
        <Title order={1}>{props.title}</Title>
        {props.lead !== undefined && (
          <Text size="sm" c="dimmed" mt={2}>
            {props.lead}
          </Text>
        )}
      </div>
      {props.actions !== undefined && <div className={classes['actions']}>{props.actions}</div>}
    </header>
  );
}

/** Shows a surface for parts that belong together. */
export function Card({
  children,
  flush = false,
}: {
  readonly children: ReactNode;
  readonly flush?: boolean;
}): ReactNode {
  return (
    <div className={classes['card']} data-flush={flush}>
      {children}
    </div>
  );
}

/** Shows a card with a heading of its own. */
export function Section(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly flush?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={classes['card']} data-flush={props.flush === true} aria-label={props.title}>
      <div className={classes['sectionHead']}>
        <Title order={2}>{props.title}</Title>
        {props.aside !== undefined && <div className={classes['aside']}>{props.aside}</div>}
      </div>
      {props.children}
    </section>
  );
}
