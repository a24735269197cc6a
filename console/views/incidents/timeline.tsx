import { Center, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { Icon, Quiet, When } from '../../layout/index.ts';
import type { IconName } from '../../layout/index.ts';
import type { WholeIncident } from './answers.ts';
import classes from './incidents.module.css';

type Entry = WholeIncident['timeline'][number];

const ICONS: Readonly<Record<Entry['kind'], IconName>> = {
  opened: 'incidents',
  joined: 'alerts',
  paged: 'send',
  step_skipped: 'next',
  unanswered: 'critical',
  paging_resumed: 'send',
  acknowledged: 'check',
  snoozed: 'clock',
  escalated: 'up',
  reassigned: 'swap',
  noted: 'note',
  resolved: 'resolved',
  reopened: 'open',
  late_answer: 'clock',
};

/** Shows the timeline of an incident. The newest event is the first, because readers look for the present state. */
export function Timeline({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const say = useSay();
  return (
    <ol className={classes['timeline']}>
      {entries.toReversed().map((entry) => (
        <li key={entry.seq}>
          <Center w={30} h={30} bdrs="50%" c="dimmed" bg="var(--surface-sunken)">
            <Icon name={ICONS[entry.kind]} size={16} />
          </Center>
          <div>
            <p>
              <strong>{say(`incidents.event_${entry.kind}`)}</strong>
              {entry.who !== 'tripline' && ` ${say('words.by', { name: entry.by ?? entry.who })}`}
              {entry.via !== 'tripline' && (
                <Quiet> {say('incidents.via', { channel: VIA[entry.via] })}</Quiet>
              )}
            </p>
            {details(entry, say).map((line) => (
              <Text key={line} size="xs" c="dimmed">
                {line}
              </Text>
            ))}
            {entry.note !== undefined && <blockquote>{entry.note}</blockquote>}
          </div>
          <Quiet>
            <When at={entry.at} />
          </Quiet>
        </li>
      ))}
    </ol>
  );
}

const VIA = { api: 'Tripline', slack: 'Slack', email: 'E-Mail' } as const;

/** Returns those details of an entry that readers need: the new assignee, the disposition, and the notified recipients. */
function details({ details: of }: Entry, say: ReturnType<typeof useSay>): readonly string[] {
  const notified = Array.isArray(of?.['notified']) ? (of['notified'] as readonly Named[]) : [];
  const to = text(of?.['to']);
  const disposition = text(of?.['disposition']);
  return [
    ...(to !== undefined ? [say('incidents.toPerson', { name: to })] : []),
    ...(isDisposition(disposition) ? [say(`words.disposition_${disposition}`)] : []),
    ...OUTCOMES.flatMap((outcome) => {
      const names = notified.filter((each) => outcomeOf(each) === outcome).map(nameOf);
      return names.length > 0 ? [say(`incidents.notified_${outcome}`, { names: names.join(', ') })] : [];
    }),
  ];
}

/** States of the messages of a page (an alert to people), in the order in which they are shown. */
const OUTCOMES = [
  'sent',
  'planned',
  'pending',
  'held',
  'outbox',
  'unconfirmed',
  'failed',
  'skipped',
] as const;

type Named = Readonly<Record<string, unknown>>;

function outcomeOf({ state, in_outbox: inOutbox }: Named): (typeof OUTCOMES)[number] {
  if (state === 'sent' && inOutbox === true) return 'outbox';
  return OUTCOMES.find((each) => each === state) ?? 'planned';
}

/** Returns a recipient's name. If the message waits or was not delivered, adds the reason. */
function nameOf({ person, receiver, state, reason }: Named): string {
  const name = text(person) ?? text(receiver) ?? '';
  const why = state === 'sent' || state === 'skipped' ? undefined : text(reason);
  return why === undefined ? name : `${name} (${why})`;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isDisposition(value: string | undefined): value is NonNullable<WholeIncident['disposition']> {
  return value !== undefined && ['confirmed', 'false_alarm', 'not_driver', 'other'].includes(value);
}
