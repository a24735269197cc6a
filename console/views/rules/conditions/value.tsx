import { Autocomplete, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage, useSay } from '../../../language/index.ts';
import { Quiet } from '../../../layout/index.ts';
import { DriversSelect, useDriverSearch } from '../../../lists/index.ts';
import type { ConditionLeaf, Fact, Json, Operator } from '../form/index.ts';
import { shownText } from '../form/index.ts';
import { useEditing } from './context.ts';
import { useFactWords } from './words.ts';

/** Id of the fact whose values are drivers. */
const DRIVER = 'driver.id';

type Shape = Operator['value'];

interface ValueProps {
  readonly leaf: ConditionLeaf;
  readonly fact: Fact | undefined;
  readonly shape: Shape;
  readonly isWrong: boolean;
  readonly onChange: (value: Json) => void;
}

/** Edits the value that a fact is compared with. The operator and the fact's type decide which field is shown. */
export function Value(props: ValueProps): ReactNode {
  const say = useSay();
  const words = useFactWords();
  const { shape, fact, leaf, isWrong, onChange } = props;
  const label = say('ruleEditor.value');
  const unit = words.unit(fact);
  if (shape === 'flag')
    return (
      <Select
        {...{ 'aria-label': label, size: 'xs', w: 90, allowDeselect: false, error: isWrong }}
        value={shownText(leaf.value)}
        data={[
          { value: 'true', label: say('ruleEditor.yes') },
          { value: 'false', label: say('ruleEditor.no') },
        ]}
        onChange={(next) => onChange(next === 'true')}
      />
    );
  if (shape === 'bounds') {
    const [low = '', high = ''] = Array.isArray(leaf.value) ? leaf.value : [];
    return (
      <>
        <One
          {...props}
          label={say('ruleEditor.valueFrom')}
          value={low}
          onChange={(next) => onChange([next, high])}
        />
        <span>{say('ruleEditor.and')}</span>
        <One
          {...props}
          label={say('ruleEditor.valueTo')}
          value={high}
          onChange={(next) => onChange([low, next])}
        />
        {unit !== undefined && <Quiet>{unit}</Quiet>}
      </>
    );
  }
  if (shape === 'many') return <Many {...props} />;
  return (
    <>
      <One {...props} label={label} value={leaf.value} />
      {unit !== undefined && <Quiet>{unit}</Quiet>}
    </>
  );
}

function One({
  label,
  value,
  fact,
  isWrong,
  onChange,
  leaf: { operator },
}: ValueProps & { readonly label: string; readonly value: Json }): ReactNode {
  const { language } = useLanguage();
  const { choices } = useEditing();
  const type = fact?.type ?? 'number';
  const common = { 'aria-label': label, size: 'xs', error: isWrong } as const;
  if (type === 'number')
    return (
      <NumberInput
        {...common}
        w={88}
        decimalSeparator={language === 'de' ? ',' : '.'}
        allowedDecimalSeparators={['.', ',']}
        value={typeof value === 'number' || typeof value === 'string' ? value : ''}
        onChange={onChange}
      />
    );
  if (type === 'text' && fact?.values)
    return <Known {...{ label, value, values: fact.values, isWrong, onChange }} />;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (fact?.fact === DRIVER && ['equal', 'notEqual'].includes(operator))
    return <OneDriver {...{ ...common, value: text, onChange }} />;
  if (type === 'list')
    return (
      <Autocomplete
        {...common}
        w={180}
        value={text}
        data={fact?.fact === 'driver.groups' ? choices.groups.map(({ id }) => id) : []}
        onChange={onChange}
      />
    );
  return (
    <TextInput
      {...common}
      w={type === 'time' ? 230 : 170}
      type={type === 'date' ? 'date' : 'text'}
      value={text}
      onChange={({ currentTarget }) =>
        onChange(type === 'object' ? scalarOf(currentTarget.value) : currentTarget.value)
      }
    />
  );
}

/** Shows the field that chooses a driver, searched by a part of the name or the id. */
function OneDriver({
  value,
  onChange,
  ...given
}: Pick<SelectProps, 'aria-label' | 'size' | 'error'> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const chosen = value === '' ? [] : [value];
  return (
    <Select
      {...given}
      {...useDriverSearch(chosen, { named: value, takesIds: true })}
      w={220}
      allowDeselect={false}
      value={value === '' ? null : value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

/**
 * Parses the value of an attribute, whose type is unknown: true, false, or a number that would be written
 * back as it was typed.
 * Other digits stay a text, for example an id of twenty digits or with leading zeros.
 */
function scalarOf(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

function useKnownLabel(): (value: string) => string {
  const say = useSay();
  return (value) => say.known(`facts.weekday_${value}`) ?? value;
}

function Known(props: {
  readonly label: string;
  readonly value: Json;
  readonly values: readonly string[];
  readonly isWrong: boolean;
  readonly onChange: (value: Json) => void;
}): ReactNode {
  const labelOf = useKnownLabel();
  return (
    <Select
      aria-label={props.label}
      size="xs"
      w={140}
      allowDeselect={false}
      error={props.isWrong}
      value={typeof props.value === 'string' ? props.value : null}
      data={props.values.map((value) => ({ value, label: labelOf(value) }))}
      onChange={(next) => next !== null && props.onChange(next)}
    />
  );
}

function Many({ leaf, fact, isWrong, onChange }: ValueProps): ReactNode {
  const say = useSay();
  const labelOf = useKnownLabel();
  const texts = Array.isArray(leaf.value) ? leaf.value.map(shownText) : [];
  const common = { 'aria-label': say('ruleEditor.value'), size: 'xs', miw: 200, error: isWrong } as const;
  if (fact?.values)
    return (
      <MultiSelect
        {...common}
        value={texts}
        data={fact.values.map((value) => ({ value, label: labelOf(value) }))}
        onChange={onChange}
      />
    );
  if (fact?.fact === DRIVER) return <DriversSelect {...common} value={texts} set={onChange} />;
  const isNumber = (fact?.type ?? 'number') === 'number';
  return (
    <TagsInput
      {...common}
      placeholder={say('ruleEditor.valuesHint')}
      value={texts}
      onChange={(next) => onChange(isNumber ? next.map(scalarOf) : next)}
    />
  );
}
