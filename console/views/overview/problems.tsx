import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useLanguage } from '../../language/index.ts';
import { Empty, Icon, Loaded, Section, When } from '../../layout/index.ts';
import classes from './overview.module.css';

const SHOWN = 5;

/** Open alarms, and messages that did not arrive: each with what to do. */
export function Problems(): ReactNode {
  const { say, language } = useLanguage();
  const { id: fleet } = useFleet();
  const path = { path: { fleet } };
  const alarms = useQuery(
    read('/api/v1/fleets/{fleet}/alarms', { params: { ...path, query: { open: 'true', language } } }),
  );
  const failed = useQuery(
    read('/api/v1/fleets/{fleet}/deliveries', {
      params: { ...path, query: { state: 'failed', limit: SHOWN } },
    }),
  );
  return (
    <Section title={say('overview.problems')} flush>
      <Loaded query={alarms}>
        {({ items }) => (
          <Loaded query={failed}>
            {({ items: deliveries }) => {
              if (items.length + deliveries.length === 0)
                return <Empty title={say('overview.problemsNone')}>{say('overview.problemsNoneHelp')}</Empty>;
              return (
                <ul className={classes['rows']}>
                  {items.map(({ kind, subject, message, raised_at: raisedAt }) => (
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
                  {deliveries.map((each) => (
                    <li key={each.id} className={classes['problem']}>
                      <span className={classes['problemIcon']}>
                        <Icon name="send" />
                      </span>
                      <div>
                        <p>{say('overview.delivery', { action: each.action, receiver: each.receiver })}</p>
                        <span className={classes['figureNote']}>
                          {[each.rule, each.last_error ?? each.reason].filter(Boolean).join(' · ')}{' '}
                          <When at={each.at} as="relative" />
                        </span>
                      </div>
                    </li>
                  ))}
                </ul>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}
