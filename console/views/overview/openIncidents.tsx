import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Empty, Loaded, Section } from '../../layout/index.ts';
import { IncidentLink, Items } from '../../lists/index.ts';
import { FleetLink } from '../../navigation/index.ts';

/** Maximum number of incidents that are shown, few enough for one glance. The inbox shows the rest. */
const SHOWN = 6;

/** Shows open incidents, then acknowledged ones. Open incidents without an answer in a full round are first. */
export function OpenIncidents(): ReactNode {
  const say = useSay();
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
            <Items>
              {shown.map((each) => (
                <li key={each.id}>
                  <IncidentLink incident={each} />
                </li>
              ))}
            </Items>
          );
        }}
      </Loaded>
    </Section>
  );
}
