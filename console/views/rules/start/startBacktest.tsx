import { Button, Group, Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { client, problemOf, send, useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { useTimes } from '../../../layout/index.ts';
import { useOpen } from '../../../navigation/index.ts';
import { daysBefore } from '../../../time/index.ts';
import { ruleOf, useKept, usePhrases, wordOf } from '../parts/index.ts';
import type { Phrases } from '../parts/index.ts';
import type { StoredRule } from '../stored/index.ts';
import { thresholdsOf } from '../thresholds/index.ts';
import type { Threshold } from '../thresholds/index.ts';

/** Days of the range that the form offers at first. */
const USUAL_DAYS = 28;
const NO_SWEEP = 'none';

interface StartProps {
  readonly stored: StoredRule;
  readonly close: () => void;
  /** JSON pointer to the number that the form offers to vary. When absent, it is the rule's first number. */
  readonly pointer?: string | undefined;
}

/** Shows the form for the parameters of a back-test, starts the back-test, and opens its page. */
export function StartBacktest(props: StartProps & { readonly opened: boolean }): ReactNode {
  const say = useSay();
  return (
    <Modal
      opened={props.opened}
      onClose={props.close}
      title={say('backtests.startTitle')}
      closeButtonProps={{ 'aria-label': say('shell.close') }}
      centered
    >
      {props.opened && <StartForm {...props} />}
    </Modal>
  );
}

function StartForm({ stored, close, pointer }: StartProps): ReactNode {
  const say = useSay();
  const phrases = usePhrases();
  const { id: fleet } = useFleet();
  const open = useOpen();
  const queries = useQueryClient();
  const days = daysBefore(useTimes().dateOf(new Date()), USUAL_DAYS);
  const form = `backtest:${stored.id}`;
  const [from, setFrom] = useKept(`${form}:from`, days[0]);
  const [to, setTo] = useKept(`${form}:to`, days.at(-1));
  const [version, setVersion] = useState<'draft' | 'published'>(
    stored.draft === undefined ? 'published' : 'draft',
  );
  const document = ruleOf(version === 'draft' ? stored.draft : stored.rule);
  const thresholds = thresholdsOf(document?.conditions);
  const [chosen, setChosen] = useState(pointer);
  const swept =
    chosen === NO_SWEEP ? undefined : (thresholds.find((each) => each.pointer === chosen) ?? thresholds[0]);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    setProblem(undefined);
    try {
      const { id } = await send(
        client.POST('/api/v1/fleets/{fleet}/backtests', {
          params: { path: { fleet } },
          body: {
            rule_id: stored.id,
            from,
            to,
            version: version === 'draft' ? 'draft' : stored.version!,
            ...(swept && { sweep: { pointer: swept.pointer } }),
          },
        }),
      );
      close();
      void queries.invalidateQueries({ queryKey: ['/api/v1/fleets/{fleet}/backtests'] });
      void open(['rules', stored.id, 'backtests', id]);
    } catch (error) {
      setProblem(wordsOf(error, say));
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">{say('backtests.startHelp')}</Text>
        {stored.draft !== undefined && stored.rule !== undefined && (
          <Radio.Group
            label={say('backtests.which')}
            value={version}
            onChange={(value) => setVersion(value === 'draft' ? 'draft' : 'published')}
          >
            <Group mt="xs">
              <Radio value="draft" label={say('backtests.whichDraft')} />
              <Radio
                value="published"
                label={say('backtests.whichPublished', { version: stored.version ?? 0 })}
              />
            </Group>
          </Radio.Group>
        )}
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label={say('backtests.from')}
            value={from}
            max={to}
            required
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={say('backtests.to')}
            value={to}
            min={from}
            required
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </Group>
        {thresholds.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say('backtests.noNumbers')}
          </Text>
        ) : (
          <Select
            label={say('backtests.sweepOf')}
            description={say('backtests.sweepHelp')}
            value={swept?.pointer ?? NO_SWEEP}
            onChange={(value) => setChosen(value ?? NO_SWEEP)}
            allowDeselect={false}
            data={[
              ...thresholds.map((each) => ({ value: each.pointer, label: optionOf(each, { say, phrases }) })),
              { value: NO_SWEEP, label: say('backtests.noSweep') },
            ]}
          />
        )}
        {problem !== undefined && (
          <Text size="sm" c="var(--critical)" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {say('shell.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {say('backtests.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function optionOf(
  { leaf, bound, value }: Threshold,
  { say, phrases }: { readonly say: Say; readonly phrases: Phrases },
): string {
  const label = phrases.label(leaf);
  if (bound === undefined) return `${label}: ${phrases.needed(leaf)}`;
  return say(`backtests.bound_${bound}`, { label, value: phrases.value(wordOf(leaf['fact']), value) });
}

function wordsOf(error: unknown, say: Say): string {
  const { status, message, errors } = problemOf(error);
  if (status === 0) return say('shell.unreachable');
  return [message, ...errors.map(({ pointer, message: text }) => `${pointer} ${text}`)].join(' ');
}
