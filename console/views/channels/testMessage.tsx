import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, read, useFleet, useSpeaker } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { once } from '../../kept/index.ts';
import { useSay } from '../../language/index.ts';
import { Notice } from '../../layout/index.ts';
import { ActionDialog, keep, kept, useAct } from '../../lists/index.ts';
import { FleetLink } from '../../navigation/index.ts';

/** A channel as the API returns it. */
export type Channel = components['schemas']['Channel'];

const EVERY_MS = 1_000;
const RECIPIENTS = {
  slack: 'channels.toSlack',
  email: 'channels.toMail',
  webhook: 'channels.toWebhook',
} as const;
const LOOKS = {
  pending: { tone: 'info', icon: 'clock' },
  held: { tone: 'info', icon: 'clock' },
  sent: { tone: 'good', icon: 'resolved' },
  skipped: { tone: 'warning', icon: 'warning' },
  unconfirmed: { tone: 'warning', icon: 'warning' },
  failed: { tone: 'critical', icon: 'critical' },
} as const;

interface DialogProps {
  readonly channel: Channel | undefined;
  readonly close: () => void;
  /** Called after a test message was requested, with the channel's name and the message's id. */
  readonly sent: (channel: string, id: string) => void;
}

/** Shows the dialog in which a person enters the recipient of a test message. */
export function TestDialog(props: DialogProps): ReactNode {
  return <Form key={props.channel?.channel ?? ''} {...props} />;
}

function Form({ channel, close, sent }: DialogProps): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const by = useSpeaker();
  const act = useAct();
  const place = `channel:${channel?.channel ?? ''}`;
  const [to, setTo] = useState(() => kept(place));
  return (
    <ActionDialog
      opened={channel !== undefined}
      close={close}
      title={`${say('channels.test')}: ${channel?.name ?? ''}`}
      help={say('channels.testHelp')}
      place={`${place}:test`}
      submit={say('channels.send')}
      isReady={to.trim() !== ''}
      run={async () => {
        if (!channel) return false;
        const path = { fleet, channel: channel.channel };
        const body = { to: to.trim(), ...by };
        const made = await act(
          once([path, body], (key) =>
            client.POST('/api/v1/fleets/{fleet}/channels/{channel}/test', {
              params: { path, header: { 'Idempotency-Key': key } },
              body,
            }),
          ),
          { done: say('channels.sending'), stale: ['/channels', '/deliveries'] },
        );
        if (!made) return false;
        keep(place, '');
        sent(channel.channel, made.answer.id);
        return true;
      }}
    >
      <TextInput
        label={say('channels.to')}
        description={channel && say(RECIPIENTS[channel.channel])}
        required
        value={to}
        data-autofocus
        onChange={({ currentTarget }) => {
          setTo(currentTarget.value);
          keep(place, currentTarget.value);
        }}
      />
    </ActionDialog>
  );
}

/** Shows the outcome of a test message. Polls until the outcome is known. */
export function TestResult({ channel, id }: { readonly channel: string; readonly id: string }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const { data } = useQuery({
    ...read('/api/v1/fleets/{fleet}/channels/{channel}/tests/{id}', {
      params: { path: { fleet, channel, id } },
    }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'pending' ? EVERY_MS : false,
  });
  const state = data?.state ?? 'pending';
  const isStored = data?.outbox_id !== undefined;
  const { tone, icon } = LOOKS[isStored ? 'skipped' : state];
  return (
    <Notice tone={tone} icon={isStored ? 'outbox' : icon} role="status">
      {say(isStored ? 'channels.test_stored' : `channels.test_${state}`, { to: data?.receiver ?? '' })}
      {data?.answer !== undefined && ` ${say('channels.answer', { answer: data.answer })}`}{' '}
      {data?.outbox_id !== undefined && (
        <FleetLink to={['outbox']} search={{ message: data.outbox_id }}>
          {say('deliveries.drawn')}
        </FleetLink>
      )}
    </Notice>
  );
}
