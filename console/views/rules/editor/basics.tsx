import {
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
  Textarea,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { DriversSelect } from '../../../lists/index.ts';
import { Issues, Length, useFieldAt } from '../fields/index.ts';
import type { Choices } from '../fields/index.ts';
import { idOf, isObject, withField, withRuleField } from '../form/index.ts';
import type { Json, JsonObject } from '../form/index.ts';

const SEVERITIES = ['info', 'warning', 'critical'] as const;
const MODES = ['live', 'shadow', 'off'] as const;
const TRIGGERS = ['each_trip', 'becomes_true'] as const;
const PER = ['driver', 'group', 'fleet', 'trip'] as const;

/** Properties that the parts of the form share. */
export interface PartProps {
  readonly document: JsonObject;
  readonly onChange: (document: JsonObject) => void;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    : [];
}

/** Edits the rule's name, id, purpose, severity and mode. */
export function Basics({ document, onChange, isNew }: PartProps & { readonly isNew: boolean }): ReactNode {
  const say = useSay();
  const set = (key: string, value: Json | undefined): void => onChange(withRuleField(document, key, value));
  const [name, id] = [textOf(document['name']), textOf(document['id'])];
  const rename = (next: string): void => {
    const named = withRuleField(document, 'name', next);
    // The id of a new rule follows its name until the writer changes the id.
    onChange(isNew && id === idOf(name) ? withRuleField(named, 'id', idOf(next)) : named);
  };
  return (
    <Stack gap={14}>
      <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={14}>
        <TextInput
          label={say('ruleEditor.name')}
          value={name}
          {...useFieldAt('/name')}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextInput
          label={say('ruleEditor.id')}
          description={isNew ? say('ruleEditor.idHelp') : undefined}
          readOnly={!isNew}
          value={id}
          {...useFieldAt('/id')}
          onChange={({ currentTarget }) => set('id', currentTarget.value)}
        />
      </SimpleGrid>
      <Textarea
        label={say('ruleEditor.description')}
        description={say('ruleEditor.descriptionHelp')}
        autosize
        minRows={2}
        value={textOf(document['description'])}
        {...useFieldAt('/description')}
        onChange={({ currentTarget: { value } }) => set('description', value === '' ? undefined : value)}
      />
      <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={14}>
        <Select
          label={say('ruleEditor.severity')}
          allowDeselect={false}
          value={textOf(document['severity']) || 'warning'}
          data={SEVERITIES.map((value) => ({ value, label: say(`words.severity_${value}`) }))}
          {...useFieldAt('/severity')}
          onChange={(next) => next !== null && set('severity', next)}
        />
        <Select
          label={say('ruleEditor.mode')}
          allowDeselect={false}
          value={textOf(document['mode']) || 'live'}
          data={MODES.map((value) => ({ value, label: say(`ruleEditor.mode_${value}`) }))}
          {...useFieldAt('/mode')}
          onChange={(next) => next !== null && set('mode', next)}
        />
      </SimpleGrid>
      {(['/name', '/id', '/description', '/severity', '/mode'] as const).map((at) => (
        <Issues key={at} at={at} only="warning" />
      ))}
    </Stack>
  );
}

/** Edits the trigger, which decides which of several matching trips raise an alert. */
export function Trigger({ document, onChange }: PartProps): ReactNode {
  const say = useSay();
  return (
    <>
      <Select
        label={say('ruleEditor.trigger')}
        mt="md"
        allowDeselect={false}
        value={textOf(document['trigger']) || 'each_trip'}
        data={TRIGGERS.map((value) => ({ value, label: say(`ruleEditor.trigger_${value}`) }))}
        {...useFieldAt('/trigger')}
        onChange={(next) => next !== null && onChange(withRuleField(document, 'trigger', next))}
      />
      <Issues at="/trigger" only="warning" />
    </>
  );
}

/** Edits the scope: the drivers that the rule covers. */
export function Scope({ document, onChange, choices }: PartProps & { readonly choices: Choices }): ReactNode {
  const say = useSay();
  const scope = isObject(document['scope']) ? document['scope'] : {};
  const set = (key: string, values: string[]): void => {
    const next = withField(scope, key, values.length === 0 ? undefined : values);
    onChange(withRuleField(document, 'scope', Object.keys(next).length === 0 ? undefined : next));
  };
  return (
    <Stack gap={14}>
      <TagsInput
        label={say('ruleEditor.groups')}
        placeholder={listOf(scope['groups']).length === 0 ? say('ruleEditor.everyGroup') : ''}
        value={listOf(scope['groups'])}
        data={choices.groups.map(({ id }) => id)}
        {...useFieldAt('/scope/groups')}
        onChange={(next) => set('groups', next)}
      />
      <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={14}>
        <DriversSelect
          label={say('ruleEditor.drivers')}
          description={say('ruleEditor.driversHelp')}
          value={listOf(scope['drivers'])}
          {...useFieldAt('/scope/drivers')}
          set={(next) => set('drivers', next)}
        />
        <DriversSelect
          label={say('ruleEditor.excluded')}
          description={say('ruleEditor.driversHelp')}
          value={listOf(scope['exclude_drivers'])}
          {...useFieldAt('/scope/exclude_drivers')}
          set={(next) => set('exclude_drivers', next)}
        />
      </SimpleGrid>
      <Issues at="/scope" only="warning" />
    </Stack>
  );
}

/** Edits the rule's limits on alerts, its owner, and the rules that it suppresses. */
export function Limits({
  document,
  onChange,
  choices,
}: PartProps & { readonly choices: Choices }): ReactNode {
  const say = useSay();
  const set = (key: string, value: Json | undefined): void => onChange(withRuleField(document, key, value));
  const throttle = isObject(document['throttle']) ? document['throttle'] : undefined;
  const budget = isObject(document['budget']) ? document['budget'] : undefined;
  const perDay = budget?.['alerts_per_day'];
  const id = textOf(document['id']);
  return (
    <Stack gap={14}>
      <Switch
        label={say('ruleEditor.throttle')}
        description={say('ruleEditor.throttleHelp')}
        checked={document['throttle'] !== undefined}
        onChange={({ currentTarget }) =>
          set('throttle', currentTarget.checked ? { per: 'driver', every: '24h' } : undefined)
        }
      />
      {throttle && (
        <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={14}>
          <Select
            label={say('ruleEditor.per')}
            allowDeselect={false}
            value={textOf(throttle['per'])}
            data={PER.map((value) => ({ value, label: say(`ruleEditor.per_${value}`) }))}
            onChange={(next) => next !== null && set('throttle', withField(throttle, 'per', next))}
          />
          <Length
            label={say('ruleEditor.every')}
            value={throttle['every']}
            onChange={(next) => set('throttle', withField(throttle, 'every', next))}
          />
        </SimpleGrid>
      )}
      <Issues at="/throttle" />
      <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={14}>
        <NumberInput
          label={say('ruleEditor.budget')}
          description={say('ruleEditor.budgetHelp')}
          min={1}
          allowDecimal={false}
          value={typeof perDay === 'number' ? perDay : ''}
          {...useFieldAt('/budget')}
          onChange={(next) =>
            set('budget', typeof next === 'number' ? { ...budget, alerts_per_day: next } : undefined)
          }
        />
        <TextInput
          label={say('ruleEditor.owner')}
          description={say('ruleEditor.ownerHelp')}
          value={textOf(document['owner'])}
          {...useFieldAt('/owner')}
          onChange={({ currentTarget: { value } }) => set('owner', value === '' ? undefined : value)}
        />
      </SimpleGrid>
      <TagsInput
        label={say('ruleEditor.suppresses')}
        description={say('ruleEditor.suppressesHelp')}
        value={listOf(document['suppresses'])}
        data={choices.rules.filter((each) => each.id !== id).map((each) => each.id)}
        renderOption={({ option }) =>
          choices.rules.find((each) => each.id === option.value)?.name ?? option.value
        }
        {...useFieldAt('/suppresses')}
        onChange={(next) => set('suppresses', next.length === 0 ? undefined : next)}
      />
      {(['/budget', '/owner', '/suppresses'] as const).map((at) => (
        <Issues key={at} at={at} only="warning" />
      ))}
    </Stack>
  );
}
