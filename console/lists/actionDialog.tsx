import { Button, Group, Modal, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import { keep, kept } from '../kept/index.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly close: () => void;
  readonly title: string;
  /** Describes the effect of the action before it is carried out. */
  readonly help?: ReactNode;
  /** Names the form, so that its texts survive a reload. */
  readonly place: string;
  /** The words for the reason; no reason is requested when absent. */
  readonly reason?: { readonly label: string; readonly help?: string; readonly isOptional?: boolean };
  readonly submit: string;
  /** Words that must be typed first, so that the action is not carried out by accident. */
  readonly phrase?: string | undefined;
  readonly isDangerous?: boolean;
  /** For effects that need more room, as the difference of two documents. */
  readonly isWide?: boolean;
  /** Whether all other fields are filled in. */
  readonly isReady?: boolean;
  /** @returns whether the action was carried out; only then the dialog closes */
  readonly run: (reason: string) => Promise<boolean>;
  readonly children?: ReactNode;
}

/** Requests the reason and fields of an action, and carries it out once. Typed reasons survive a reload. */
export function ActionDialog(props: DialogProps): ReactNode {
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
      {props.opened && <ActionForm key={props.place} {...props} />}
    </Modal>
  );
}

function ActionForm(props: DialogProps): ReactNode {
  const say = useSay();
  const { place, reason, phrase, isReady = true } = props;
  const [words, setWords] = useState(() => kept(place));
  const [typed, setTyped] = useState('');
  const [isRunning, setRunning] = useState(false);
  const hasReason = reason === undefined || reason.isOptional === true || words.trim() !== '';
  const isConfirmed = phrase === undefined || plain(typed) === plain(phrase);
  const isComplete = isReady && hasReason && isConfirmed;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isComplete || isRunning) return;
    setRunning(true);
    const isDone = await props.run(words.trim());
    setRunning(false);
    if (!isDone) return;
    keep(place, '');
    props.close();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {props.help !== undefined && (
          <Text size="sm" component="div">
            {props.help}
          </Text>
        )}
        {props.children}
        {reason && (
          <Textarea
            label={reason.label}
            description={reason.help}
            autosize
            minRows={2}
            maxLength={2_000}
            required={reason.isOptional !== true}
            value={words}
            data-autofocus={props.children === undefined || undefined}
            onChange={({ currentTarget }) => {
              setWords(currentTarget.value);
              keep(place, currentTarget.value);
            }}
          />
        )}
        {phrase !== undefined && (
          <TextInput
            label={say('lists.typePhrase', { phrase })}
            required
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.close}>
            {say('shell.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={!isComplete}
            loading={isRunning}
            {...(props.isDangerous === true && { color: 'red.9' })}
          >
            {props.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns words as they are compared: a phone begins with a capital, and may end with a blank. */
function plain(words: string): string {
  return words.trim().toLocaleLowerCase();
}
