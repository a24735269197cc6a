import { MultiSelect, Select } from '@mantine/core';
import type { ComboboxData, OptionsFilter } from '@mantine/core';
import type { ReactNode } from 'react';
import { searched, useSay } from '../language/index.ts';
import { Quiet, useRules } from '../layout/index.ts';
import { useFirstFit } from './firstFit.ts';

/** Options that a list shows at once; typing finds the others. */
const SHOWN = 50;

/** Chooses a rule by a part of its name or its id. */
export function RuleSelect({
  value,
  set,
}: {
  readonly value: string | undefined;
  readonly set: (rule: string | undefined) => void;
}): ReactNode {
  const say = useSay();
  const data = useOptions(value === undefined ? [] : [value]);
  return (
    <Select
      {...useFirstFit()}
      label={say('words.rule')}
      placeholder={say('lists.chooseRule')}
      searchable
      clearable
      value={value ?? null}
      data={data}
      limit={SHOWN}
      filter={byNameOrId}
      renderOption={({ option }) => <RuleOption id={option.value} label={option.label} />}
      nothingFoundMessage={say('lists.noRule')}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

/** Chooses several rules. */
export function RulesSelect(props: {
  readonly label: string;
  readonly value: readonly string[];
  readonly set: (rules: readonly string[]) => void;
}): ReactNode {
  const say = useSay();
  const { value } = props;
  return (
    <MultiSelect
      {...useFirstFit()}
      label={props.label}
      placeholder={value.length === 0 ? say('words.any') : ''}
      searchable
      hidePickedOptions
      value={[...value]}
      data={useOptions(value)}
      limit={SHOWN}
      filter={byNameOrId}
      renderOption={({ option }) => <RuleOption id={option.value} label={option.label} />}
      nothingFoundMessage={say('lists.noRule')}
      onChange={props.set}
    />
  );
}

/** Returns the rules, and those chosen that are not among them. */
function useOptions(chosen: readonly string[]): ComboboxData {
  const rules = useRules();
  const unknown = chosen.filter((id) => !rules.some((rule) => rule.id === id));
  return [
    ...rules.map(({ id, name }) => ({ value: id, label: name })),
    ...unknown.map((id) => ({ value: id, label: id })),
  ];
}

function RuleOption({ id, label }: { readonly id: string; readonly label: string }): ReactNode {
  return (
    <span>
      {label} {label !== id && <Quiet>{id}</Quiet>}
    </span>
  );
}

const byNameOrId: OptionsFilter = ({ options, search, limit }) => {
  const asked = searched(search.trim());
  return options
    .filter(
      (option) =>
        'value' in option && (includes(option.label, asked) || includes(String(option.value), asked)),
    )
    .slice(0, limit);
};

function includes(text: string, part: string): boolean {
  return searched(text).includes(part);
}
