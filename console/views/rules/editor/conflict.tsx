import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { useTimes } from '../../../layout/index.ts';
import { Differences } from '../text/index.ts';
import { textOf } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';

/**
 * Shows the reader's own version and the one that another person saved or published meanwhile. The reader
 * chooses one of the two.
 */
export function Conflict(props: {
  readonly mine: string;
  /** The rule as it is stored now; undefined when there is no conflict. */
  readonly theirs: StoredRule | undefined;
  readonly close: () => void;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}): ReactNode {
  const say = useSay();
  const times = useTimes();
  const { theirs } = props;
  const at = theirs?.draft_at ?? theirs?.published_at;
  return (
    <Modal
      opened={theirs !== undefined}
      onClose={props.close}
      size="xl"
      title={say('ruleEditor.conflict')}
      closeButtonProps={{ 'aria-label': say('shell.close') }}
    >
      {theirs && (
        <Stack>
          <Text size="sm">
            {!theirs.draft && !theirs.rule
              ? say('ruleEditor.conflictRetired')
              : theirs.draft_by !== undefined && at !== undefined
                ? say('ruleEditor.conflictDraft', { name: theirs.draft_by, time: times.dateTime(at) })
                : say('ruleEditor.conflictPublished', { version: theirs.version ?? 0 })}{' '}
            {say('ruleEditor.conflictHelp')}
          </Text>
          <Differences label={say('ruleEditor.conflictLines')} before={textOf(theirs)} after={props.mine} />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.close}>
              {say('shell.cancel')}
            </Button>
            <Button variant="default" onClick={props.takeTheirs}>
              {say('ruleEditor.takeTheirs')}
            </Button>
            <Button onClick={props.keepMine}>{say('ruleEditor.keepMine')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
