import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useKept } from '../../../kept/index.ts';
import { useSay } from '../../../language/index.ts';

interface ReasonProps {
  readonly title: string;
  /** Names the form, so that its text survives a reload. */
  readonly form: string;
  readonly submit: string;
  readonly tone?: 'accent' | 'red';
  readonly isWide?: boolean;
  readonly close: () => void;
  /** @returns whether the action was carried out */
  readonly act: (why: string) => Promise<boolean>;
  /** The effect of the action, shown above the reason. */
  readonly children?: ReactNode;
}

/** Describes an action, and requests the reason before it is carried out. */
export function ReasonDialog(props: ReasonProps & { readonly opened: boolean }): ReactNode {
  const say = useSay();
  return (
    <Modal
      opened={props.opened}
      onClose={props.close}
      title={props.title}
      size={props.isWide === true ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': say('shell.close') }}
      centered
    >
      {props.opened && <ReasonForm {...props} />}
    </Modal>
  );
}

function ReasonForm({ form, submit, tone, close, act, children }: ReasonProps): ReactNode {
  const say = useSay();
  const [why, setWhy] = useKept(form);
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    const isDone = await act(why.trim());
    setSending(false);
    if (!isDone) return;
    setWhy('');
    close();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack>
        {children}
        <Textarea
          label={say('rules.why')}
          description={say('rules.whyHelp')}
          autosize
          minRows={2}
          maxLength={2_000}
          required
          value={why}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {say('shell.cancel')}
          </Button>
          <Button type="submit" color={tone ?? 'accent'} disabled={why.trim() === ''} loading={isSending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
