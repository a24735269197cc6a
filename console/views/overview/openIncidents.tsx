import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import {
  DriverName,
  Empty,
  Loaded,
  Section,
  SeverityBadge,
  StateBadge,
  When,
  useRuleName,
} from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import classes from './overview.module.css';

/** Maximum number of incidents that are shown, few enough for one glance. The inbox shows the rest. */
const SHOWN = 6;

/** Shows open incidents, then acknowledged ones. Open incidents without an answer in a full round are first. */
export function OpenIncidents(): ReactNode {
  const say = useSay();
  const nameOf = useRuleName();
  const { id: fleet } = useFleet();
  const path = { path: { fleet } };
  const unanswered = useQuery(
    read('/api/v1/fleets/{fleet}/incidents', {
      params: { ...path, query: { unanswered: 'true', limit: SHOWN } },
    }),
  );
  const open = useQuery(
    read('/api/v1/fleets/{fleet}/incidents', { params: { ...path, query: { state: 'open', limit: SHOWN } } }),
  );
  const taken = useQuery(
    read('/api/v1/fleets/{fleet}/incidents', {
      params: { ...path, query: { state: 'acknowledged', limit: SHOWN } },
    }),
  );
  return (
    <Section
      title={say('overview.open')}
      aside={<FleetLink to={['incidents']}>{say('overview.openAll')}</FleetLink>}
      flush
    >
      <Loaded query={open}>
        {({ items }) => {
          const first = unanswered.data?.items ?? [];
          const others = items.filter(({ id }) => !first.some((each) => each.id === id));
          const shown = [...first, ...others, ...(taken.data?.items ?? [])].slice(0, SHOWN);
          if (shown.length === 0)
            return <Empty title={say('overview.openNone')}>{say('overview.openNoneHelp')}</Empty>;
          return (
            <ul className={classes['rows']}>
              {shown.map((each) => (
                <li key={each.id}>
                  <FleetLink to={['incidents', each.id]} className={classes['row']}>
                    <SeverityBadge severity={each.severity} />
                    <span className={classes['rowMain']}>
                      <strong>{nameOf(each.rule)}</strong>
                      <span>
                        <DriverName id={each.driver_id} name={each.driver_name} />
                      </span>
                    </span>
                    <span className={classes['rowAside']}>
                      <StateBadge state={each.state} isUnanswered={each.unanswered_since !== undefined} />
                      <When at={each.opened_at} as="relative" />
                    </span>
                  </FleetLink>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}
