import { Button, Flex, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import type { Answer } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Loaded, Quiet, Section, ToneBadge, When } from '../../../layout/index.ts';
import { ActionDialog, Items, showMore, usePages } from '../../../lists/index.ts';
import { Changes, ruleOf } from '../parts/index.ts';
import { useRuleEdits } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';

const PAGE = 20;
type Version = Answer<'/api/v1/fleets/{fleet}/rules/{id}/versions'>['items'][number];

/** Lists every published version with its author, time, reason and changes. Each version can be published again. */
export function History({ stored }: { readonly stored: StoredRule }): ReactNode {
  const say = useSay();
  const query = usePages('/api/v1/fleets/{fleet}/rules/{id}/versions', { limit: PAGE }, { id: stored.id });
  const [target, setTarget] = useState<Version>();
  return (
    <Section title={say('rules.history')} flush>
      <Loaded query={query}>
        {({ pages }) => {
          const versions = pages.flatMap(({ items }) => items);
          if (versions.length === 0)
            return (
              <Text size="sm" c="dimmed" px={18} pb={16}>
                {say('rules.historyNone')}
              </Text>
            );
          return (
            <Items isOrdered>
              {versions.map((version, at) => (
                <Entry
                  key={version.version}
                  version={version}
                  before={versions[at + 1]}
                  isOldestKnown={query.hasNextPage && at === versions.length - 1}
                  current={stored.version}
                  rollBack={() => setTarget(version)}
                />
              ))}
            </Items>
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          m={18}
          mt={0}
          loading={query.isFetchingNextPage}
          onClick={() => void showMore(query)}
        >
          {say('shell.more')}
        </Button>
      )}
      <RollBack stored={stored} target={target} close={() => setTarget(undefined)} />
    </Section>
  );
}

function Entry(props: {
  readonly version: Version;
  readonly before: Version | undefined;
  /** Whether the previous version is not loaded yet. */
  readonly isOldestKnown: boolean;
  readonly current: number | undefined;
  readonly rollBack: () => void;
}): ReactNode {
  const say = useSay();
  const { mayEdit, mayAdminister } = useFleet();
  const [isOpen, setOpen] = useState(false);
  const { version, before, current } = props;
  const rule = ruleOf(version.rule);
  const mayRollBack = mayEdit && (mayAdminister || rule?.deletesTrips !== true);
  return (
    <Flex component="li" direction="column" gap={6} px={18} py={14}>
      <Group align="baseline" gap="4px 12px">
        <strong>{say('rules.version', { version: version.version })}</strong>
        {version.version === current && (
          <ToneBadge tone="good" icon="check">
            {say('rules.current')}
          </ToneBadge>
        )}
        {version.rolled_back_from !== undefined && (
          <Quiet>{say('rules.rolledBackFrom', { version: version.rolled_back_from })}</Quiet>
        )}
        <Quiet>
          {say('words.by', { name: version.by ?? version.who })} · <When at={version.at} />
        </Quiet>
      </Group>
      {version.why !== undefined && <Text style={{ whiteSpace: 'pre-wrap' }}>{version.why}</Text>}
      <Group gap="xs">
        {before && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say(isOpen ? 'rules.hideDifference' : 'rules.showDifference', { version: before.version })}
          </Button>
        )}
        {!before && !props.isOldestKnown && <Quiet>{say('rules.firstVersion')}</Quiet>}
        {mayRollBack && version.version !== current && (
          <Button variant="default" size="compact-sm" onClick={props.rollBack}>
            {say('rules.rollBack', { version: version.version })}
          </Button>
        )}
      </Group>
      {isOpen && rule && <Changes before={ruleOf(before?.rule)?.document} after={rule.document} />}
    </Flex>
  );
}

function RollBack({
  stored,
  target,
  close,
}: {
  readonly stored: StoredRule;
  readonly target: Version | undefined;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const edits = useRuleEdits(stored.id);
  const version = target?.version ?? 0;
  const rule = ruleOf(target?.rule);
  return (
    <ActionDialog
      opened={target !== undefined}
      title={say('rules.rollBackTitle', { version })}
      place={`rule-rollback:${stored.id}`}
      submit={say('rules.rollBackSubmit')}
      isWide
      close={close}
      run={(why) =>
        edits.attempt(say('rules.rolledBack', { version }), () => edits.rollBack({ version, why }))
      }
      help={
        <div>
          <Text size="sm" mb="xs">
            {say('rules.rollBackHelp')}
          </Text>
          {rule && <Changes before={ruleOf(stored.rule)?.document} after={rule.document} />}
        </div>
      }
      reason={{ label: say('rules.why'), help: say('rules.whyHelp') }}
    />
  );
}
