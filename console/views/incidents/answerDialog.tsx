import { Group, Radio, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { useKept } from '../../kept/index.ts';
import { ActionDialog, PersonInput, keep } from '../../lists/index.ts';
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

interface DialogProps {
  readonly incident: string;
  readonly kind: Given['kind'] | undefined;
  readonly close: () => void;
}

/** Requests the fields of an answer, and sends it. Typed texts survive a reload. */
export function AnswerDialog(props: DialogProps): ReactNode {
  return <AnswerForm key={`${props.incident}:${props.kind ?? ''}`} {...props} />;
}

function AnswerForm({ incident, kind, close }: DialogProps): ReactNode {
  const say = useSay();
  const answer = useAnswer();
  const place = `${incident}:${kind ?? ''}`;
  const [chosen, setDisposition] = useKept(`${place}:disposition`);
  const [to, setTo] = useKept(`${place}:to`);
  const [minutes, setMinutes] = useKept(`${place}:minutes`, '30');
  const disposition = DISPOSITIONS.find((each) => each === chosen);
  const submit = kind === undefined || kind === 'notes' || kind === 'acknowledge' ? undefined : kind;
  return (
    <ActionDialog
      opened={kind !== undefined}
      close={close}
      title={kind === undefined ? '' : say(LABELS[kind])}
      help={kind === 'escalate' ? say('incidents.escalateHelp') : undefined}
      place={place}
      reason={{
        label: say(kind === 'notes' ? 'incidents.noteLabel' : 'incidents.noteOptional'),
        isOptional: kind !== 'notes',
      }}
      submit={say(submit === undefined ? 'incidents.send' : LABEL_OF_SUBMIT[submit])}
      isReady={kind === 'resolve' ? disposition !== undefined : kind !== 'reassign' || to.trim() !== ''}
      run={async (note) => {
        const given = kind && givenOf(kind, { note, disposition, to, minutes });
        if (!given || !(await answer(incident, given))) return false;
        for (const part of [':disposition', ':to', ':minutes']) keep(place + part, '');
        return true;
      }}
    >
      {kind === 'resolve' ? (
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
      ) : kind === 'reassign' ? (
        <PersonInput
          label={say('incidents.toLabel')}
          description={say('incidents.toHelp')}
          value={to}
          onChange={setTo}
          maxLength={200}
          data-autofocus
        />
      ) : kind === 'snooze' ? (
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
      ) : undefined}
    </ActionDialog>
  );
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
