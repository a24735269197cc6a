import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import type { Answer } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Loaded, Section, When } from '../../../layout/index.ts';
import { ActionDialog } from '../../../lists/index.ts';
import { useRuleEdits } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';
import classes from './page.module.css';

type Comparison = Answer<'/api/v1/fleets/{fleet}/rules/{id}/trial'>;

/** Shows the draft on trial beside the published version, with the alerts that each would have sent. */
export function Trial({ stored }: { readonly stored: StoredRule }): ReactNode {
  const say = useSay();
  const { id: fleet, mayEdit } = useFleet();
  const edits = useRuleEdits(stored.id);
  const [isEnding, setEnding] = useState(false);
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/rules/{id}/trial', { params: { path: { fleet, id: stored.id } } }),
    staleTime: 0,
    refetchInterval: 60_000,
  });
  return (
    <Section title={say('rules.trial')} aside={query.data && <Since comparison={query.data} />}>
      <Loaded query={query}>{(comparison) => <Compared comparison={comparison} />}</Loaded>
      {mayEdit && (
        <Button variant="default" mt="md" onClick={() => setEnding(true)}>
          {say('rules.endTrial')}
        </Button>
      )}
      <ActionDialog
        opened={isEnding}
        title={say('rules.endTrial')}
        place={`rule-trial-end:${stored.id}`}
        submit={say('rules.endTrial')}
        close={() => setEnding(false)}
        run={(why) => edits.attempt(say('rules.trialEnded'), () => edits.endTrial(why))}
        help={say('rules.endTrialHelp')}
        reason={{ label: say('rules.why'), help: say('rules.whyHelp') }}
      />
    </Section>
  );
}

function Since({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const say = useSay();
  return (
    <>
      {say('rules.trialSince')} <When at={comparison.since} />
    </>
  );
}

function Compared({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const say = useSay();
  const { undecided, examples } = comparison;
  const unknown = (of: Comparison['undecided']['new']): number => of.unknown + of.failed;
  return (
    <>
      <div className={classes['figures']}>
        <Figure value={comparison.new} label={say('rules.trialNew')} />
        <Figure value={comparison.old} label={say('rules.trialOld')} />
        <Figure value={comparison.only_new} label={say('rules.trialOnlyNew')} />
        <Figure value={comparison.only_old} label={say('rules.trialOnlyOld')} />
      </div>
      <Text size="sm" c="dimmed" mt="sm">
        {say('rules.trialTrips', {
          trips: comparison.trips,
          unknownNew: unknown(undecided.new),
          unknownOld: unknown(undecided.old),
        })}
      </Text>
      <Examples title={say('rules.trialOnlyNew')} items={examples.only_new} />
      <Examples title={say('rules.trialOnlyOld')} items={examples.only_old} />
    </>
  );
}

/** Shows a number with its label. */
function Figure({ value, label }: { readonly value: number; readonly label: string }): ReactNode {
  return (
    <div className={classes['figure']}>
      <span className={classes['value']}>{value}</span>
      <span className={classes['figureNote']}>{label}</span>
    </div>
  );
}

function Examples({
  title,
  items,
}: {
  readonly title: string;
  readonly items: Comparison['examples']['only_new'];
}): ReactNode {
  const say = useSay();
  if (items.length === 0) return null;
  return (
    <>
      <h3 className={classes['small']}>{title}</h3>
      <ul className={classes['examples']}>
        {items.map(({ driver_id: driver, driver_name: name, trip_id: trip, at }) => (
          <li key={`${driver} ${trip}`}>
            <span>
              {name === undefined ? say('words.unknownDriver', { id: driver }) : `${name} (${driver})`}
            </span>
            <When at={at} />
          </li>
        ))}
      </ul>
    </>
  );
}
