import type { ReactNode } from 'react';
import type { components } from '../../api/index.ts';
import { useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { PageHeader, When } from '../../layout/index.ts';
import { FilterDate, FilterText, Filters, List, Row, usePages } from '../../lists/index.ts';
import { useFilters } from '../../navigation/index.ts';
import { instantOf } from '../../time/index.ts';
import classes from './audit.module.css';

type Entry = components['schemas']['AuditEntry'];

/** Who did what, when and why, the newest first. */
export function AuditLog(): ReactNode {
  const say = useSay();
  const { timezone } = useFleet();
  const [filters, setFilters] = useFilters(['who', 'action', 'type', 'subject', 'from', 'to']);
  const { who, action, type, subject, from, to } = filters;
  const starts = midnight(from, timezone);
  const ends = midnight(to, timezone, 1);
  const query = usePages('/api/v1/fleets/{fleet}/audit', {
    ...(who !== undefined && { who }),
    ...(action !== undefined && { action }),
    ...(type !== undefined && { subject_type: type }),
    ...(subject !== undefined && { subject_id: subject }),
    ...(starts && { from: starts }),
    ...(ends && { to: ends }),
  });
  return (
    <>
      <PageHeader title={say('audit.title')} lead={say('audit.lead')} />
      <Filters>
        <FilterText label={say('audit.who')} value={who} set={(next) => setFilters({ who: next })} />
        <FilterText label={say('audit.action')} value={action} set={(next) => setFilters({ action: next })} />
        <FilterText label={say('audit.type')} value={type} set={(next) => setFilters({ type: next })} />
        <FilterText
          label={say('audit.subject')}
          value={subject}
          set={(next) => setFilters({ subject: next })}
        />
        <FilterDate label={say('lists.from')} value={from} set={(next) => setFilters({ from: next })} />
        <FilterDate label={say('lists.to')} value={to} set={(next) => setFilters({ to: next })} />
      </Filters>
      <List
        label={say('audit.title')}
        query={query}
        empty={{ icon: 'audit', title: say('audit.none'), help: say('audit.noneHelp') }}
      >
        {(entry) => <EntryRow key={entry.id} entry={entry} />}
      </List>
    </>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }): ReactNode {
  const say = useSay();
  const { who, by, action, subject_type: type, subject_id: subject, why, details } = entry;
  return (
    <Row
      title={
        <>
          <span className={classes['action']}>{action}</span> {type} {subject}
        </>
      }
      lines={[say('audit.by', { name: by === undefined || by === who ? who : `${by} (${who})` }), why]}
      time={<When at={entry.at} />}
    >
      {details && Object.keys(details).length > 0 && (
        <details className={classes['details']}>
          <summary>{say('audit.details')}</summary>
          <pre>{JSON.stringify(details, null, 2)}</pre>
        </details>
      )}
    </Row>
  );
}

/** The instant at which a date begins in the fleet's zone; with `days`, that many days later. */
function midnight(date: string | undefined, zone: string, days = 0): string | undefined {
  const utc = Date.parse(`${date ?? ''}T00:00:00Z`);
  if (Number.isNaN(utc)) return undefined;
  const day = new Date(utc + days * 86_400_000).toISOString().slice(0, 10);
  return instantOf(`${day}T00:00`, zone)?.toISOString();
}
