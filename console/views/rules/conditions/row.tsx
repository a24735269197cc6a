import { ActionIcon, Box, Code, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RuleProps } from 'react-querybuilder';
import { useSay } from '../../../language/index.ts';
import { Icon } from '../../../layout/index.ts';
import { Issues, isWithin, useIssues } from '../fields/index.ts';
import type { ConditionLeaf, Fact } from '../form/index.ts';
import {
  BLOCK,
  SHARED,
  leafWithFact,
  leafWithOperator,
  nodeAt,
  pointerAt,
  shownText,
} from '../form/index.ts';
import { useEditing } from './context.ts';
import { DistributionOf } from './distribution.tsx';
import { FactPicker } from './factPicker.tsx';
import { focusAround } from './focus.ts';
import { Param, PathField } from './param.tsx';
import { Value } from './value.tsx';
import { useFactWords } from './words.ts';
import classes from './conditions.module.css';

/** Shows one condition: a sentence with editable parts, its problems, and how often it would be true. */
export function Row({ path, actions, shiftUpDisabled, shiftDownDisabled }: RuleProps): ReactNode {
  const say = useSay();
  const { root, change, isReadOnly } = useEditing();
  const node = nodeAt(root, path);
  if (!node || 'rules' in node) return undefined;
  const isBlock = node.field === BLOCK || node.field === SHARED;
  return (
    <div className={classes['row']} data-place={pointerAt(root, path)}>
      {isBlock ? <Block leaf={node} /> : <Comparison leaf={node} path={path} />}
      {!isReadOnly && (
        <Group gap={2} wrap="nowrap" className={classes['rowActions'] ?? ''}>
          <ActionIcon
            {...{ variant: 'subtle', color: 'gray', size: 26, disabled: shiftUpDisabled === true }}
            aria-label={say('ruleEditor.moveUp')}
            onClick={() => actions.moveRule(path, 'up')}
          >
            <Icon name="up" size={15} />
          </ActionIcon>
          <ActionIcon
            {...{ variant: 'subtle', color: 'gray', size: 26, disabled: shiftDownDisabled === true }}
            aria-label={say('ruleEditor.moveDown')}
            onClick={() => actions.moveRule(path, 'down')}
          >
            <Icon name="down" size={15} />
          </ActionIcon>
          <ActionIcon
            {...{ variant: 'subtle', color: 'gray', size: 26 }}
            aria-label={say('ruleEditor.removeCondition')}
            onClick={({ currentTarget }) => {
              focusAround(currentTarget);
              change(path, undefined);
            }}
          >
            <Icon name="cross" size={15} />
          </ActionIcon>
        </Group>
      )}
      <Box style={{ gridColumn: '1 / -1' }}>
        <Issues at={pointerAt(root, path)} />
      </Box>
    </div>
  );
}

/** Shows a part that the form cannot express, as its JSON. */
function Block({ leaf }: { readonly leaf: ConditionLeaf }): ReactNode {
  const say = useSay();
  const isShared = leaf.field === SHARED;
  return (
    <Box miw={0}>
      <Text size="sm" mb={6} pr={{ base: 96, sm: 0 }}>
        {isShared ? say('ruleEditor.shared', { id: shownText(leaf.value) }) : say('ruleEditor.block')}
      </Text>
      <Code block tabIndex={0} aria-label={say('ruleEditor.blockJson')}>
        {JSON.stringify(isShared ? (leaf.source ?? { condition: leaf.value }) : leaf.value, null, 2)}
      </Code>
    </Box>
  );
}

function Comparison({
  leaf,
  path,
}: {
  readonly leaf: ConditionLeaf;
  readonly path: readonly number[];
}): ReactNode {
  const say = useSay();
  const words = useFactWords();
  const { root, catalogue, change, isReadOnly } = useEditing();
  const [showsHelp, setShowsHelp] = useState(false);
  const fact = catalogue.facts.get(leaf.field);
  const at = pointerAt(root, path);
  const issues = useIssues(at);
  const isWrong = (field: string): boolean =>
    issues.some(({ kind, pointer }) => kind === 'error' && isWithin(pointer, `${at}/${field}`));
  const set = (next: Partial<ConditionLeaf>): void => change(path, { ...leaf, ...next });
  const pieces = fact ? words.pieces(fact) : [];
  const [first, ...rest] = pieces;
  const shownParams = pieces.flatMap((piece) => (piece.kind === 'param' ? [piece.name] : []));
  const others = fact?.params.filter(({ name }) => !shownParams.includes(name)) ?? [];
  return (
    <Box miw={0}>
      <Group gap="6px 8px" fz="sm">
        <FactPicker
          value={leaf.field}
          shown={
            first?.kind === 'words'
              ? first.text
              : fact
                ? words.owner(leaf.field)
                : words.name(fact, leaf.field)
          }
          isWrong={isWrong('fact')}
          onChange={(next) => change(path, leafWithFact(leaf, next, catalogue))}
        />
        {(first?.kind === 'words' ? rest : pieces).map((piece) =>
          piece.kind === 'words' ? (
            <span key={piece.text}>{piece.text}</span>
          ) : (
            <Param
              key={piece.name}
              param={paramOf(fact, piece.name)}
              value={leaf.params?.[piece.name]}
              isWrong={isWrong(`params/${piece.name}`)}
              onChange={(value) => set({ params: { ...leaf.params, [piece.name]: value } })}
            />
          ),
        )}
        {others.map((param) => (
          <Param
            key={param.name}
            param={param}
            value={leaf.params?.[param.name]}
            isWrong={isWrong(`params/${param.name}`)}
            onChange={(value) => {
              const { [param.name]: _old, ...params } = leaf.params ?? {};
              set({ params: value === '' ? params : { ...params, [param.name]: value } });
            }}
          />
        ))}
        {fact?.takes_path === true && (
          <PathField
            value={leaf.factPath ?? ''}
            isWrong={isWrong('path')}
            onChange={(factPath) => set({ factPath })}
          />
        )}
        {leaf.field !== '' && (
          <>
            <Select
              aria-label={say('ruleEditor.operator')}
              size="xs"
              w={150}
              allowDeselect={false}
              disabled={isReadOnly}
              value={leaf.operator}
              error={isWrong('operator')}
              data={operatorsOf(fact, leaf.operator, catalogue.operators.keys()).map((value) => ({
                value,
                label: words.operator(value, fact),
              }))}
              onChange={(next) => next !== null && change(path, leafWithOperator(leaf, next, catalogue))}
            />
            <Value
              leaf={leaf}
              fact={fact}
              shape={catalogue.operators.get(leaf.operator)?.value ?? 'one'}
              isWrong={isWrong('value')}
              onChange={(value) => set({ value })}
            />
          </>
        )}
        {fact && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={say('ruleEditor.help')}
            aria-expanded={showsHelp}
            onClick={() => setShowsHelp(!showsHelp)}
          >
            <Icon name="info" size={16} />
          </ActionIcon>
        )}
      </Group>
      {showsHelp && fact && (
        <Text size="xs" c="dimmed" mt={6}>
          {words.help(fact.fact, fact.help)}
        </Text>
      )}
      {fact && <DistributionOf leaf={leaf} fact={fact} />}
    </Box>
  );
}

function paramOf(fact: Fact | undefined, name: string): Fact['params'][number] {
  const found = fact?.params.find((param) => param.name === name);
  return found ?? { name, kind: 'id', required: true, help: '', examples: [] };
}

function operatorsOf(fact: Fact | undefined, present: string, all: Iterable<string>): readonly string[] {
  const allowed = fact?.operators ?? [...all];
  return allowed.includes(present) ? allowed : [...allowed, present];
}
