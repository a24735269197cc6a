import { Flex, NumberInput, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import type { Json } from '../form/index.ts';

const UNITS = ['s', 'm', 'h', 'd'] as const;
type Unit = (typeof UNITS)[number];

/** Returns the number and unit of a length of time as rules write it, such as `7d`; undefined for other texts. */
export function partsOf(text: Json | undefined): { readonly count: number; readonly unit: Unit } | undefined {
  const found = typeof text === 'string' ? /^(\d{1,9})([smhd])$/.exec(text) : null;
  return found ? { count: Number(found[1]), unit: found[2] as Unit } : undefined;
}

/** Edits a length of time: a number and a unit. Another value is shown as its text. */
export function Length(props: {
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: string) => void;
  /** Days are the only unit. */
  readonly onlyDays?: boolean;
  /** Whether the field is part of a sentence: its label is then only for assistive technology. */
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
