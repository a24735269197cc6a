import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { Icon, Section, When } from '../../../layout/index.ts';
import { Table } from '../../../lists/table/index.ts';
import { usePhrases } from '../parts/index.ts';
import { aWeek, daysOf } from './backtest.ts';
import type { Result } from './backtest.ts';
import classes from './backtests.module.css';

const EXAMPLES = 12;
const RECIPIENTS = 12;

/** Returns a function that formats numbers in the reader's language. Numbers from 10 on have no decimals. */
function useNumber(): (value: number) => string {
  const { language } = useLanguage();
  return (value) =>
    new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}

/** Shows the result of a back-test: what the rule would have sent. */
export function ResultView({ result }: { readonly result: Result }): ReactNode {
  const { say } = useLanguage();
  const number = useNumber();
  const { trips, totals } = result;
  return (
    <>
      {result.notes.length > 0 && (
        <ul className={classes['notes']}>
          {result.notes.map((note) => (
            <li key={note}>
              <Icon name="info" size={16} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      <Section title={say('backtests.result')}>
        <div className={classes['figures']}>
          <Figure value={number(trips.evaluated)} note={say('backtests.trips')} />
          <Figure value={number(totals.matches)} note={say('backtests.matches')} />
          <Figure
            value={number(totals.alerts)}
            note={say('backtests.alerts', { count: number(aWeek(totals.alerts, result)) })}
          />
          <Figure value={number(totals.messages)} note={say('backtests.messages')} />
          <Figure value={number(trips.unknown + trips.failed)} note={say('backtests.unknown')} />
        </div>
        {result.published && (
          <Text size="sm" mt="md">
            {say('backtests.beside', {
              version: result.published.version,
              alerts: number(result.published.totals.alerts),
              only: number(result.difference?.only_new ?? 0),
              lost: number(result.difference?.only_old ?? 0),
            })}
          </Text>
        )}
      </Section>
      <div className={classes['pair']}>
        <Stages result={result} />
        <Recipients result={result} />
      </div>
      {result.unknown.length > 0 && <Unknown result={result} />}
      {result.examples.length > 0 && <Examples result={result} />}
    </>
  );
}

function Figure({ value, note }: { readonly value: string; readonly note: string }): ReactNode {
  return (
    <div className={classes['figure']}>
      <span className={classes['value']}>{value}</span>
      <span className={classes['quiet']}>{note}</span>
    </div>
  );
}

/** Shows the steps from the matches to the alerts that are sent, and what stopped the others. */
function Stages({ result }: { readonly result: Result }): ReactNode {
  const { say } = useLanguage();
  const number = useNumber();
  const { matches, alerts, held, grouped, stopped } = result.totals;
  const rows: readonly (readonly [string, number])[] = [
    [say('backtests.matches'), matches],
    ...Object.entries(stopped)
      .filter(([, count]) => count > 0)
      .map(([reason, count]) => [reasonWords(say, reason), -count] as const),
    [say('backtests.sent'), alerts],
    ...(held > 0 ? [[say('backtests.held'), held] as const] : []),
    ...(grouped > 0 ? [[say('backtests.grouped'), grouped] as const] : []),
  ];
  return (
    <Section title={say('backtests.stages')}>
      <ul className={classes['stages']}>
        {rows.map(([label, count]) => (
          <li key={label} data-stopped={count < 0}>
            <span>{label}</span>
            <meter min={0} max={Math.max(1, matches)} value={Math.abs(count)} aria-label={label} />
            <strong>{count < 0 ? `−${number(-count)}` : number(count)}</strong>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function reasonWords(say: Say, reason: string): string {
  return say.known(`backtests.reason_${reason}`) ?? reason;
}

/** Shows the recipients, with the number of messages for each. */
function Recipients({ result }: { readonly result: Result }): ReactNode {
  const { say } = useLanguage();
  const number = useNumber();
  const days = daysOf(result);
  const shown = result.receivers.slice(0, RECIPIENTS);
  return (
    <Section title={say('backtests.recipients')}>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('backtests.recipientsNone')}
        </Text>
      ) : (
        <Table
          className={classes['table']}
          columns={[
            { id: 'recipient', label: say('backtests.recipient'), cell: ({ receiver }) => receiver },
            { id: 'messages', label: say('backtests.messages'), cell: ({ messages }) => number(messages) },
            { id: 'aDay', label: say('backtests.aDay'), cell: ({ messages }) => number(messages / days) },
          ]}
          rows={shown}
          keyOf={({ action, receiver }) => `${action} ${receiver}`}
        />
      )}
      {result.receivers.length > shown.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {say('backtests.andMore', { count: result.receivers.length - shown.length })}
        </Text>
      )}
    </Section>
  );
}

/** Shows the trips that could not be decided, and why. They are neither matches nor non-matches. */
function Unknown({ result }: { readonly result: Result }): ReactNode {
  const { say } = useLanguage();
  const number = useNumber();
  const phrases = usePhrases();
  return (
    <Section title={say('backtests.unknownTitle')} aside={say('backtests.unknownHelp')}>
      <ul className={classes['examples']}>
        {result.unknown.map(({ fact, because, trips }) => (
          <li key={`${fact} ${because}`}>
            <span>
              <strong>{phrases.label({ fact })}</strong> <code className={classes['quiet']}>{fact}</code>
              <span className={classes['sentence']}>{because}</span>
            </span>
            <strong>{say('backtests.tripCount', { count: number(trips) })}</strong>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Examples({ result }: { readonly result: Result }): ReactNode {
  const { say } = useLanguage();
  return (
    <Section title={say('backtests.examples')}>
      <ul className={classes['examples']}>
        {result.examples.slice(0, EXAMPLES).map((each) => (
          <li key={`${each.driver_id} ${each.trip_id}`}>
            <span>
              <strong>{each.driver_name ?? say('words.unknownDriver', { id: each.driver_id })}</strong>{' '}
              {each.driver_name !== undefined && <span className={classes['quiet']}>{each.driver_id}</span>}
              {each.sentence !== undefined && <span className={classes['sentence']}>{each.sentence}</span>}
            </span>
            <span className={classes['quiet']}>
              <When at={each.at} />
              {each.outcome !== undefined && each.outcome !== 'alert' && (
                <> · {reasonWords(say, each.outcome)}</>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
