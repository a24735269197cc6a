import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { meQuery } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import { useLeave } from './leave.ts';

/** Confirms the end of all sessions, and says how many end. */
export function EndSessions({ close }: { readonly close: () => void }): ReactNode {
  const say = useSay();
  return (
    <Modal
      opened
      onClose={close}
      title={say('shell.signOutEverywhere')}
      closeButtonProps={{ 'aria-label': say('shell.close') }}
      centered
    >
      <Leaving close={close} />
    </Modal>
  );
}

function Leaving({ close }: { readonly close: () => void }): ReactNode {
  const say = useSay();
  const leave = useLeave();
  const [isLeaving, setLeaving] = useState(false);
  const { data: me } = useQuery({ ...meQuery, staleTime: 0 });
  const submit = async (): Promise<void> => {
    setLeaving(true);
    await leave(true);
    setLeaving(false);
  };
  return (
    <Stack>
      <Text size="sm">{say('shell.leaveSessions', { count: me?.sessions ?? 1 })}</Text>
      <Text size="sm">{say(me?.user ? 'shell.leaveTokens' : 'shell.leaveServiceToken')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {say('shell.cancel')}
        </Button>
        <Button color="red.9" loading={isLeaving} data-autofocus onClick={() => void submit()}>
          {say('shell.signOutEverywhere')}
        </Button>
      </Group>
    </Stack>
  );
}
