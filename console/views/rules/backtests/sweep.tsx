import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import { Card, Icon, Loading } from '../../../layout/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import { useStoredRule } from '../stored/index.ts';
import { readingOf, todayOf } from '../thresholds/index.ts';
import type { Backtest, Result, Sweep } from './backtest.ts';
import classes from './backtests.module.css';
import { Comparison } from './comparison.tsx';
import { soleRecipientOf, useSweptWords } from './sweptWords.ts';
import type { SweptWords } from './sweptWords.ts';
import { SweepTable } from './sweepTable.tsx';
import { useTakeValue } from './takeValue.ts';
import type { Taken } from './takeValue.ts';

/** The chart's library is large, so it is loaded after the numbers are shown. */
const SweepChart = lazy(async () => ({ default: (await import('./sweepChart.tsx')).SweepChart }));

/** Shows the results for other values of one number of a rule. The reader can take each value into the rule's draft. */
export function SweepView(props: {
  readonly backtest: Backtest;
  readonly result: Result;
  readonly sweep: Sweep;
}): ReactNode {
  const { backtest, result, sweep } = props;
  const { say, language } = useLanguage();
  const { mayEdit } = useFleet();
  const canPoint = useMediaQuery('(hover: hover)', true);
  const words = useSweptWords(backtest.rule, sweep);
  const document = useStoredRule(backtest.rule).data?.rule;
  const { taken, take, isBusy } = useTakeValue(backtest.rule, sweep);
  const [marked, setMarked] = useState(sweep.strictest_with_all_confirmed ?? sweep.current);
  const today = todayOf(sweep);
  const point = sweep.points.find(({ value }) => value === marked) ?? today;
  if (!today || !point) return null;
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  const takeNow = mayEdit ? (value: number) => void take(value) : undefined;
  const reading = readingOf(sweep, point, {
    say,
    value: words.value,
    number: (value) => number.format(value),
    recipient: soleRecipientOf(result, document),
  });
  return (
    <Card>
      <Question sweep={sweep} words={words} name={result.rule.name} />
      {taken && <TakenNote rule={backtest.rule} taken={taken} />}
      <div className={classes['answer']}>
        <div>
          <h3>
            {words.needed(point.value)}
            {point === today && <span data-mark="today">{say('backtests.today')}</span>}
            {point.value === sweep.strictest_with_all_confirmed && (
              <span data-mark="strictest">{say('backtests.strictest')}</span>
            )}
          </h3>
          <p aria-live="polite">{reading}</p>
        </div>
        <Slider sweep={sweep} words={words} marked={point.value} mark={setMarked} />
        {takeNow && (
          <Button
            className={classes['take']}
            size="md"
            onClick={() => takeNow(point.value)}
            loading={isBusy}
            disabled={taken?.value === point.value}
          >
            {say(taken?.value === point.value ? 'backtests.isTaken' : 'backtests.take')}
          </Button>
        )}
      </div>
      <div className={classes['sweep']}>
        <div className={classes['chartBox']}>
          <Suspense fallback={<Loading rows={8} />}>
            <SweepChart {...{ sweep, words }} marked={point.value} mark={setMarked} take={takeNow} />
          </Suspense>
          <Text size="sm" c="dimmed" className={classes['help']}>
            {say(mayEdit && canPoint ? 'backtests.chooseHelp' : 'backtests.chooseHelpTouch')}
          </Text>
        </div>
        <Comparison sweep={sweep} point={point} today={today} value={words.value} />
      </div>
      <Title order={3} className={classes['tableTitle']}>
        {say('backtests.everyValue')}
      </Title>
      <SweepTable {...{ sweep, marked: point.value }} needed={words.needed} mark={setMarked} take={takeNow} />
    </Card>
  );
}

/** Shows the question that the sweep answers: which number is varied, and its value today. */
function Question(props: {
  readonly sweep: Sweep;
  readonly words: SweptWords;
  readonly name: string;
}): ReactNode {
  const { sweep, words, name } = props;
  const { say } = useLanguage();
  return (
    <div className={classes['question']}>
      <Title order={2}>{say('backtests.question', { name })}</Title>
      <p className={classes['swept']}>
        <strong>{say('backtests.swept', { label: words.label, direction: words.direction })}</strong>{' '}
        <span data-mark="today">{say('backtests.sweptToday', { value: words.value(sweep.current) })}</span>
      </p>
      <Text size="sm" c="dimmed">
        {say('backtests.sweptPoints', { count: sweep.points.length })}
      </Text>
    </div>
  );
}

/** Shows a slider that moves through the tried values by keyboard or touch. Each step is one of the values. */
function Slider(props: {
  readonly sweep: Sweep;
  readonly words: SweptWords;
  readonly marked: number;
  readonly mark: (value: number) => void;
}): ReactNode {
  const { sweep, words, marked, mark } = props;
  const { say } = useLanguage();
  return (
    <input
      className={classes['slider']}
      type="range"
      min={0}
      max={sweep.points.length - 1}
      step={1}
      value={sweep.points.findIndex(({ value }) => value === marked)}
      aria-label={say('backtests.chooseLabel')}
      aria-valuetext={words.needed(marked)}
      onChange={(event) => mark(sweep.points[Number(event.currentTarget.value)]!.value)}
    />
  );
}

/** Shows the value that was taken into the draft, with a button that restores the previous value. */
function TakenNote({ rule, taken }: { readonly rule: string; readonly taken: Taken }): ReactNode {
  const { say } = useLanguage();
  return (
    <div className={classes['taken']} role="status">
      <Icon name="check" />
      <p>
        <strong>{say('backtests.takenTitle', { words: taken.words })}</strong>
        <br />
        {say('backtests.takenHelp', { before: taken.before })}
      </p>
      <Group gap="xs">
        <FleetLink to={['rules', rule]} className={classes['takenLink']}>
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
  );
}
