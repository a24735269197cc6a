import { Button, Group, Modal, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { PersonInput, keep, kept } from '../../lists/index.ts';
import { useAnswer } from './answers.ts';
import type { Disposition, Given } from './answers.ts';

const DISPOSITIONS: readonly Disposition[] = ['confirmed', 'false_alarm', 'not_driver', 'other'];
const MINUTES = ['15', '30', '60', '120', '240'];
const LABELS = {
  resolve: 'incidents.resolveTitle',
  escalate: 'incidents.escalate',
  reassign: 'incidents.reassign',
  snooze: 'incidents.snooze',
  notes: 'incidents.note',
  reopen: 'incidents.reopen',
  acknowledge: 'incidents.acknowledge',
} as const;

/** Shows the dialog with the fields of an answer to an incident, and sends the answer. Typed texts survive a reload. */
export function AnswerDialog(props: {
  readonly incident: string;
  readonly kind: Given['kind'] | undefined;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const { kind } = props;
  return (
    <Modal
      opened={kind !== undefined}
      onClose={props.close}
      title={kind && say(LABELS[kind])}
      closeButtonProps={{ 'aria-label': say('shell.close') }}
      centered
    >
      {kind && <AnswerForm key={kind} incident={props.incident} kind={kind} close={props.close} />}
    </Modal>
  );
}

function AnswerForm({
  incident,
  kind,
  close,
}: {
  readonly incident: string;
  readonly kind: Given['kind'];
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const answer = useAnswer();
  const place = `${incident}:${kind}`;
  const [note, setNote] = useState(() => kept(place));
  const [chosen, setDisposition] = useKept(`${place}:disposition`);
  const [to, setTo] = useKept(`${place}:to`);
  const [minutes, setMinutes] = useKept(`${place}:minutes`, '30');
  const disposition = DISPOSITIONS.find((each) => each === chosen);
  const [isSending, setSending] = useState(false);
  const given = givenOf(kind, { note, disposition, to, minutes });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!given) return;
    setSending(true);
    const isTaken = await answer(incident, given);
    setSending(false);
    if (!isTaken) return;
    for (const part of ['', ':disposition', ':to', ':minutes']) keep(place + part, '');
    close();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {kind === 'escalate' && <Text size="sm">{say('incidents.escalateHelp')}</Text>}
        {kind === 'resolve' && (
          <Radio.Group label={say('incidents.what')} value={disposition ?? ''} onChange={setDisposition}>
            <Stack gap="xs" mt="xs">
              {DISPOSITIONS.map((each, at) => (
                <Radio.Card key={each} value={each} p="sm" data-autofocus={at === 0 || undefined}>
                  <Group wrap="nowrap">
                    <Radio.Indicator />
                    <Text size="sm">{say(`words.disposition_${each}`)}</Text>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
        )}
        {kind === 'reassign' && (
          <PersonInput
            label={say('incidents.toLabel')}
            description={say('incidents.toHelp')}
            value={to}
            onChange={setTo}
            maxLength={200}
            data-autofocus
          />
        )}
        {kind === 'snooze' && (
          <Select
            label={say('incidents.minutesLabel')}
            value={minutes}
            onChange={(value) => setMinutes(value ?? '30')}
            allowDeselect={false}
            data={MINUTES.map((value) => ({
              value,
              label: say('incidents.minutes', { count: Number(value) }),
            }))}
          />
        )}
        <Textarea
          label={say(kind === 'notes' ? 'incidents.noteLabel' : 'incidents.noteOptional')}
          autosize
          minRows={3}
          maxLength={2_000}
          value={note}
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value);
            keep(place, currentTarget.value);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {say('shell.cancel')}
          </Button>
          <Button type="submit" disabled={!given} loading={isSending}>
            {say(kind === 'notes' || kind === 'acknowledge' ? 'incidents.send' : LABEL_OF_SUBMIT[kind])}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns an entered value and the function that sets it. The value survives a reload. */
function useKept(place: string, otherwise = ''): [string, (next: string) => void] {
  const [value, setValue] = useState(() => kept(place) || otherwise);
  return [
    value,
    (next) => {
      setValue(next);
      keep(place, next);
    },
  ];
}

const LABEL_OF_SUBMIT = {
  resolve: 'incidents.resolve',
  escalate: 'incidents.escalate',
  reassign: 'incidents.reassign',
  snooze: 'incidents.snooze',
  reopen: 'incidents.reopen',
} as const;

/** Returns the answer to send; undefined while a required field is empty. */
function givenOf(
  kind: Given['kind'],
  words: {
    readonly note: string;
    readonly disposition: Disposition | undefined;
    readonly to: string;
    readonly minutes: string;
  },
): Given | undefined {
  const { note, disposition, to, minutes } = words;
  if (kind === 'notes') return note.trim() === '' ? undefined : { kind, note };
  if (kind === 'resolve') return disposition && { kind, disposition, note };
  if (kind === 'reassign') return to.trim() === '' ? undefined : { kind, to: to.trim(), note };
  if (kind === 'snooze') return { kind, minutes: Number(minutes), note };
  return { kind, note };
}
