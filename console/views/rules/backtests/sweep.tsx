import { Box, Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import { Card, Columns, Icon, Loading, Notice } from '../../../layout/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import { useStoredRule } from '../stored/index.ts';
import { readingOf, todayOf } from '../thresholds/index.ts';
import type { Backtest, Result, Sweep } from './backtest.ts';
import classes from './backtests.module.css';
import { Comparison } from './comparison.tsx';
import { soleRecipientOf, useSweptWords } from './sweptWords.ts';
import type { SweptWords } from './sweptWords.ts';
import { Mark, SweepTable } from './sweepTable.tsx';
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
      <Group gap="14px 28px" mb={20} px={18} py="md" bdrs={10} bg="var(--accent-soft)">
        <Box flex="1 1 300px" miw={0}>
          <Group gap="4px 10px" mb={4}>
            <Title order={3} fz={20}>
              {words.needed(point.value)}
            </Title>
            {point === today && <Mark of="today">{say('backtests.today')}</Mark>}
            {point.value === sweep.strictest_with_all_confirmed && (
              <Mark of="strictest">{say('backtests.strictest')}</Mark>
            )}
          </Group>
          <Text maw="76ch" mih={{ base: '6em', sm: '3em' }} aria-live="polite">
            {reading}
          </Text>
        </Box>
        <Slider sweep={sweep} words={words} marked={point.value} mark={setMarked} />
        {takeNow && (
          <Button
            h="auto"
            mih={44}
            py="xs"
            styles={{ label: { whiteSpace: 'normal' } }}
            onClick={() => takeNow(point.value)}
            loading={isBusy}
            disabled={taken?.value === point.value}
          >
            {say(taken?.value === point.value ? 'backtests.isTaken' : 'backtests.take')}
          </Button>
        )}
      </Group>
      <Columns aside={<Comparison sweep={sweep} point={point} today={today} value={words.value} />}>
        <div>
          <Suspense fallback={<Loading rows={8} />}>
            <SweepChart {...{ sweep, words }} marked={point.value} mark={setMarked} take={takeNow} />
          </Suspense>
          <Text size="sm" c="dimmed" mt={2}>
            {say(mayEdit && canPoint ? 'backtests.chooseHelp' : 'backtests.chooseHelpTouch')}
          </Text>
        </div>
      </Columns>
      <Title order={3} mt={22} mb="xs">
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
    <Box mb="md">
      <Title order={2} fz={22} lh={1.25}>
        {say('backtests.question', { name })}
      </Title>
      <Group gap="xs" mt={6} mb={2}>
        <strong>{say('backtests.swept', { label: words.label, direction: words.direction })}</strong>
        <Mark of="today">{say('backtests.sweptToday', { value: words.value(sweep.current) })}</Mark>
      </Group>
      <Text size="sm" c="dimmed">
        {say('backtests.sweptPoints', { count: sweep.points.length })}
      </Text>
    </Box>
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
    <Notice
      tone="good"
      role="status"
      title={say('backtests.takenTitle', { words: taken.words })}
      actions={
        <Group gap="xs">
          <FleetLink to={['rules', rule]}>{say('backtests.openDraft')}</FleetLink>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="undo" size={15} />}
            onClick={() => void taken.undo()}
          >
            {say('backtests.undo')}
          </Button>
        </Group>
      }
    >
      {say('backtests.takenHelp', { before: taken.before })}
    </Notice>
  );
}
