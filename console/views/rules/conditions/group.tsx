import { ActionIcon, Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { RuleGroupBodyComponents, useRuleGroup } from 'react-querybuilder';
import type { RuleGroupProps } from 'react-querybuilder';
import { useSay } from '../../../language/index.ts';
import { Icon } from '../../../layout/index.ts';
import { Issues } from '../fields/index.ts';
import { nodeAt, pointerAt } from '../form/index.ts';
import type { Combinator } from '../form/index.ts';
import { useEditing } from './context.ts';
import { focusAround } from './focus.ts';
import classes from './conditions.module.css';

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
    <div
      className={classes['group']}
      role="group"
      aria-label={say(`ruleEditor.group_${node.combinator}`)}
      data-root={isRoot}
      data-place={at}
    >
      <div className={classes['groupHead']}>
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
            className={classes['remove'] ?? ''}
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
      </div>
      <div className={classes['groupBody']}>
        <RuleGroupBodyComponents {...group} />
        {node.rules.length === 0 && <p className={classes['quiet']}>{say('ruleEditor.noConditions')}</p>}
        <Issues at={at} except={inner} />
      </div>
      {!isReadOnly && (
        <div className={classes['groupFoot']}>
          <Button data-add variant="light" size="compact-sm" onClick={(event) => group.addRule(event)}>
            {say('ruleEditor.addCondition')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={(event) => group.addGroup(event)}>
            {say('ruleEditor.addGroup')}
          </Button>
        </div>
      )}
    </div>
  );
}
