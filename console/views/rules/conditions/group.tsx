import { ActionIcon, Button, Group as Row, Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { RuleGroupBodyComponents, useRuleGroup } from 'react-querybuilder';
import type { RuleGroupProps } from 'react-querybuilder';
import { useSay } from '../../../language/index.ts';
import { Icon, Quiet } from '../../../layout/index.ts';
import { Issues } from '../fields/index.ts';
import { nodeAt, pointerAt } from '../form/index.ts';
import type { Combinator } from '../form/index.ts';
import { useEditing } from './context.ts';
import { focusAround } from './focus.ts';

/** The look of a group inside another one. */
const NESTED = {
  px: { base: 8, sm: 12 },
  py: 10,
  bdrs: 10,
  bd: '1px solid var(--line)',
  bg: 'var(--surface-sunken)',
} as const;

const COMBINATORS: readonly Combinator[] = ['all', 'any', 'not'];

/** Edits a group: its combinator and its conditions, with buttons that add more. */
export function Group(props: RuleGroupProps): ReactNode {
  const say = useSay();
  const group = useRuleGroup(props);
  const { root, change, isReadOnly } = useEditing();
  const node = nodeAt(root, props.path);
  if (!node || !('rules' in node)) return undefined;
  const isRoot = props.path.length === 0;
  const at = pointerAt(root, props.path);
  const inner = node.rules.map((_, index) => pointerAt(root, [...props.path, index]));
  const choose = (combinator: Combinator): void => change(props.path, { ...node, combinator });
  return (
    <Stack
      gap={10}
      role="group"
      aria-label={say(`ruleEditor.group_${node.combinator}`)}
      data-place={at}
      {...(!isRoot && NESTED)}
    >
      <Row gap="xs" fz="sm">
        <span>{say(isRoot ? 'ruleEditor.matchesWhen' : 'ruleEditor.andWhen')}</span>
        <Select
          aria-label={say('ruleEditor.combinator')}
          size="xs"
          w={150}
          allowDeselect={false}
          disabled={isReadOnly}
          value={node.combinator}
          data={COMBINATORS.map((value) => ({ value, label: say(`ruleEditor.group_${value}`) }))}
          onChange={(next) => choose(COMBINATORS.find((each) => each === next) ?? 'all')}
        />
        <span>{say('ruleEditor.ofThese')}</span>
        {!isRoot && !isReadOnly && (
          <ActionIcon
            ml="auto"
            variant="subtle"
            color="gray"
            aria-label={say('ruleEditor.removeGroup')}
            onClick={({ currentTarget }) => {
              focusAround(currentTarget, true);
              change(props.path, undefined);
            }}
          >
            <Icon name="cross" size={16} />
          </ActionIcon>
        )}
      </Row>
      <Stack gap="xs">
        <RuleGroupBodyComponents {...group} />
        {node.rules.length === 0 && <Quiet>{say('ruleEditor.noConditions')}</Quiet>}
        <Issues at={at} except={inner} />
      </Stack>
      {!isReadOnly && (
        <Row gap="xs">
          <Button data-add variant="light" size="compact-sm" onClick={(event) => group.addRule(event)}>
            {say('ruleEditor.addCondition')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={(event) => group.addGroup(event)}>
            {say('ruleEditor.addGroup')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
