import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../../language/index.ts';
import { PageHeader, ToneBadge, When } from '../../layout/index.ts';
import { List, Row } from '../../lists/index.ts';

/** Lists alarms, each with a remedy. Only open alarms are shown unless the filter includes all. */
export function Alarms(): ReactNode {
  const { say, language } = useLanguage();
  return (
    <>
      <PageHeader title={say('alarms.title')} lead={say('alarms.lead')} />
      <List
        path="/api/v1/fleets/{fleet}/alarms"
        label={say('alarms.title')}
        query={{ language }}
        filters={[
          {
            name: 'show',
            label: say('lists.show'),
            any: say('alarms.open'),
            options: [{ value: 'all', label: say('alarms.all') }],
            query: (shown) => (shown === 'all' ? {} : { open: 'true' }),
          },
        ]}
        empty={{ icon: 'check', title: say('alarms.none'), help: say('alarms.noneHelp') }}
        row={(alarm) => (
          <Row
            key={`${alarm.kind}/${alarm.subject ?? ''}/${alarm.raised_at}`}
            badge={
              <ToneBadge
                tone={alarm.open ? 'critical' : 'good'}
                icon={alarm.open ? 'warning' : 'resolved'}
                isQuiet={!alarm.open}
              >
                {say(alarm.open ? 'alarms.state_open' : 'alarms.state_resolved')}
              </ToneBadge>
            }
            title={alarm.message}
            lines={[
              alarm.subject,
              <>
                {say('alarms.seen')} <When at={alarm.last_seen_at} as="relative" />
              </>,
              <>
                {say('alarms.help')} <Code>docs/troubleshoot.md#{alarm.kind}</Code>
              </>,
            ]}
            time={
              <>
                {say(alarm.resolved_at === undefined ? 'alarms.since' : 'alarms.resolved')}{' '}
                <When at={alarm.resolved_at ?? alarm.raised_at} />
              </>
            }
          />
        )}
      />
    </>
  );
}
