import { Flex, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { FleetLink } from '../navigation/index.ts';
import { Icon } from './icons.tsx';
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
    <Flex component="header" wrap="wrap" align="flex-end" justify="space-between" gap="12px 24px" mb={20}>
      <div>
        <Title order={1}>{props.title}</Title>
        {props.lead !== undefined && (
          <Text component="div" size="sm" c="dimmed" mt={2}>
            {props.lead}
          </Text>
        )}
      </div>
      {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
    </Flex>
  );
}

/** Shows a link back to the view above this one. */
export function BackLink(props: { readonly to: readonly string[]; readonly children: ReactNode }): ReactNode {
  return (
    <FleetLink to={props.to} className={classes['back']}>
      <Icon name="back" size={16} />
      {props.children}
    </FleetLink>
  );
}

/** Shows the main parts of a view, and others beside them, or below them on a narrow screen. */
export function Columns(props: { readonly children: ReactNode; readonly aside: ReactNode }): ReactNode {
  return (
    <div className={classes['columns']}>
      <Stack gap={18}>{props.children}</Stack>
      <Stack gap={18}>{props.aside}</Stack>
    </div>
  );
}

const SURFACE = { bg: 'var(--surface)', bd: '1px solid var(--line)', radius: 12, miw: 0 } as const;

/** Shows a surface for parts that belong together. */
export function Card({
  children,
  flush = false,
}: {
  readonly children: ReactNode;
  readonly flush?: boolean;
}): ReactNode {
  return (
    <Paper {...SURFACE} {...(flush ? { style: { overflow: 'hidden' } } : { p: 18 })}>
      {children}
    </Paper>
  );
}

/** Shows a card with a heading of its own. */
export function Section(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly flush?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { title, aside, flush = false } = props;
  return (
    <Paper
      component="section"
      aria-label={title}
      {...SURFACE}
      {...(flush ? { style: { overflow: 'hidden' } } : { p: 18 })}
    >
      <Group
        justify="space-between"
        align="baseline"
        gap="4px 16px"
        mb={12}
        {...(flush && { px: 18, pt: 16 })}
      >
        <Title order={2}>{title}</Title>
        {aside !== undefined && (
          <Text component="div" size="xs" c="dimmed">
            {aside}
          </Text>
        )}
      </Group>
      {props.children}
    </Paper>
  );
}
