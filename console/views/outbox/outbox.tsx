import type { ReactNode } from 'react';
import { useFleet } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { DriverName, PageHeader, ToneBadge, When, reasonWords, useRuleName } from '../../layout/index.ts';
import { DriverSelect, FilterSelect, Filters, List, Row, RuleSelect, usePages } from '../../lists/index.ts';
import { AlertLink, useFilters } from '../../navigation/index.ts';

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

/** Lists every message, the newest first. Messages that were stored instead of sent are drawn on a page of their own. */
export function Outbox(): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const [{ state, channel, rule, driver }, setFilters] = useFilters(['state', 'channel', 'rule', 'driver']);
  const known = STATES.find((each) => each === state);
  const over = CHANNELS.find((each) => each === channel);
  const query = usePages('/api/v1/fleets/{fleet}/deliveries', {
    ...(known && { state: known }),
    ...(over && { channel: over }),
    ...(rule !== undefined && { rule }),
    ...(driver !== undefined && { driver_id: driver }),
  });
  return (
    <>
      <PageHeader
        title={say('outbox.title')}
        lead={say('outbox.lead')}
        actions={<a href={`/outbox?fleet=${encodeURIComponent(fleet)}`}>{say('outbox.page')}</a>}
      />
      <Filters>
        <FilterSelect
          label={say('words.state')}
          value={state}
          options={STATES.map((each) => ({ value: each, label: say(`outbox.state_${each}`) }))}
          set={(next) => setFilters({ state: next })}
        />
        <FilterSelect
          label={say('outbox.channel')}
          value={channel}
          options={CHANNELS.map((each) => ({ value: each, label: say(`outbox.action_${each}`) }))}
          set={(next) => setFilters({ channel: next })}
        />
        <RuleSelect value={rule} set={(next) => setFilters({ rule: next })} />
        <DriverSelect value={driver} set={(next) => setFilters({ driver: next })} />
      </Filters>
      <List
        label={say('outbox.title')}
        query={query}
        empty={{ icon: 'outbox', title: say('outbox.none'), help: say('outbox.noneHelp') }}
      >
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      </List>
    </>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const nameOf = useRuleName();
  const { state, action, rule, driver_id: driver, title, last_error: error } = delivery;
  const isStored = delivery.outbox_id !== undefined;
  const { trip_id: trip, alert_id: alert } = delivery;
  const kind = say(delivery.is_test === true ? 'outbox.kind_test' : `outbox.kind_${delivery.kind}`);
  const about = [kind, ...(rule === undefined ? [] : [nameOf(rule)])].join(': ');
  const way = `${say(`outbox.action_${action}`)} → ${delivery.receiver}`;
  return (
    <Row
      badge={
        <ToneBadge {...BADGES[state]} isQuiet={state !== 'failed' && state !== 'unconfirmed'}>
          {say(isStored && state === 'sent' ? 'outbox.stored' : `outbox.state_${state}`)}
        </ToneBadge>
      }
      title={title ?? about}
      lines={[
        title === undefined ? way : `${way} · ${about}`,
        driver !== undefined && <DriverName id={driver} name={delivery.driver_name} />,
        state !== 'sent' && (error ?? reasonWords(delivery.reason, say)),
        delivery.possible_repeat && say('outbox.repeat'),
        alert !== undefined && driver !== undefined && trip !== undefined && rule !== undefined && (
          <AlertLink alert={{ driver_id: driver, trip_id: trip, rule }}>{say('outbox.toAlert')}</AlertLink>
        ),
        isStored && (
          <a href={`/outbox?fleet=${encodeURIComponent(fleet)}#${delivery.outbox_id ?? ''}`}>
            {say('outbox.drawn')}
          </a>
        ),
      ]}
      time={<When at={delivery.at} />}
    />
  );
}
