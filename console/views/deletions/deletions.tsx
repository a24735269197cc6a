import type { ReactNode } from 'react';
import { useLanguage } from '../../language/index.ts';
import { PageHeader } from '../../layout/index.ts';
import { FilterSelect, FilterText, Filters, List, usePages } from '../../lists/index.ts';
import { useFilters } from '../../navigation/index.ts';
import { DecidedRow } from './decided.tsx';
import classes from './deletions.module.css';
import { Requests } from './requests.tsx';

const STATES = [
  ...(['requested', 'approved', 'deleting', 'deleted', 'rejected'] as const),
  ...(['expired', 'refused', 'gone', 'unknown_outcome'] as const),
];
/** Milliseconds between two polls: live events do not cover deletions, and one takes seconds once it is approved. */
const EVERY_MS = 5_000;

/** Shows the deletions that wait for a decision first, then those that were decided. */
export function Deletions(): ReactNode {
  const { say, language } = useLanguage();
  const [{ state, driver, rule }, setFilters] = useFilters(['state', 'driver', 'rule']);
  const known = STATES.find((each) => each === state);
  const of = {
    ...(driver !== undefined && { driver_id: driver }),
    ...(rule !== undefined && { rule }),
  };
  const query = usePages(
    '/api/v1/fleets/{fleet}/deletions',
    { ...of, ...(known && { state: known }), language },
    { everyMs: EVERY_MS },
  );
  return (
    <>
      <PageHeader title={say('deletions.title')} lead={say('deletions.lead')} />
      <Requests />
      <h2 className={classes['subtitle']}>{say('deletions.all')}</h2>
      <Filters>
        <FilterSelect
          label={say('words.state')}
          value={state}
          options={STATES.map((each) => ({ value: each, label: say(`deletions.state_${each}`) }))}
          set={(next) => setFilters({ state: next })}
        />
        <FilterText label={say('words.rule')} value={rule} set={(next) => setFilters({ rule: next })} />
        <FilterText label={say('words.driver')} value={driver} set={(next) => setFilters({ driver: next })} />
      </Filters>
      <List
        label={say('deletions.all')}
        query={query}
        empty={{ icon: 'deletions', title: say('deletions.none'), help: say('deletions.noneHelp') }}
      >
        {(deletion) => <DecidedRow key={deletion.id} deletion={deletion} />}
      </List>
    </>
  );
}
