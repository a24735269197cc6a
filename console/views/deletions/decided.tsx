import type { ReactNode } from 'react';
import { useFleet } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { DriverName, ToneBadge, When, useRuleName } from '../../layout/index.ts';
import { Row } from '../../lists/index.ts';
import { FleetLink } from '../../navigation/index.ts';

/** A deletion as the API returns it. */
export type Deletion = components['schemas']['Deletion'];

const BADGES = {
  requested: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'info', icon: 'acknowledged' },
  deleting: { tone: 'info', icon: 'acknowledged' },
  unknown_outcome: { tone: 'warning', icon: 'warning' },
  deleted: { tone: 'info', icon: 'deletions' },
  rejected: { tone: 'good', icon: 'resolved' },
  expired: { tone: 'info', icon: 'clock' },
  refused: { tone: 'good', icon: 'resolved' },
  gone: { tone: 'info', icon: 'cross' },
} as const;

/** Shows a deletion and its outcome. */
export function DecidedRow({ deletion }: { readonly deletion: Deletion }): ReactNode {
  const say = useSay();
  const { mayAdminister } = useFleet();
  const nameOf = useRuleName();
  const { state, decided_by: by, decided_who: who, note, reason, cause } = deletion;
  const { score_before: before, score_after: after } = deletion;
  return (
    <Row
      badge={
        <ToneBadge {...BADGES[state]} isQuiet={state !== 'requested' && state !== 'unknown_outcome'}>
          {say(`deletions.state_${state}`)}
        </ToneBadge>
      }
      title={<DriverName id={deletion.driver_id} name={deletion.driver_name} />}
      lines={[
        <>
          {nameOf(deletion.rule)} · <TripLink deletion={deletion} />
        </>,
        cause,
        (by ?? who) !== undefined &&
          [say('deletions.decidedBy', { name: by ?? who ?? '' }), note].filter(Boolean).join(': '),
        reason !== undefined && say('deletions.because', { reason: reason.replaceAll('_', ' ') }),
        before !== undefined &&
          after !== undefined &&
          say('deletions.score', { before: round(before), after: round(after) }),
        mayAdminister && deletion.has_snapshot && <SnapshotLink deletion={deletion} />,
      ]}
      time={<When at={deletion.settled_at ?? deletion.decided_at ?? deletion.requested_at} />}
    />
  );
}

/** Shows a link to the trip's page. */
export function TripLink({ deletion }: { readonly deletion: Deletion }): ReactNode {
  const say = useSay();
  return (
    <FleetLink to={['trips', deletion.driver_id, deletion.trip_id]}>
      {say('deletions.trip', { id: deletion.trip_id })}
    </FleetLink>
  );
}

/** Shows a link that downloads the stored copy of the trip. It is shown only to admins, because the copy has positions. */
export function SnapshotLink({ deletion: { id } }: { readonly deletion: Deletion }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  return (
    <a
      href={`/api/v1/fleets/${encodeURIComponent(fleet)}/deletions/${encodeURIComponent(id)}/snapshot`}
      download={`deletion-${id}.json`}
    >
      {say('deletions.snapshot')}
    </a>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
