import { ActionIcon, Button, Code, Group, Menu, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Icon, Quiet } from '../../../layout/index.ts';
import { Issues } from '../fields/index.ts';
import type { Choices } from '../fields/index.ts';
import type { Catalogue, ConditionGroup, Json, JsonObject } from '../form/index.ts';
import { isObject } from '../form/index.ts';
import { ActionFields, KINDS } from './action.tsx';
import type { Kind } from './action.tsx';

/** The action with which editing begins, for each kind. */
const NEW: Readonly<Record<Kind, JsonObject>> = {
  email: { type: 'email', to: [] },
  slack: { type: 'slack', channel: '' },
  webhook: { type: 'webhook', url: '' },
  escalate: { type: 'escalate', policy: '' },
  delete_trip: { type: 'delete_trip', approval: 'required' },
};

/** Shows the actions of a rule. An action that the form does not know is shown as its JSON. */
export function Actions(props: {
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly conditions: ConditionGroup;
}): ReactNode {
  const say = useSay();
  const { mayAdminister } = useFleet();
  const { value, onChange, ...given } = props;
  if (value !== undefined && !Array.isArray(value)) return <Unknown action={value} />;
  const actions = value ?? [];
  const put = (index: number, next: Json | undefined): void =>
    onChange(actions.flatMap((each, at) => (at !== index ? [each] : next === undefined ? [] : [next])));
  return (
    <Stack gap="sm">
      {actions.length === 0 && <Quiet>{say('ruleEditor.noActions')}</Quiet>}
      {actions.map((action, index) => {
        const kind = kindOf(action);
        const name = kind ? say(`ruleEditor.action_${kind}`) : say('ruleEditor.actionUnknown');
        return (
          <Paper
            key={index}
            component="section"
            p="sm"
            radius={10}
            bd="1px solid var(--line)"
            bg="none"
            aria-label={name}
            data-place={`/actions/${index}`}
          >
            <Group justify="space-between" mb="xs">
              <Title order={3}>{name}</Title>
              <ActionIcon
                {...{ variant: 'subtle', color: 'gray', size: 26 }}
                aria-label={say('ruleEditor.removeAction', { name })}
                onClick={() => put(index, undefined)}
              >
                <Icon name="cross" size={15} />
              </ActionIcon>
            </Group>
            {kind && isObject(action) ? (
              <ActionFields
                {...given}
                {...{ kind, action, at: `/actions/${index}` }}
                onChange={(next) => put(index, next)}
              />
            ) : (
              <Unknown action={action} />
            )}
          </Paper>
        );
      })}
      <Issues at="/actions" except={actions.map((_, index) => `/actions/${index}`)} />
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="light" size="compact-sm" w="fit-content">
            {say('ruleEditor.addAction')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {KINDS.filter((kind) => kind !== 'delete_trip' || mayAdminister).map((kind) => (
            <Menu.Item key={kind} onClick={() => onChange([...actions, NEW[kind]])}>
              {say(`ruleEditor.action_${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Stack>
  );
}

function kindOf(action: Json): Kind | undefined {
  return isObject(action) ? KINDS.find((kind) => kind === action['type']) : undefined;
}

function Unknown({ action }: { readonly action: Json }): ReactNode {
  const say = useSay();
  return (
    <Code block tabIndex={0} role="group" aria-label={say('ruleEditor.blockJson')}>
      {JSON.stringify(action, null, 2)}
    </Code>
  );
}
