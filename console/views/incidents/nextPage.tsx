import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Section, useTimes } from '../../layout/index.ts';
import { useNow } from '../../time/index.ts';
import type { WholeIncident } from './answers.ts';
import classes from './incidents.module.css';

/** Who is paged next and when, unless somebody acknowledges before. */
export function NextPage({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const { groups } = useFleet();
  // Policies cover the whole fleet.
  const maySeePolicy = groups === undefined;
  return (
    <Section title={say('incidents.next')}>
      {incident.state === 'open' && incident.unanswered_at === undefined && maySeePolicy ? (
        <Upcoming incident={incident} />
      ) : (
        <Standing incident={incident} />
      )}
    </Section>
  );
}

/** Why nobody is paged, or when that ends. */
function Standing({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const words = useStanding(incident);
  return <Text size="sm">{words}</Text>;
}

function useStanding(incident: WholeIncident): string {
  const say = useSay();
  const times = useTimes();
  const now = useNow();
  const words = (iso: string): string => `${times.relative(iso, now)} (${times.time(iso)})`;
  const { state, due_at: dueAt, snoozed_until: snoozedUntil } = incident;
  if (state === 'resolved') return say('incidents.nextResolved');
  if (snoozedUntil !== undefined) return say('incidents.nextSnoozed', { time: words(snoozedUntil) });
  if (state === 'open' && dueAt !== undefined && incident.unanswered_at === undefined)
    return say('incidents.nextAt', { time: words(dueAt) });
  if (state === 'open') return say('incidents.nextEnd');
  return dueAt === undefined
    ? say('incidents.nextNobody')
    : say('incidents.nextRepage', { time: words(dueAt) });
}

function Upcoming({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const times = useTimes();
  const now = useNow();
  const { id: fleet } = useFleet();
  const { policy, position, due_at: dueAt } = incident;
  const preview = useQuery(
    read('/api/v1/fleets/{fleet}/escalation-policies/{id}/preview', {
      params: {
        path: { fleet, id: policy },
        query: { at: incident.opened_at, late: incident.late ? 'true' : 'false', driver: incident.driver_id },
      },
    }),
  );
  // The policy may have changed since the incident opened: then its pages are no longer these.
  const page = preview.data?.version === incident.policy_version ? preview.data.pages[position] : undefined;
  const names = page?.receivers.map(({ person, receiver }) => person ?? receiver) ?? [];
  return (
    <>
      {names.length > 0 && <p className={classes['nextNames']}>{names.join(', ')}</p>}
      {dueAt !== undefined && (
        <Text size="sm" c="dimmed">
          {Date.parse(dueAt) <= now.getTime()
            ? say('incidents.nextNow')
            : say('incidents.nextAt', { time: `${times.relative(dueAt, now)} (${times.time(dueAt)})` })}
        </Text>
      )}
    </>
  );
}
