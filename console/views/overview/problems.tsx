import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import type { Answer } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { Empty, IconItem, Loaded, Quiet, Section, When, useTimes } from '../../layout/index.ts';
import type { IconName } from '../../layout/index.ts';
import { Items, isOfWholeFleet, useActiveSilences } from '../../lists/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import { daysBefore, useNow } from '../../time/index.ts';

/** Maximum number of alarms that are shown, few enough for one glance. The list of alarms shows the rest. */
const SHOWN = 5;
/** Days in which failed messages are searched. Earlier failures are no problem of today. */
const DAYS = 7;

type Alarm = Answer<'/api/v1/fleets/{fleet}/alarms'>['items'][number];
type Channel = Answer<'/api/v1/fleets/{fleet}/channels'>['items'][number];
type Failed = Answer<'/api/v1/fleets/{fleet}/statistics/deliveries'>['items'][number];

/**
 * Shows open alarms, recently failed messages, channels that are not configured, and silences of the whole fleet, each with a
 * remedy.
 */
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
  const channels = useQuery(
    read('/api/v1/fleets/{fleet}/channels', { params: { ...path, query: { language } } }),
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
              <Loaded query={channels}>
                {({ items: found }) => (
                  <List
                    alarms={items.slice(0, SHOWN)}
                    failed={counts.filter(({ state }) => state === 'failed')}
                    channels={found}
                  />
                )}
              </Loaded>
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
  channels,
}: {
  readonly alarms: readonly Alarm[];
  readonly failed: readonly Failed[];
  readonly channels: readonly Channel[];
}): ReactNode {
  const say = useSay();
  const silences = useActiveSilences().filter(isOfWholeFleet);
  // Channels that are off or fail have an alarm already. Channels that cannot be tested, such as webhooks
  // without a key, are left out.
  const stored = channels.filter(({ state, testable }) => testable && state === 'not_configured');
  if (alarms.length + failed.length + stored.length + silences.length === 0)
    return <NoProblem channels={channels} />;
  return (
    <Items>
      {alarms.map(({ kind, subject, message, raised_at: raisedAt }) => (
        <Problem key={`${kind}/${subject ?? ''}`} icon="warning" text={message}>
          <When at={raisedAt} as="relative" />
        </Problem>
      ))}
      {silences.map(({ id, until }) => (
        <Problem key={`silence/${id}`} icon="silences" text={say('silences.bannerFleet')}>
          {say('silences.until')} <When at={until} /> ·{' '}
          <FleetLink to={['silences']}>{say('silences.bannerAll')}</FleetLink>
        </Problem>
      ))}
      {failed.map(({ channel, count }) => (
        <Problem
          key={channel}
          icon="send"
          text={say('overview.failed', { count, channel: say(`deliveries.action_${channel}`) })}
        >
          {say('overview.failedHelp')}{' '}
          <FleetLink to={['outbox']} search={{ state: 'failed', channel }}>
            {say('overview.failedShow')}
          </FleetLink>
        </Problem>
      ))}
      {stored.map(({ channel, detail }) => (
        <Problem key={`channel/${channel}`} icon="channels" text={detail}>
          <FleetLink to={['channels']}>{say('overview.channelsShow')}</FleetLink>
        </Problem>
      ))}
    </Items>
  );
}

function Problem({
  icon,
  text,
  children,
}: {
  readonly icon: IconName;
  readonly text: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <IconItem icon={icon} tone="warning" px={18} py={12}>
      <p>{text}</p>
      <Quiet>{children}</Quiet>
    </IconItem>
  );
}

/**
 * Says that there are no problems. Says that every connection works only if each has been used; otherwise
 * names those that have not.
 */
function NoProblem({ channels }: { readonly channels: readonly Channel[] }): ReactNode {
  const say = useSay();
  const untried = channels.filter(({ state, testable }) => testable && state === 'unused');
  if (untried.length === 0)
    return <Empty title={say('overview.problemsNone')}>{say('overview.problemsNoneHelp')}</Empty>;
  const names = untried.map(({ name }) => name).join(', ');
  return (
    <Empty title={say('overview.problemsNone')}>
      {say('overview.problemsUntried', { names })}{' '}
      <FleetLink to={['channels']}>{say('overview.channelsShow')}</FleetLink>
    </Empty>
  );
}
