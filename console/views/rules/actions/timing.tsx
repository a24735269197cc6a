import { SimpleGrid, Stack, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { useFirstFit } from '../../../lists/index.ts';
import { Issues } from '../fields/index.ts';
import { isObject, spanWords, withField } from '../form/index.ts';
import type { Json, JsonObject } from '../form/index.ts';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const WINDOWS = ['15m', '30m', '1h', '2h', '4h', '12h', '24h', '7d'];

interface TimingProps {
  readonly value: Json | undefined;
  readonly at: string;
  readonly onChange: (value: Json | undefined) => void;
}

/** Edits the hours in which an action is held. */
export function QuietHours({ value, at, onChange }: TimingProps): ReactNode {
  const say = useSay();
  const { timezone } = useFleet();
  const hours = isObject(value) ? value : undefined;
  const set = (next: JsonObject): void => onChange(next);
  return (
    <Stack gap={10}>
      <Switch
        label={say('ruleEditor.quietHours')}
        description={say('ruleEditor.quietHoursHelp')}
        checked={value !== undefined}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? { from: '22:00', to: '06:00', timezone } : undefined)
        }
      />
      {hours && (
        <SimpleGrid minColWidth={170} autoFlow="auto-fit" spacing={10}>
          <Time name="from" of={hours} label={say('ruleEditor.from')} onChange={set} />
          <Time name="to" of={hours} label={say('ruleEditor.until')} onChange={set} />
          <Zone of={hours} onChange={set} />
          <Days of={hours} onChange={set} />
        </SimpleGrid>
      )}
      <Issues at={at} />
    </Stack>
  );
}

/** Edits when an action sends its alerts: at once, in summaries after a time window, or in summaries at a time of day. */
export function Batch({ value, at, onChange }: TimingProps): ReactNode {
  const say = useSay();
  const { timezone } = useFleet();
  const batch = isObject(value) ? value : undefined;
  const every = typeof batch?.['every'] === 'string' ? batch['every'] : undefined;
  const chosen = value === undefined ? 'no' : every === undefined ? 'at' : every;
  const windows = every === undefined || WINDOWS.includes(every) ? WINDOWS : [...WINDOWS, every];
  const choose = (next: string | null): void => {
    if (next === 'no') onChange(undefined);
    else if (next === 'at') onChange({ at: '08:00', timezone });
    else if (next !== null) onChange({ every: next });
  };
  return (
    <Stack gap={10}>
      <Select
        label={say('ruleEditor.batch')}
        description={say('ruleEditor.batchHelp')}
        allowDeselect={false}
        value={chosen}
        data={[
          { value: 'no', label: say('ruleEditor.batch_no') },
          { value: 'at', label: say('ruleEditor.batch_at') },
          ...windows.map((each) => ({
            value: each,
            label: say('ruleEditor.batch_every', { length: spanWords(say, each) ?? each }),
          })),
        ]}
        onChange={choose}
      />
      {batch && chosen === 'at' && (
        <SimpleGrid minColWidth={170} autoFlow="auto-fit" spacing={10}>
          <Time name="at" of={batch} label={say('ruleEditor.at')} onChange={onChange} />
          <Zone of={batch} onChange={onChange} />
          <Days of={batch} onChange={onChange} />
        </SimpleGrid>
      )}
      <Issues at={at} />
    </Stack>
  );
}

interface PartProps {
  readonly of: JsonObject;
  readonly onChange: (value: JsonObject) => void;
}

function Time({
  name,
  label,
  of,
  onChange,
}: PartProps & { readonly name: string; readonly label: string }): ReactNode {
  const value = of[name];
  return (
    <TextInput
      label={label}
      type="time"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(withField(of, name, currentTarget.value))}
    />
  );
}

function Zone({ of, onChange }: PartProps): ReactNode {
  const say = useSay();
  const present = typeof of['timezone'] === 'string' ? of['timezone'] : '';
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone');
    return present === '' || known.includes(present) ? known : [present, ...known];
  }, [present]);
  return (
    <Select
      {...useFirstFit()}
      label={say('ruleEditor.timezone')}
      searchable
      limit={50}
      allowDeselect={false}
      value={present === '' ? null : present}
      data={zones}
      onChange={(next) => next !== null && onChange(withField(of, 'timezone', next))}
    />
  );
}

function Days({ of, onChange }: PartProps): ReactNode {
  const say = useSay();
  const days = Array.isArray(of['days']) ? of['days'].map(String) : [];
  return (
    <MultiSelect
      label={say('ruleEditor.days')}
      placeholder={days.length === 0 ? say('ruleEditor.everyDay') : ''}
      value={days}
      data={WEEKDAYS.map((day) => ({ value: day, label: say(`ruleEditor.day_${day}`) }))}
      onChange={(next) => onChange(withField(of, 'days', next.length === 0 ? undefined : next))}
    />
  );
}
