import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { ReasonDialog } from '../parts/index.ts';
import type { RuleView } from '../parts/index.ts';
import { useRuleEdits } from '../stored/index.ts';
import type { ListedRule } from './rules.ts';

/** A rule, and its new mode. */
export interface ModeChange {
  readonly rule: ListedRule;
  readonly mode: RuleView['mode'];
}

/** Requests the reason for a change of a rule's mode, and switches it. */
export function ModeDialog({
  change,
  close,
}: {
  readonly change: ModeChange | undefined;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const id = change?.rule.stored.id ?? '';
  const edits = useRuleEdits(id);
  const mode = change?.mode ?? 'live';
  const name = change?.rule.name ?? '';
  return (
    <ReasonDialog
      opened={change !== undefined}
      title={say(`rules.switch_${mode}`, { name })}
      form={`rule-mode:${id}`}
      submit={say(`rules.switchSubmit_${mode}`)}
      close={close}
      act={(why) =>
        edits.attempt(say(`rules.switched_${mode}`, { name }), () =>
          edits.switchMode({ mode, why, version: change?.rule.stored.version ?? 0 }),
        )
      }
    >
      <Text size="sm">{say(`rules.modeHelp_${mode}`)}</Text>
      {change?.rule.hasDraft === true && <Text size="sm">{say('rules.switchDraft')}</Text>}
    </ReasonDialog>
  );
}
