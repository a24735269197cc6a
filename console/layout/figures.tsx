import { Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import classes from './layout.module.css';

/** Shows one number, and what it is compared with. */
export function Figure(props: { readonly value: ReactNode; readonly note: ReactNode }): ReactNode {
  return (
    <Stack gap={2}>
      <Text span fz={28} fw={680} lh={1.15} lts="-0.02em">
        {props.value}
      </Text>
      <Quiet>{props.note}</Quiet>
    </Stack>
  );
}

/** Shows secondary words beside or below others. */
export function Quiet({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Text span size="xs" fw={400} c="dimmed">
      {children}
    </Text>
  );
}

/** Shows labels with their values, a pair in a line; leaves out those without a value. */
export function Facts(props: {
  readonly items: readonly (readonly [label: string, value: ReactNode])[];
}): ReactNode {
  const known = props.items.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return (
    <dl className={classes['facts']}>
      {known.map(([label, value], at) => (
        <Fragment key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
