import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Icon, Section, When } from '../../../layout/index.ts';
import { ActionDialog } from '../../../lists/index.ts';
import { useOpen } from '../../../navigation/index.ts';
import { Changes, ruleOf } from '../parts/index.ts';
import { useRuleEdits } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';
import { Warnings } from './warnings.tsx';

/** Shows the draft: its changes from the published version, and the actions on it. */
export function Draft(props: { readonly stored: StoredRule; readonly backtest: () => void }): ReactNode {
  const { stored, backtest } = props;
  const say = useSay();
  const { mayEdit, mayAdminister } = useFleet();
  const edits = useRuleEdits(stored.id);
  const open = useOpen();
  // The rule as the reader saw it. If the draft has changed since, the action is refused, so that no unread
  // draft is published.
  const [asked, setAsked] = useState<{
    readonly what: 'publish' | 'copy' | 'discard';
    readonly of: StoredRule;
  }>();
  const draft = ruleOf(stored.draft);
  if (!draft) return null;
  const published = ruleOf(stored.rule);
  const mayPublish = mayAdminister || !draft.deletesTrips;
  const read = asked?.of ?? stored;
  const draftHash = read.draft_hash;
  const changesOf = (of: StoredRule): ReactNode => {
    const after = ruleOf(of.draft);
    return after && <Changes before={ruleOf(of.rule)?.document} after={after.document} />;
  };
  return (
    <Section
      title={say(published ? 'rules.draftTitle' : 'rules.draftFirst')}
      aside={
        stored.draft_at !== undefined && (
          <>
            {say('rules.draftBy', { name: stored.draft_by ?? '' })}{' '}
            <When at={stored.draft_at} as="relative" />
          </>
        )
      }
    >
      {published ? (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {say('rules.draftHelp', { version: stored.version ?? 0 })}
          </Text>
          {changesOf(stored)}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {say('rules.draftFirstHelp')}
        </Text>
      )}
      <Warnings rule={stored.id} document={draft.document} />
      {mayEdit && (
        <Group mt="md" gap="xs">
          {mayPublish && (
            <Button onClick={() => setAsked({ what: 'publish', of: stored })}>{say('rules.publish')}</Button>
          )}
          <Button variant="default" leftSection={<Icon name="chart" />} onClick={backtest}>
            {say('rules.backtestDraft')}
          </Button>
          {published && (
            <Button variant="default" onClick={() => setAsked({ what: 'copy', of: stored })}>
              {say('rules.runCopy')}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsked({ what: 'discard', of: stored })}>
            {say('rules.discard')}
          </Button>
        </Group>
      )}
      {mayEdit && !mayPublish && (
        <Text size="sm" mt="xs">
          {say('rules.adminPublishes')}
        </Text>
      )}
      <ActionDialog
        opened={asked?.what === 'publish'}
        title={say('rules.publishTitle')}
        place={`rule-publish:${stored.id}`}
        submit={say('rules.publish')}
        isWide
        close={() => setAsked(undefined)}
        run={(why) => edits.attempt(say('rules.published'), () => edits.publish({ why, draftHash }))}
        help={
          <div>
            <Text size="sm" mb="xs">
              {say('rules.publishHelp')}
            </Text>
            {changesOf(read)}
          </div>
        }
        reason={{ label: say('rules.why'), help: say('rules.whyHelp') }}
      />
      <ActionDialog
        opened={asked?.what === 'copy'}
        title={say('rules.runCopy')}
        place={`rule-copy:${stored.id}`}
        submit={say('rules.runCopy')}
        close={() => setAsked(undefined)}
        run={(why) => edits.attempt(say('rules.copyRuns'), () => edits.runCopy({ why, draftHash }))}
        help={say('rules.runCopyHelp')}
        reason={{ label: say('rules.why'), help: say('rules.whyHelp') }}
      />
      <ActionDialog
        opened={asked?.what === 'discard'}
        title={say('rules.discardTitle')}
        place={`rule-discard:${stored.id}`}
        submit={say('rules.discard')}
        isDangerous
        isWide
        close={() => setAsked(undefined)}
        run={(why) =>
          edits.attempt(say('rules.discarded'), async () => {
            await edits.discardDraft({ why, draftHash });
            // Nothing is left of a rule that was never published, so the page of the rule is left.
            if (!published) await open(['rules']);
          })
        }
        help={
          <div>
            <Text size="sm" mb="xs">
              {say(published ? 'rules.discardHelp' : 'rules.discardFirstHelp')}
            </Text>
            {published && changesOf(read)}
          </div>
        }
        reason={{ label: say('rules.why'), help: say('rules.whyHelp') }}
      />
    </Section>
  );
}
