import { Button, Group, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import type { TextKey } from '../../language/index.ts';
import {
  BackLink,
  Columns,
  Loaded,
  PageHeader,
  Section,
  SeverityBadge,
  StateBadge,
  When,
  useRuleName,
} from '../../layout/index.ts';
import { AnswerDialog } from './answerDialog.tsx';
import { answersOf, useAnswer } from './answers.ts';
import type { Given, WholeIncident } from './answers.ts';
import { Driver, LastTrips, TripFacts } from './aside.tsx';
import classes from './incidents.module.css';
import { NextPage } from './nextPage.tsx';
import { Place } from './place.tsx';
import { Timeline } from './timeline.tsx';

/** Shows one incident: its timeline, its assignee, the next page (alert to people), and every possible answer. */
export function IncidentPage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { id: fleet } = useFleet();
  const query = useQuery(read('/api/v1/fleets/{fleet}/incidents/{id}', { params: { path: { fleet, id } } }));
  return (
    <Loaded query={query} rows={8}>
      {(incident) => <Shown incident={incident} />}
    </Loaded>
  );
}

function Shown({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const { mayEdit } = useFleet();
  const nameOf = useRuleName();
  return (
    <div className={classes['page']} data-answers={mayEdit}>
      <BackLink to={['incidents']}>{say('incidents.back')}</BackLink>
      <PageHeader
        title={`${nameOf(incident.rule)} · ${incident.driver_name === undefined ? say('words.unknownDriver', { id: incident.driver_id }) : `${incident.driver_name} (${incident.driver_id})`}`}
        lead={
          <Group gap="6px 12px" mt={4}>
            <SeverityBadge severity={incident.severity} />
            <StateBadge state={incident.state} isUnanswered={incident.unanswered_since !== undefined} />
            <span>
              {say('incidents.incident', { id: incident.id })} · {say('incidents.opened')}{' '}
              <When at={incident.opened_at} /> (<When at={incident.opened_at} as="relative" />)
            </span>
          </Group>
        }
        actions={mayEdit && <Answers incident={incident} />}
      />
      <Columns
        aside={
          <>
            <Driver incident={incident} />
            <TripFacts incident={incident} />
            <LastTrips incident={incident} />
          </>
        }
      >
        <NextPage incident={incident} />
        <Section title={say('incidents.timeline')}>
          <Timeline entries={incident.timeline} />
        </Section>
        <Place incident={incident} />
      </Columns>
    </div>
  );
}

const LABELS: Readonly<Record<Given['kind'], TextKey>> = {
  acknowledge: 'incidents.acknowledge',
  resolve: 'incidents.resolve',
  escalate: 'incidents.escalate',
  reassign: 'incidents.reassign',
  snooze: 'incidents.snooze',
  notes: 'incidents.note',
  reopen: 'incidents.reopen',
};

/**
 * Shows the answers that the incident accepts now. Likely answers are buttons, which on a phone are at the
 * lower edge within a thumb's reach.
 */
function Answers({ incident }: { readonly incident: WholeIncident }): ReactNode {
  const say = useSay();
  const answer = useAnswer();
  const [kind, setKind] = useState<Given['kind']>();
  const [isSending, setSending] = useState(false);
  const kinds = answersOf(incident.state);
  const prominent = kinds.slice(0, incident.state === 'open' ? 2 : 1);
  const others = kinds.slice(prominent.length);
  const give = async (chosen: Given['kind']): Promise<void> => {
    if (chosen !== 'acknowledge') return setKind(chosen);
    setSending(true);
    await answer(incident.id, { kind: chosen });
    setSending(false);
  };
  return (
    <div className={classes['answers']}>
      {prominent.map((each, at) => (
        <Button
          key={each}
          size="md"
          variant={at === 0 ? 'filled' : 'default'}
          loading={each === 'acknowledge' && isSending}
          onClick={() => void give(each)}
        >
          {say(LABELS[each])}
        </Button>
      ))}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button size="md" variant="default">
            {say('incidents.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((each) => (
            <Menu.Item key={each} onClick={() => setKind(each)}>
              {say(LABELS[each])}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <AnswerDialog incident={incident.id} kind={kind} close={() => setKind(undefined)} />
    </div>
  );
}
