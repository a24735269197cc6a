import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, useFleet, useSpeaker } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { PageHeader, ToneBadge, When, useRuleName } from '../../layout/index.ts';
import { ActionDialog, List, Row, silenceScope, useAct } from '../../lists/index.ts';
import { useFilters } from '../../navigation/index.ts';
import { NewSilence } from './newSilence.tsx';

type Silence = components['schemas']['Silence'];

/** Lists silences. Only active silences are shown unless the filter includes all. Editors create and end silences. */
export function Silences(): ReactNode {
  const say = useSay();
  const { mayEdit } = useFleet();
  const [{ show }] = useFilters(['show']);
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<Silence>();
  return (
    <>
      <PageHeader
        title={say('silences.title')}
        lead={say('silences.lead')}
        actions={mayEdit && <Button onClick={() => setCreating(true)}>{say('silences.create')}</Button>}
      />
      <List
        path="/api/v1/fleets/{fleet}/silences"
        label={say('silences.title')}
        filters={[
          {
            name: 'show',
            label: say('lists.show'),
            any: say('silences.active'),
            options: [{ value: 'all', label: say('silences.all') }],
            query: (shown) => (shown === 'all' ? {} : { active: 'true' }),
          },
        ]}
        empty={{
          icon: 'silences',
          title: say(show === 'all' ? 'silences.noneEver' : 'silences.none'),
          help: say(mayEdit ? 'silences.noneHelp' : 'silences.noneHelpViewer'),
        }}
        row={(silence) => <SilenceRow key={silence.id} silence={silence} end={setEnding} />}
      />
      <NewSilence opened={isCreating} close={() => setCreating(false)} />
      <EndSilence silence={ending} close={() => setEnding(undefined)} />
    </>
  );
}

function SilenceRow({
  silence,
  end,
}: {
  readonly silence: Silence;
  readonly end: (silence: Silence) => void;
}): ReactNode {
  const say = useSay();
  const nameOf = useRuleName();
  const { active, until, ended_at: endedAt, ended_by: endedBy, ended_why: endedWhy } = silence;
  return (
    <Row
      badge={
        active ? (
          <ToneBadge tone="warning" icon="silences">
            {say('silences.state_active')}
          </ToneBadge>
        ) : (
          <ToneBadge tone="info" icon="check" isQuiet>
            {say('silences.state_ended')}
          </ToneBadge>
        )
      }
      title={silenceScope(silence, { say, nameOf })}
      lines={[
        silence.reason,
        <>
          {say('silences.createdBy', { name: silence.created_by })} · <When at={silence.created_at} />
        </>,
        endedBy !== undefined &&
          [say('silences.endedBy', { name: endedBy }), endedWhy].filter(Boolean).join(': '),
      ]}
      time={
        <>
          {say(active ? 'silences.until' : 'silences.ended')} <When at={endedAt ?? until} />
        </>
      }
      actions={
        silence.may_end === true && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${say('silences.end')}: ${silence.reason}`}
            onClick={() => end(silence)}
          >
            {say('silences.end')}
          </Button>
        )
      }
    />
  );
}

function EndSilence({
  silence,
  close,
}: {
  readonly silence: Silence | undefined;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const by = useSpeaker();
  const act = useAct();
  return (
    <ActionDialog
      opened={silence !== undefined}
      close={close}
      title={say('silences.endTitle')}
      help={say('silences.endHelp')}
      place={`silence:${silence?.id ?? ''}`}
      reason={{ label: say('lists.why') }}
      submit={say('silences.end')}
      run={async (why) =>
        (await act(
          client.DELETE('/api/v1/fleets/{fleet}/silences/{id}', {
            params: { path: { fleet, id: silence?.id ?? '' } },
            body: { why, ...by },
          }),
          { done: say('silences.doneEnd'), stale: ['/silences'] },
        )) !== undefined
      }
    />
  );
}
