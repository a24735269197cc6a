import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import type { Say } from '../../language/index.ts';
import {
  DriverSelect,
  FilterDays,
  FilterPerson,
  FilterSelect,
  FilterText,
  Filters,
  RuleSelect,
} from '../../lists/index.ts';
import { patternOf } from './sentence.ts';
import { TYPES, actionsOf } from './words/index.ts';
import type { SubjectType } from './words/index.ts';

/** Names of the filters in the page's URL. */
export const FILTERS = ['who', 'type', 'action', 'subject', 'from', 'to'] as const;
type Values = Readonly<Partial<Record<(typeof FILTERS)[number], string | undefined>>>;

interface FilterProps {
  readonly filters: Values;
  readonly set: (next: Values) => void;
}

/** Shows filters by actor, subject, action and time. The chosen type of subject narrows the actions and subjects. */
export function AuditFilters({ filters, set }: FilterProps): ReactNode {
  const say = useSay();
  const type = TYPES.find((each) => each === filters.type);
  return (
    <Filters>
      <FilterPerson label={say('audit.who')} value={filters.who} set={(who) => set({ who })} />
      <FilterSelect
        label={say('audit.type')}
        value={type}
        options={TYPES.map((value) => ({ value, label: say(`audit.type_${value}`) }))}
        set={(next) => set({ type: next, action: undefined, subject: undefined })}
      />
      <FilterSelect
        label={say('audit.action')}
        value={filters.action}
        options={optionsOf(type, filters.action, say)}
        set={(action) => set({ action })}
      />
      <Subject type={type} filters={filters} set={set} />
      <FilterDays from={filters.from} to={filters.to} set={set} />
    </Filters>
  );
}

/** Shows a filter by one subject of the chosen type. Rules and drivers are chosen by name, other subjects by id. */
function Subject({
  type,
  filters: { subject },
  set,
}: FilterProps & { readonly type: SubjectType | undefined }): ReactNode {
  const say = useSay();
  const choose = (next: string | undefined): void => set({ subject: next });
  if (type === 'rule') return <RuleSelect value={subject} set={choose} />;
  if (type === 'driver') return <DriverSelect value={subject} set={choose} />;
  if (type === undefined && subject === undefined) return undefined;
  return <FilterText label={say('audit.subject')} value={subject} set={choose} />;
}

/**
 * Returns the options of the filter by action, for one type of subject or for all types. Each label is the
 * action's sentence with gaps. A chosen action without a sentence keeps the API's name.
 */
function optionsOf(
  type: SubjectType | undefined,
  chosen: string | undefined,
  say: Say,
): readonly { readonly value: string; readonly label: string }[] {
  const options = (type === undefined ? TYPES : [type]).flatMap((each) =>
    actionsOf(each).map((action) => ({ value: action, label: patternOf(action, each, say) })),
  );
  const distinct = options.filter(
    ({ value }, at) => options.findIndex((each) => each.value === value) === at,
  );
  const isKnown = chosen === undefined || distinct.some(({ value }) => value === chosen);
  return isKnown ? distinct : [...distinct, { value: chosen, label: chosen }];
}
