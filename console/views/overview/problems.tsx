import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import type { Answer } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { Empty, Icon, Loaded, Section, When, useTimes } from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import { useNow } from '../../time/index.ts';
import { daysBefore } from './days.ts';
import classes from './overview.module.css';

/** As many alarms as a glance takes in; the rest is in their list. */
const SHOWN = 5;
/** A message that failed earlier is no problem of today. */
const DAYS = 7;

type Alarm = Answer<'/api/v1/fleets/{fleet}/alarms'>['items'][number];
type Failed = Answer<'/api/v1/fleets/{fleet}/statistics/deliveries'>['items'][number];

/** Open alarms, and how many messages failed lately: each with what to do. */
export function Problems(): ReactNode {
  const { say, language } = useLanguage();
  const times = useTimes();
  const { id: fleet } = useFleet();
  const path = { path: { fleet } };
  const from = daysBefore(times.dateOf(useNow(60_000)), DAYS)[0]!;
  const alarms = useQuery(
    read('/api/v1/fleets/{fleet}/alarms', {
      params: { ...path, query: { open: 'true', limit: SHOWN + 1, language } },
    }),
  );
  const messages = useQuery(
    read('/api/v1/fleets/{fleet}/statistics/deliveries', { params: { ...path, query: { from } } }),
  );
  return (
    <Section
      title={say('overview.problems')}
      aside={
        (alarms.data?.items.length ?? 0) > SHOWN && (
          <FleetLink to={['alarms']}>{say('overview.alarmsAll')}</FleetLink>
        )
      }
      flush
    >
      <Loaded query={alarms}>
        {({ items }) => (
          <Loaded query={messages}>
            {({ items: counts }) => (
              <List
                alarms={items.slice(0, SHOWN)}
                failed={counts.filter(({ state }) => state === 'failed')}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

function List({
  alarms,
  failed,
}: {
  readonly alarms: readonly Alarm[];
  readonly failed: readonly Failed[];
}): ReactNode {
  const say = useSay();
  if (alarms.length + failed.length === 0)
    return <Empty title={say('overview.problemsNone')}>{say('overview.problemsNoneHelp')}</Empty>;
  return (
    <ul className={classes['rows']}>
      {alarms.map(({ kind, subject, message, raised_at: raisedAt }) => (
        <li key={`${kind}/${subject ?? ''}`} className={classes['problem']}>
          <span className={classes['problemIcon']}>
            <Icon name="warning" />
          </span>
          <div>
            <p>{message}</p>
            <span className={classes['figureNote']}>
              <When at={raisedAt} as="relative" />
            </span>
          </div>
        </li>
      ))}
      {failed.map(({ channel, count }) => (
        <li key={channel} className={classes['problem']}>
          <span className={classes['problemIcon']}>
            <Icon name="send" />
          </span>
          <div>
            <p>{say('overview.failed', { count, channel: say(`outbox.action_${channel}`) })}</p>
            <span className={classes['figureNote']}>{say('overview.failedHelp')} </span>
            <FleetLink to={['outbox']} search={{ state: 'failed', channel }}>
              {say('overview.failedShow')}
            </FleetLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
