import { Button, Group, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import { Icon, Loading, Section } from '../../../layout/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import { usePhrases } from '../parts/index.ts';
import type { Backtest, Point, Result, Sweep } from './backtest.ts';
import classes from './backtests.module.css';
import { useSweptWords } from './sweptWords.ts';
import { SweepTable } from './sweepTable.tsx';
import { useTakeValue } from './takeValue.ts';

/** The chart's library is large: it is loaded while the numbers are already read. */
const SweepChart = lazy(async () => ({ default: (await import('./sweepChart.tsx')).SweepChart }));

/** What other values of one number of the rule would come to; one of them can be taken into the draft. */
export function SweepView(props: {
  readonly backtest: Backtest;
  readonly result: Result;
  readonly sweep: Sweep;
}): ReactNode {
  const { backtest, sweep } = props;
  const { say } = useLanguage();
  const { mayEdit } = useFleet();
  const wordsOf = useSweptWords(backtest.rule, sweep);
  const { taken, take, isBusy } = useTakeValue(backtest.rule, sweep);
  const [marked, setMarked] = useState(sweep.strictest_with_all_confirmed ?? sweep.current);
  const today = sweep.points.find(({ value }) => value === sweep.current);
  const point = sweep.points.find(({ value }) => value === marked) ?? today;
  if (!today || !point) return null;
  return (
    <Section
      title={say('backtests.sweep')}
      aside={say('backtests.sweepPoints', { count: sweep.points.length })}
    >
      <Text className={classes['question']}>
        {say('backtests.sweepQuestion', { label: wordsOf.label, today: wordsOf.needed(sweep.current) })}
      </Text>
      {taken && (
        <div className={classes['taken']} role="status">
          <Icon name="check" />
          <p>
            <strong>{say('backtests.takenTitle', { words: taken.words })}</strong>
            <br />
            {say('backtests.takenHelp', { before: taken.before })}
          </p>
          <Group gap="xs">
            <FleetLink to={['rules', backtest.rule]} className={classes['takenLink']}>
              {say('backtests.openDraft')}
            </FleetLink>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="undo" size={15} />}
              onClick={() => void taken.undo()}
            >
              {say('backtests.undo')}
            </Button>
          </Group>
        </div>
      )}
      <div className={classes['sweep']}>
        <div className={classes['chartBox']}>
          <Suspense fallback={<Loading rows={8} />}>
            <SweepChart
              sweep={sweep}
              marked={marked}
              label={wordsOf.label}
              mark={setMarked}
              take={mayEdit ? (value) => void take(value) : undefined}
            />
          </Suspense>
          <Text size="sm" c="dimmed">
            {say(mayEdit ? 'backtests.chartHelp' : 'backtests.chartHelpViewer')}
          </Text>
        </div>
        <Readout
          sweep={sweep}
          point={point}
          today={today}
          needed={wordsOf.needed(point.value)}
          take={mayEdit ? () => void take(point.value) : undefined}
          isBusy={isBusy}
          isTaken={taken?.value === point.value}
        />
      </div>
      <SweepTable
        sweep={sweep}
        marked={marked}
        needed={wordsOf.needed}
        mark={setMarked}
        take={mayEdit ? (value) => void take(value) : undefined}
      />
    </Section>
  );
}

/** One value beside today's. */
function Readout(props: {
  readonly sweep: Sweep;
  readonly point: Point;
  readonly today: Point;
  readonly needed: string;
  readonly take: (() => void) | undefined;
  readonly isBusy: boolean;
  readonly isTaken: boolean;
}): ReactNode {
  const { sweep, point, today, needed, take } = props;
  const { say, language } = useLanguage();
  const phrases = usePhrases();
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(LOCALES[language], {
    ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  });
  const isToday = point.value === sweep.current;
  const share = today.alerts === 0 ? undefined : point.alerts / today.alerts - 1;
  const { median, p90, max } = point.messages_per_recipient_day;
  const before = today.messages_per_recipient_day;
  const hasIncidents = sweep.points.some((each) => each.confirmed + each.false_alarms > 0);
  return (
    <div className={classes['readout']}>
      <h3>{needed}</h3>
      <p className={classes['marks']}>
        {isToday && <span data-mark="today">{say('backtests.today')}</span>}
        {point.value === sweep.strictest_with_all_confirmed && (
          <span data-mark="strictest">{say('backtests.strictest')}</span>
        )}
      </p>
      <dl>
        <div>
          <dt>{say('backtests.alertsPerWeek')}</dt>
          <dd>
            <strong>{number.format(point.alerts_per_week)}</strong>
            {!isToday && (
              <span>
                {say('backtests.todayValue', { value: number.format(today.alerts_per_week) })}
                {share !== undefined && ` (${percent.format(share)})`}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{say('backtests.perRecipientDay')}</dt>
          <dd>
            <strong>{number.format(p90)}</strong>
            <span>{say('backtests.spread', { median: number.format(median), max: number.format(max) })}</span>
            {!isToday && <span>{say('backtests.todayValue', { value: number.format(before.p90) })}</span>}
          </dd>
        </div>
        {hasIncidents && (
          <div>
            <dt>{say('backtests.incidents')}</dt>
            <dd>
              <strong>{say('backtests.confirmedCount', { count: point.confirmed })}</strong>
              <span>{say('backtests.falseAlarmCount', { count: point.false_alarms })}</span>
              {!isToday && (
                <span>
                  {say('backtests.todayValue', {
                    value: `${number.format(today.confirmed)} / ${number.format(today.false_alarms)}`,
                  })}
                </span>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>{say('backtests.unknown')}</dt>
          <dd>
            <strong>{number.format(point.unknown)}</strong>
            <span>{say('backtests.unknownApart')}</span>
          </dd>
        </div>
      </dl>
      {take && (
        <Button fullWidth onClick={take} loading={props.isBusy} disabled={props.isTaken}>
          {say(props.isTaken ? 'backtests.isTaken' : 'backtests.take', {
            value: phrases.value(sweep.fact, point.value),
          })}
        </Button>
      )}
    </div>
  );
}
