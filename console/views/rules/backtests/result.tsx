import { Box, Flex, Progress, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { Figure, Notice, Quiet, Section, When } from '../../../layout/index.ts';
import { Items } from '../../../lists/index.ts';
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
        <ul>
          {result.notes.map((note) => (
            <li key={note}>
              <Notice tone="info">{note}</Notice>
            </li>
          ))}
        </ul>
      )}
      <Section title={say('backtests.result')}>
        <SimpleGrid minColWidth={140} autoFlow="auto-fit">
          <Figure value={number(trips.evaluated)} note={say('backtests.trips')} />
          <Figure value={number(totals.matches)} note={say('backtests.matches')} />
          <Figure
            value={number(totals.alerts)}
            note={say('backtests.alerts', { count: number(aWeek(totals.alerts, result)) })}
          />
          <Figure value={number(totals.messages)} note={say('backtests.messages')} />
          <Figure value={number(trips.unknown + trips.failed)} note={say('backtests.unknown')} />
        </SimpleGrid>
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
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={18}>
        <Stages result={result} />
        <Recipients result={result} />
      </SimpleGrid>
      {result.unknown.length > 0 && <Unknown result={result} />}
      {result.examples.length > 0 && <Examples result={result} />}
    </>
  );
}

/** Shows the way from the matches to the alerts that are sent, and what stopped the others. */
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
          <li key={label}>
            <span>{label}</span>
            <Progress
              value={(Math.abs(count) / Math.max(1, matches)) * 100}
              color={count < 0 ? 'gray' : 'accent'}
              aria-label={label}
            />
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
          className={classes['numbers'] ?? ''}
          tabularNums
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
      <Items>
        {result.unknown.map(({ fact, because, trips }) => (
          <Example key={`${fact} ${because}`}>
            <Box flex="1 1 260px">
              <strong>{phrases.label({ fact })}</strong>{' '}
              <Quiet>
                <code>{fact}</code>
              </Quiet>
              <Text size="sm" c="dimmed">
                {because}
              </Text>
            </Box>
            <strong>{say('backtests.tripCount', { count: number(trips) })}</strong>
          </Example>
        ))}
      </Items>
    </Section>
  );
}

function Examples({ result }: { readonly result: Result }): ReactNode {
  const { say } = useLanguage();
  return (
    <Section title={say('backtests.examples')}>
      <Items>
        {result.examples.slice(0, EXAMPLES).map((each) => (
          <Example key={`${each.driver_id} ${each.trip_id}`}>
            <Box flex="1 1 260px">
              <strong>{each.driver_name ?? say('words.unknownDriver', { id: each.driver_id })}</strong>{' '}
              {each.driver_name !== undefined && <Quiet>{each.driver_id}</Quiet>}
              {each.sentence !== undefined && (
                <Text size="sm" c="dimmed">
                  {each.sentence}
                </Text>
              )}
            </Box>
            <Quiet>
              <When at={each.at} />
              {each.outcome !== undefined && each.outcome !== 'alert' && (
                <> · {reasonWords(say, each.outcome)}</>
              )}
            </Quiet>
          </Example>
        ))}
      </Items>
    </Section>
  );
}

/** Shows a line of a list: its words, and a figure or a time at its end. */
function Example({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Flex component="li" wrap="wrap" justify="space-between" gap="2px 16px" py={9} fz="sm">
      {children}
    </Flex>
  );
}
