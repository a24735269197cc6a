import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import type { Answer } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import type { Say } from '../../language/index.ts';
import { Icon, Loaded, Section } from '../../layout/index.ts';
import classes from './overview.module.css';

type Step = Answer<'/api/v1/fleets/{fleet}/setup'>['steps'][number];

/** Steps that have a title of their own. A channel that is added later is named by its id until it has a title. */
const NAMED = ['analytics_service', 'webhook', 'slack', 'email', 'rules', 'people'] as const;
const ICONS = { done: 'resolved', open: 'open', failed: 'critical' } as const;
const EVERY_MS = 10_000;

/** Shows the steps of the first day, each checked against real events. Shows nothing once all steps are done. */
export function Setup(): ReactNode {
  const { say, language } = useLanguage();
  const { id: fleet } = useFleet();
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/setup', { params: { path: { fleet }, query: { language } } }),
    refetchInterval: ({ state }) =>
      state.data?.steps.every(({ state: its }) => its === 'done') ? false : EVERY_MS,
  });
  const steps = query.data?.steps;
  const done = steps?.filter(({ state }) => state === 'done').length ?? 0;
  if (steps && done === steps.length) return undefined;
  return (
    <Section
      title={say('overview.setup')}
      aside={steps && say('overview.setupProgress', { done, total: steps.length })}
    >
      <Loaded query={query} rows={5}>
        {(data) => (
          <ol className={classes['steps']}>
            {data.steps.map((step) => (
              <SetupStep key={step.id} step={step} />
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  );
}

function SetupStep({ step: { id, state, detail, settings } }: { readonly step: Step }): ReactNode {
  const say = useSay();
  return (
    <li data-state={state}>
      <span className={classes['stepIcon']}>
        <Icon name={ICONS[state]} />
      </span>
      <div>
        <p className={classes['stepName']}>
          {nameOf(id, say)}{' '}
          <span className={classes['figureNote']}>{say(`overview.setupState_${state}`)}</span>
        </p>
        {state !== 'done' && <p className={classes['figureNote']}>{detail}</p>}
        {settings && settings.length > 0 && (
          <>
            <p className={classes['figureNote']}>{say('overview.settings')}</p>
            <pre className={classes['settings']}>{settings.join('\n')}</pre>
          </>
        )}
      </div>
    </li>
  );
}

function nameOf(id: string, say: Say): string {
  const known = NAMED.find((each) => each === id);
  return known === undefined ? id : say(`overview.setup_${known}`);
}
