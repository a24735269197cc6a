import {
  SimpleGrid,
  Stack,
  Autocomplete,
  NumberInput,
  Select,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { useFirstFit } from '../../../lists/index.ts';
import { useFactWords } from '../conditions/index.ts';
import { Issues, Length, TemplateField, useFieldAt } from '../fields/index.ts';
import type { Choices } from '../fields/index.ts';
import type { Catalogue, ConditionGroup, ConditionNode, Json, JsonObject } from '../form/index.ts';
import { BLOCK, SHARED, withField } from '../form/index.ts';
import { Batch, QuietHours } from './timing.tsx';

/** The kinds of actions that the form knows. */
export const KINDS = ['email', 'slack', 'escalate', 'webhook', 'delete_trip'] as const;
/** A kind of action that the form knows. */
export type Kind = (typeof KINDS)[number];

interface ActionProps {
  readonly action: JsonObject;
  readonly at: string;
  readonly onChange: (action: JsonObject) => void;
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly conditions: ConditionGroup;
}

/** Shows the fields of one action, by its kind. */
export function ActionFields({ kind, ...props }: ActionProps & { readonly kind: Kind }): ReactNode {
  const { action, at, onChange } = props;
  const Fields = FIELDS[kind];
  const own = {
    email: ['to', 'subject', 'text'],
    slack: ['channel', 'text'],
    webhook: ['url'],
    escalate: ['policy'],
    delete_trip: ['approval', 'max_per_day', 'expires_after'],
  }[kind];
  return (
    <Stack gap={14}>
      <Fields {...props} />
      {kind !== 'delete_trip' && (
        <QuietHours
          value={action['quiet_hours']}
          at={`${at}/quiet_hours`}
          onChange={(value) => onChange(withField(action, 'quiet_hours', value))}
        />
      )}
      {(kind === 'email' || kind === 'slack') && (
        <Batch
          value={action['batch']}
          at={`${at}/batch`}
          onChange={(value) => onChange(withField(action, 'batch', value))}
        />
      )}
      <Issues at={at} except={[...own, 'quiet_hours', 'batch'].map((field) => `${at}/${field}`)} />
    </Stack>
  );
}

const FIELDS: Readonly<Record<Kind, (props: ActionProps) => ReactNode>> = {
  email: Email,
  slack: Slack,
  webhook: Webhook,
  escalate: Escalate,
  delete_trip: DeleteTrip,
};

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function Email({ action, at, onChange, choices, ...given }: ActionProps): ReactNode {
  const say = useSay();
  const { to } = action;
  const meaning = useMeaning(choices);
  return (
    <>
      <TagsInput
        label={say('ruleEditor.to')}
        description={say('ruleEditor.toHelp')}
        {...useFieldAt(`${at}/to`)}
        value={
          Array.isArray(to) ? to.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))) : []
        }
        data={[
          { group: say('ruleEditor.routes'), items: choices.routes.map(({ id }) => `route:${id}`) },
          { group: say('ruleEditor.ofDriver'), items: ['driver:manager', 'driver:email'] },
          { group: say('ruleEditor.addresses'), items: [...choices.addresses] },
        ]}
        renderOption={({ option }) => <Choice value={option.value} meaning={meaning(option.value)} />}
        onChange={(next) => onChange(withField(action, 'to', next))}
      />
      <Issues at={`${at}/to`} only="warning" />
      <TemplateField
        {...{
          label: say('ruleEditor.subject'),
          description: say('ruleEditor.subjectHelp'),
          at: `${at}/subject`,
        }}
        value={textOf(action['subject'])}
        placeholders={usePlaceholders(given.catalogue, given.conditions)}
        onChange={(next) => onChange(withField(action, 'subject', next === '' ? undefined : next))}
      />
      <OwnText {...{ action, at, onChange, choices, ...given }} />
    </>
  );
}

function Slack({ action, at, onChange, choices, ...given }: ActionProps): ReactNode {
  const say = useSay();
  const meaning = useMeaning(choices);
  return (
    <>
      <Autocomplete
        label={say('ruleEditor.channel')}
        description={say('ruleEditor.channelHelp')}
        {...useFieldAt(`${at}/channel`)}
        value={textOf(action['channel'])}
        data={[...new Set([...choices.channels, ...choices.routes.map(({ id }) => `route:${id}`)])]}
        renderOption={({ option }) => <Choice value={option.value} meaning={meaning(option.value)} />}
        onChange={(next) => onChange(withField(action, 'channel', next))}
      />
      <Issues at={`${at}/channel`} only="warning" />
      <OwnText {...{ action, at, onChange, choices, ...given }} />
    </>
  );
}

function OwnText({ action, at, onChange, catalogue, conditions }: ActionProps): ReactNode {
  const say = useSay();
  return (
    <TemplateField
      {...{ label: say('ruleEditor.ownText'), description: say('ruleEditor.ownTextHelp'), at: `${at}/text` }}
      isLong
      value={textOf(action['text'])}
      placeholders={usePlaceholders(catalogue, conditions)}
      onChange={(next) => onChange(withField(action, 'text', next === '' ? undefined : next))}
    />
  );
}

function Webhook({ action, at, onChange }: ActionProps): ReactNode {
  const say = useSay();
  return (
    <TextInput
      label={say('ruleEditor.url')}
      description={say('ruleEditor.urlHelp')}
      type="url"
      {...useFieldAt(`${at}/url`)}
      value={textOf(action['url'])}
      onChange={({ currentTarget }) => onChange(withField(action, 'url', currentTarget.value))}
    />
  );
}

function Escalate({ action, at, onChange, choices }: ActionProps): ReactNode {
  const say = useSay();
  const present = textOf(action['policy']);
  const known = choices.policies.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Select
        {...useFirstFit()}
        label={say('ruleEditor.policy')}
        description={say('ruleEditor.policyHelp')}
        searchable
        allowDeselect={false}
        {...useFieldAt(`${at}/policy`)}
        value={present === '' ? null : present}
        data={
          present === '' || known.some(({ value }) => value === present)
            ? known
            : [...known, { value: present, label: present }]
        }
        onChange={(next) => next !== null && onChange(withField(action, 'policy', next))}
      />
      <Issues at={`${at}/policy`} only="warning" />
    </>
  );
}

function DeleteTrip({ action, at, onChange }: ActionProps): ReactNode {
  const say = useSay();
  return (
    <SimpleGrid minColWidth={170} autoFlow="auto-fit" spacing={10}>
      <Select
        label={say('ruleEditor.approval')}
        allowDeselect={false}
        {...useFieldAt(`${at}/approval`)}
        value={textOf(action['approval']) || 'required'}
        data={[
          { value: 'required', label: say('ruleEditor.approval_required') },
          { value: 'auto', label: say('ruleEditor.approval_auto') },
        ]}
        onChange={(next) => next !== null && onChange(withField(action, 'approval', next))}
      />
      <NumberInput
        label={say('ruleEditor.maxPerDay')}
        min={1}
        allowDecimal={false}
        {...useFieldAt(`${at}/max_per_day`)}
        value={typeof action['max_per_day'] === 'number' ? action['max_per_day'] : 10}
        onChange={(next) => onChange(withField(action, 'max_per_day', next))}
      />
      <Length
        label={say('ruleEditor.expiresAfter')}
        value={action['expires_after'] ?? '14d'}
        {...useFieldAt(`${at}/expires_after`)}
        onChange={(next) => onChange(withField(action, 'expires_after', next))}
      />
    </SimpleGrid>
  );
}

function Choice({
  value,
  meaning,
}: {
  readonly value: string;
  readonly meaning: string | undefined;
}): ReactNode {
  return (
    <span>
      {value}
      {meaning !== undefined && (
        <Text span size="xs" c="dimmed" display="block">
          {meaning}
        </Text>
      )}
    </span>
  );
}

/** Returns a function that explains a recipient that is not an address, such as `driver:manager`. */
function useMeaning(choices: Choices): (value: string) => string | undefined {
  const say = useSay();
  return (value) => {
    if (value === 'driver:manager') return say('ruleEditor.driverManager');
    if (value === 'driver:email') return say('ruleEditor.driverEmail');
    return choices.routes.find(({ id }) => value === `route:${id}`)?.name;
  };
}

/**
 * Returns the names that templates of the rule may use: names common to all rules, and the facts of the
 * rule's conditions.
 */
function usePlaceholders(
  { templateNames, facts }: Catalogue,
  conditions: ConditionGroup,
): readonly { readonly name: string; readonly help: string }[] {
  const words = useFactWords();
  const named = new Map(leavesOf(conditions).map(({ field, label }) => [label ?? field, field] as const));
  return [
    ...[...named].map(([name, field]) => ({
      name: `facts['${name}']`,
      help: words.help(field, facts.get(field)?.help ?? ''),
    })),
    ...templateNames.map(({ name, help }) => ({ name, help: words.help(name, help) })),
  ];
}

function leavesOf(node: ConditionNode): readonly Exclude<ConditionNode, ConditionGroup>[] {
  if ('rules' in node) return node.rules.flatMap(leavesOf);
  return node.field === BLOCK || node.field === SHARED || node.field === '' ? [] : [node];
}
