import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, read, useFleet, useSpeaker } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { DriverName, When, useRuleName } from '../../layout/index.ts';
import { ActionDialog, List, ListSection, Row, useAct } from '../../lists/index.ts';
import { SnapshotLink, TripLink } from './decided.tsx';
import type { Deletion } from './decided.tsx';

type Verdict = 'approve' | 'reject';
const EVERY_MS = 5_000;

/** Shows the deletions that wait for an admin. */
export function Requests(): ReactNode {
  const { say, language } = useLanguage();
  const [asked, setAsked] = useState<{ readonly deletion: Deletion; readonly verdict: Verdict }>();
  return (
    <ListSection title={say('deletions.waiting')}>
      <List
        path="/api/v1/fleets/{fleet}/deletions"
        label={say('deletions.waiting')}
        query={{ state: 'requested', language }}
        everyMs={EVERY_MS}
        empty={{ icon: 'check', title: say('deletions.waitingNone'), help: say('deletions.waitingNoneHelp') }}
        row={(deletion) => (
          <Request key={deletion.id} deletion={deletion} ask={(verdict) => setAsked({ deletion, verdict })} />
        )}
      />
      <VerdictDialog asked={asked} close={() => setAsked(undefined)} />
    </ListSection>
  );
}

function Request({
  deletion,
  ask,
}: {
  readonly deletion: Deletion;
  readonly ask: (verdict: Verdict) => void;
}): ReactNode {
  const say = useSay();
  const { mayAdminister } = useFleet();
  const nameOf = useRuleName();
  const who = deletion.driver_name ?? deletion.driver_id;
  return (
    <Row
      title={<DriverName id={deletion.driver_id} name={deletion.driver_name} />}
      lines={[
        <>
          {nameOf(deletion.rule)} · <TripLink deletion={deletion} />
        </>,
        deletion.cause,
        <Loss key="loss" deletion={deletion} />,
        mayAdminister && deletion.has_snapshot && <SnapshotLink deletion={deletion} />,
      ]}
      time={
        <>
          {say('deletions.expires')} <When at={deletion.expires_at} as="relative" />
        </>
      }
      actions={
        mayAdminister && (
          <>
            {(['reject', 'approve'] as const).map((verdict) => (
              <Button
                key={verdict}
                size="compact-md"
                variant="default"
                {...(verdict === 'approve' && { c: 'var(--critical)', bd: '1px solid var(--critical)' })}
                aria-label={`${say(`deletions.${verdict}`)}: ${who}, ${say('deletions.trip', { id: deletion.trip_id })}`}
                onClick={() => ask(verdict)}
              >
                {say(`deletions.${verdict}`)}
              </Button>
            ))}
          </>
        )
      }
    />
  );
}

/** Shows the figures that are lost when the trip is deleted: distance, duration and score. */
function Loss({ deletion }: { readonly deletion: Deletion }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const { driver_id: driver, trip_id: trip } = deletion;
  const { data } = useQuery(
    read('/api/v1/fleets/{fleet}/trips/{driver_id}/{trip_id}', {
      params: { path: { fleet, driver_id: driver, trip_id: trip } },
    }),
  );
  if (!data) return undefined;
  const { distance_km: km, duration_seconds: seconds, score, end_time: ended } = data;
  const parts = [
    typeof km === 'number' && say('incidents.distance', { count: Math.round(km * 10) / 10 }),
    typeof seconds === 'number' && say('incidents.duration', { count: Math.round(seconds / 60) }),
    typeof score === 'number' && say('deletions.tripScore', { score: Math.round(score * 10) / 10 }),
  ].filter((part) => part !== false);
  return (
    <>
      {say('deletions.lost', { what: parts.join(', ') })}
      {typeof ended === 'string' && (
        <>
          {' · '}
          <When at={ended} />
        </>
      )}
    </>
  );
}

function VerdictDialog({
  asked,
  close,
}: {
  readonly asked: { readonly deletion: Deletion; readonly verdict: Verdict } | undefined;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const by = useSpeaker();
  const act = useAct();
  const verdict = asked?.verdict ?? 'reject';
  return (
    <ActionDialog
      opened={asked !== undefined}
      close={close}
      title={say(`deletions.${verdict}Title`)}
      help={
        <>
          {asked && (
            <Text fw={600} mb="xs">
              <DriverName id={asked.deletion.driver_id} name={asked.deletion.driver_name} /> ·{' '}
              {say('deletions.trip', { id: asked.deletion.trip_id })}
            </Text>
          )}
          {say(`deletions.${verdict}Help`)}
        </>
      }
      place={`deletion:${asked?.deletion.id ?? ''}:${verdict}`}
      reason={{ label: say('lists.why') }}
      submit={say(`deletions.${verdict}`)}
      isDangerous={verdict === 'approve'}
      run={async (note) => {
        const init = {
          params: { path: { fleet, id: asked?.deletion.id ?? '' } },
          body: { note, ...by },
        };
        const path = '/api/v1/fleets/{fleet}/deletions/{id}';
        const outcome = { done: say(`deletions.${verdict}Done`), stale: ['/deletions', '/trips'] };
        const call =
          verdict === 'approve' ? client.POST(`${path}/approve`, init) : client.POST(`${path}/reject`, init);
        return (await act(call, outcome)) !== undefined;
      }}
    />
  );
}
