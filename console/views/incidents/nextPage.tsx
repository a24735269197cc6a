import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { Section, useTimes } from '../../layout/index.ts';
import { useNow } from '../../time/index.ts';
import type { WholeIncident } from './answers.ts';

/**
 * Shows the recipients and the time of the next page (the next alert to people). An acknowledgement before
 * that time cancels it.
 */
export function NextPage({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const { next_page: next } = incident;
  return (
    <Section title={say('incidents.next')}>
      {next ? <Upcoming next={next} /> : <Standing incident={incident} />}
    </Section>
  );
}

/** Shows why paging paused or ended, and when it resumes, if it does. */
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
  if (state === 'open')
    return say(incident.unanswered_since === undefined ? 'incidents.nextNone' : 'incidents.nextEnd');
  return dueAt === undefined
    ? say('incidents.nextNobody')
    : say('incidents.nextRepage', { time: words(dueAt) });
}

function Upcoming({ next }: { readonly next: NonNullable<WholeIncident['next_page']> }): ReactNode {
  const say = useSay();
  const times = useTimes();
  const now = useNow();
  const { at, receivers } = next;
  const names = receivers.map(({ person, receiver }) => person ?? receiver);
  return (
    <>
      <Text fw={600}>{names.join(', ')}</Text>
      <Text size="sm" c="dimmed">
        {Date.parse(at) <= now.getTime()
          ? say('incidents.nextNow')
          : say('incidents.nextAt', { time: `${times.relative(at, now)} (${times.time(at)})` })}
      </Text>
    </>
  );
}
