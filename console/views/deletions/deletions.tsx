import type { ReactNode } from 'react';
import { useLanguage } from '../../language/index.ts';
import { PageHeader } from '../../layout/index.ts';
import { List, ListSection } from '../../lists/index.ts';
import { DecidedRow } from './decided.tsx';
import { Requests } from './requests.tsx';

const STATES = [
  ...(['requested', 'approved', 'deleting', 'deleted', 'rejected'] as const),
  ...(['expired', 'refused', 'gone', 'unknown_outcome'] as const),
];
/** Milliseconds between two polls. Live events do not cover deletions, and an approved deletion takes only seconds. */
const EVERY_MS = 5_000;

/** Shows the deletions that wait for a decision first, then those that were decided. */
export function Deletions(): ReactNode {
  const { say, language } = useLanguage();
  return (
    <>
      <PageHeader title={say('deletions.title')} lead={say('deletions.lead')} />
      <Requests />
      <ListSection title={say('deletions.all')}>
        <List
          path="/api/v1/fleets/{fleet}/deletions"
          label={say('deletions.all')}
          query={{ language }}
          everyMs={EVERY_MS}
          filters={[
            {
              name: 'state',
              label: say('words.state'),
              options: STATES.map((value) => ({ value, label: say(`deletions.state_${value}`) })),
            },
            'typedRule',
            'typedDriver',
          ]}
          empty={{ icon: 'deletions', title: say('deletions.none'), help: say('deletions.noneHelp') }}
          row={(deletion) => <DecidedRow key={deletion.id} deletion={deletion} />}
        />
      </ListSection>
    </>
  );
}
