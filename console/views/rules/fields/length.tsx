import { Flex, NumberInput, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { UNITS, partsOf } from '../form/index.ts';
import type { Json } from '../form/index.ts';

/** Edits a length of time: a number and a unit. Another value is shown as its text. */
export function Length(props: {
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: string) => void;
  /** Whether days are the only unit. */
  readonly onlyDays?: boolean;
  /** Whether the field is part of a sentence. Its label is then only for screen readers. */
  readonly inline?: boolean;
  readonly error?: string | undefined;
}): ReactNode {
  const say = useSay();
  const { label, value, onChange, onlyDays = false, inline = false, error } = props;
  const parts = partsOf(value);
  const named = inline ? { 'aria-label': label } : { label };
  const size = inline ? 'xs' : 'sm';
  if (!parts && value !== undefined && value !== '')
    return (
      <TextInput
        {...named}
        size={size}
        w={inline ? 90 : undefined}
        value={typeof value === 'string' ? value : JSON.stringify(value)}
        error={inline ? error !== undefined : error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const { count, unit } = parts ?? { count: undefined, unit: onlyDays ? 'd' : 'h' };
  return (
    <Flex component="span" display="inline-flex" align="flex-end" gap={inline ? 4 : 6}>
      <NumberInput
        {...named}
        size={size}
        w={inline ? 58 : 110}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        value={count ?? ''}
        error={inline ? error !== undefined : error}
        onChange={(next) => typeof next === 'number' && onChange(`${next}${unit}`)}
      />
      <Select
        aria-label={say('ruleEditor.unitOf', { label })}
        size={size}
        w={inline ? 90 : 130}
        allowDeselect={false}
        value={unit}
        data={UNITS.filter((each) => !onlyDays || each === 'd' || each === unit).map((each) => ({
          value: each,
          label: say(`ruleEditor.unit_${each}`, { count: count ?? 2 }),
        }))}
        onChange={(next) => next !== null && onChange(`${count ?? 1}${next}`)}
      />
    </Flex>
  );
}
