import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { DriverName, PageHeader, ToneBadge, When, reasonWords, useRuleName } from '../../layout/index.ts';
import { List, Row } from '../../lists/index.ts';
import { AlertLink, FleetLink, useFilters } from '../../navigation/index.ts';
import { StoredMessage } from './storedMessage.tsx';

type Delivery = components['schemas']['Delivery'];

const CHANNELS = ['slack', 'email', 'webhook'] as const;
const STATES = ['pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed'] as const;
const BADGES = {
  pending: { tone: 'info', icon: 'clock' },
  sent: { tone: 'good', icon: 'resolved' },
  held: { tone: 'info', icon: 'clock' },
  skipped: { tone: 'info', icon: 'cross' },
  unconfirmed: { tone: 'warning', icon: 'warning' },
  failed: { tone: 'critical', icon: 'critical' },
} as const;

/** Lists every message, newest first. `?message=ID` in the URL opens a message that was stored instead of sent. */
export function Deliveries(): ReactNode {
  const say = useSay();
  const { data: me } = useQuery(meQuery);
  const [{ message, ...filters }, setFilters] = useFilters(['state', 'channel', 'rule', 'driver', 'message']);
  const isNew = me?.sandbox === true && Object.keys(filters).length === 0;
  return (
    <>
      <PageHeader title={say('deliveries.title')} lead={say('deliveries.lead')} />
      <List
        path="/api/v1/fleets/{fleet}/deliveries"
        label={say('deliveries.title')}
        filters={[
          {
            name: 'state',
            label: say('words.state'),
            options: STATES.map((value) => ({ value, label: say(`deliveries.state_${value}`) })),
          },
          {
            name: 'channel',
            label: say('deliveries.channel'),
            options: CHANNELS.map((value) => ({ value, label: say(`deliveries.action_${value}`) })),
          },
          'rule',
          'driver',
        ]}
        empty={{
          icon: 'outbox',
          title: say(isNew ? 'deliveries.noMessage' : 'deliveries.none'),
          help: say(isNew ? 'deliveries.waitSandbox' : 'deliveries.noneHelp'),
        }}
        row={(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} filters={filters} />}
      />
      {message !== undefined && (
        <StoredMessage id={message} close={() => setFilters({ message: undefined })} />
      )}
    </>
  );
}

function DeliveryRow({
  delivery,
  filters,
}: {
  readonly delivery: Delivery;
  readonly filters: Readonly<Record<string, string>>;
}): ReactNode {
  const say = useSay();
  const nameOf = useRuleName();
  const { state, action, rule, driver_id: driver, title, last_error: error } = delivery;
  const { trip_id: trip, alert_id: alert, outbox_id: stored } = delivery;
  const kind = say(delivery.is_test === true ? 'deliveries.kind_test' : `deliveries.kind_${delivery.kind}`);
  const about = [kind, ...(rule === undefined ? [] : [nameOf(rule)])].join(': ');
  const way = `${say(`deliveries.action_${action}`)} → ${delivery.receiver}`;
  return (
    <Row
      badge={
        <ToneBadge {...BADGES[state]} isQuiet={state !== 'failed' && state !== 'unconfirmed'}>
          {say(stored !== undefined && state === 'sent' ? 'deliveries.stored' : `deliveries.state_${state}`)}
        </ToneBadge>
      }
      title={title ?? about}
      lines={[
        title === undefined ? way : `${way} · ${about}`,
        driver !== undefined && <DriverName id={driver} name={delivery.driver_name} />,
        state !== 'sent' && (error ?? reasonWords(delivery.reason, say)),
        delivery.possible_repeat && say('deliveries.repeat'),
        alert !== undefined && driver !== undefined && trip !== undefined && rule !== undefined && (
          <AlertLink alert={{ driver_id: driver, trip_id: trip, rule }}>
            {say('deliveries.toAlert')}
          </AlertLink>
        ),
        stored !== undefined && (
          <FleetLink to={['outbox']} search={{ ...filters, message: stored }}>
            {say('deliveries.drawn')}
          </FleetLink>
        ),
      ]}
      time={<When at={delivery.at} />}
    />
  );
}
