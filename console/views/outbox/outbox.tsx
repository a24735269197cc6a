import type { ReactNode } from 'react';
import { useFleet } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { DriverName, PageHeader, ToneBadge, When, useRuleName } from '../../layout/index.ts';
import { DriverSelect, FilterSelect, Filters, List, Row, RuleSelect, usePages } from '../../lists/index.ts';
import { useFilters } from '../../navigation/index.ts';

type Delivery = components['schemas']['Delivery'];

const STATES = ['pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed'] as const;
const BADGES = {
  pending: { tone: 'info', icon: 'clock' },
  sent: { tone: 'good', icon: 'resolved' },
  held: { tone: 'info', icon: 'clock' },
  skipped: { tone: 'info', icon: 'cross' },
  unconfirmed: { tone: 'warning', icon: 'warning' },
  failed: { tone: 'critical', icon: 'critical' },
} as const;

/** Every message, the newest first. Those that were stored instead of sent are drawn on a page of their own. */
export function Outbox(): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const [{ state, rule, driver }, setFilters] = useFilters(['state', 'rule', 'driver']);
  const known = STATES.find((each) => each === state);
  const query = usePages('/api/v1/fleets/{fleet}/deliveries', {
    ...(known && { state: known }),
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
  const { state, action, rule, driver_id: driver, reason, last_error: error } = delivery;
  const isStored = delivery.outbox_id !== undefined;
  const subject = [say(`outbox.kind_${delivery.kind}`), rule !== undefined && nameOf(rule)];
  return (
    <Row
      badge={
        <ToneBadge {...BADGES[state]} isQuiet={state !== 'failed' && state !== 'unconfirmed'}>
          {say(isStored && state === 'sent' ? 'outbox.stored' : `outbox.state_${state}`)}
        </ToneBadge>
      }
      title={`${say(`outbox.action_${action}`)}: ${delivery.receiver}`}
      lines={[
        subject.filter(Boolean).join(' · '),
        driver !== undefined && <DriverName id={driver} name={delivery.driver_name} />,
        (error ?? reason) !== undefined && state !== 'sent' && (error ?? reason)?.replaceAll('_', ' '),
        delivery.possible_repeat && say('outbox.repeat'),
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
