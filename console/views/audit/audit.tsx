import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { PageHeader, Quiet, When } from '../../layout/index.ts';
import { List, Row, useDays } from '../../lists/index.ts';
import { AlertLink, useFilters } from '../../navigation/index.ts';
import { AuditFilters, FILTERS } from './filters.tsx';
import { actorOf, alertOf, idsOf, sentenceOf } from './sentence.ts';
import type { Entry } from './sentence.ts';

/** Shows the audit log, newest entry first: actor, action, time and reason. */
export function AuditLog(): ReactNode {
  const say = useSay();
  const [filters, set] = useFilters(FILTERS);
  const { who, action, type, subject } = filters;
  const query = {
    ...(who !== undefined && { who }),
    ...(action !== undefined && { action }),
    ...(type !== undefined && { subject_type: type }),
    ...(subject !== undefined && { subject_id: subject }),
    ...useDays(filters),
  };
  return (
    <>
      <PageHeader title={say('audit.title')} lead={say('audit.lead')} />
      <AuditFilters filters={filters} set={set} />
      <List
        path="/api/v1/fleets/{fleet}/audit"
        label={say('audit.title')}
        query={query}
        empty={{ icon: 'audit', title: say('audit.none'), help: say('audit.noneHelp') }}
        row={(entry) => <EntryRow key={entry.id} entry={entry} />}
      />
    </>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }): ReactNode {
  const say = useSay();
  const sentence = sentenceOf(entry, say);
  const ids = idsOf(entry, sentence);
  const alert = alertOf(entry);
  return (
    <Row
      title={
        <>
          {sentence}
          {ids.map((id) => (
            <span key={id} title={id}>
              {' '}
              <Quiet>{shortId(id)}</Quiet>
            </span>
          ))}
        </>
      }
      lines={[
        entry.by !== undefined && actorOf(entry) !== entry.who && say('audit.withToken', { name: entry.who }),
        entry.why,
        alert && <AlertLink alert={alert}>{say('deliveries.toAlert')}</AlertLink>,
      ]}
      time={<When at={entry.at} />}
    >
      <Text component="details" size="xs">
        <summary>{say('audit.details')}</summary>
        <p>
          {say('audit.code')}: <code>{entry.action}</code>, <code>{entry.subject_type}</code>{' '}
          <code>{entry.subject_id}</code>
        </p>
        {entry.details && Object.keys(entry.details).length > 0 && (
          <Code block mt={4}>
            {JSON.stringify(entry.details, null, 2)}
          </Code>
        )}
      </Text>
    </Row>
  );
}

/** Returns the beginning of a random id, which is enough to recognise it. The details show the whole id. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id.slice(0, 8) : id;
}
