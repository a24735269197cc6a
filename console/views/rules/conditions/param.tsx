import { NumberInput, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { useFirstFit } from '../../../lists/index.ts';
import { Length } from '../fields/index.ts';
import type { Fact, Json } from '../form/index.ts';
import { useEditing } from './context.ts';
import { useFactWords } from './words.ts';

/** Edits a parameter of a fact, inside the sentence. */
export function Param(props: {
  readonly param: Fact['params'][number];
  readonly value: Json | undefined;
  readonly isWrong: boolean;
  readonly onChange: (value: string | number) => void;
}): ReactNode {
  const say = useSay();
  const words = useFactWords();
  const { catalogue, choices } = useEditing();
  const firstFit = useFirstFit();
  const { param, value, isWrong, onChange } = props;
  const label = say.known(`ruleEditor.param_${param.name}`) ?? param.name;
  if (param.kind === 'duration' || param.kind === 'days')
    return (
      <Length
        {...{ label, value, onChange, inline: true, onlyDays: param.kind === 'days' }}
        {...(isWrong && { error: label })}
      />
    );
  if (param.kind === 'number')
    return (
      <NumberInput
        aria-label={label}
        size="xs"
        w={70}
        error={isWrong}
        value={typeof value === 'number' || typeof value === 'string' ? value : ''}
        onChange={onChange}
      />
    );
  const present = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const listed = listOf(param.name);
  const data =
    listed.some((each) => each.value === present) || present === ''
      ? listed
      : [...listed, { value: present, label: present }];
  return (
    <Select
      {...firstFit}
      aria-label={label}
      size="xs"
      w={param.kind === 'event_type' ? 172 : 200}
      searchable
      clearable={!param.required}
      allowDeselect={false}
      placeholder={param.required ? label : say('ruleEditor.any_group')}
      error={isWrong}
      value={present === '' ? null : present}
      data={data}
      onChange={(next) => onChange(typeof value === 'number' && next === present ? value : (next ?? ''))}
    />
  );

  function listOf(name: string): readonly { readonly value: string; readonly label: string }[] {
    if (param.kind === 'event_type')
      return [...catalogue.eventTypes, ...(typeof value === 'number' ? [String(value)] : [])].map((each) => ({
        value: each,
        label: words.eventType(/^\d+$/.test(each) ? Number(each) : each),
      }));
    const of = name === 'rule' ? choices.rules : choices.groups;
    return of.map((each) => ({ value: each.id, label: each.name }));
  }
}

/** Edits the path to a part of the driver's attributes. */
export function PathField(props: {
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const say = useSay();
  return (
    <TextInput
      aria-label={say('ruleEditor.path')}
      placeholder="$.depot"
      size="xs"
      w={140}
      error={props.isWrong}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  );
}
