import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { Loaded, PageHeader, useTimes } from '../../layout/index.ts';
import { DriverSelect, FilterDate, Filters, RuleSelect } from '../../lists/index.ts';
import { useFilters } from '../../navigation/index.ts';
import { Explained } from './explained.tsx';

/**
 * Explains a rule's decisions on a driver's trips of a day. The URL names driver, day and rule; without a
 * day, it is today.
 */
export function Why(): ReactNode {
  const say = useSay();
  const { language } = useLanguage();
  const { id: fleet } = useFleet();
  const times = useTimes();
  const [filters, set] = useFilters(['driver', 'day', 'rule']);
  const { driver, rule, day = times.dateOf(new Date()) } = filters;
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/explanations', {
      params: { path: { fleet }, query: { driver_id: driver ?? '', date: day, rule: rule ?? '', language } },
    }),
    enabled: driver !== undefined && rule !== undefined,
  });
  return (
    <>
      <PageHeader title={say('why.title')} lead={say('why.lead')} />
      <Filters>
        <DriverSelect value={driver} set={(next) => set({ driver: next })} />
        <FilterDate label={say('why.day')} value={day} set={(next) => set({ day: next })} />
        <RuleSelect value={rule} set={(next) => set({ rule: next })} />
      </Filters>
      <div aria-live="polite">
        {driver !== undefined && rule !== undefined && (
          <Loaded query={query} rows={6}>
            {(answer) => <Explained answer={answer} />}
          </Loaded>
        )}
      </div>
    </>
  );
}
