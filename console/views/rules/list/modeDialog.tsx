import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { ActionDialog } from '../../../lists/index.ts';
import type { RuleView } from '../parts/index.ts';
import { useRuleEdits } from '../stored/index.ts';
import type { ListedRule } from './rules.ts';

/** A rule and the mode to which it is switched. */
export interface ModeChange {
  readonly rule: ListedRule;
  readonly mode: RuleView['mode'];
}

/** Shows the dialog that requests the reason for a change of a rule's mode, and switches the mode. */
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
    <ActionDialog
      opened={change !== undefined}
      title={say(`rules.switch_${mode}`, { name })}
      place={`rule-mode:${id}`}
      submit={say(`rules.switchSubmit_${mode}`)}
      close={close}
      run={(why) =>
        edits.attempt(say(`rules.switched_${mode}`, { name }), () =>
          edits.switchMode({ mode, why, version: change?.rule.stored.version ?? 0 }),
        )
      }
      help={
        <Stack>
          <div>{say(`rules.modeHelp_${mode}`)}</div>
          {change?.rule.hasDraft === true && <div>{say('rules.switchDraft')}</div>}
        </Stack>
      }
      reason={{ label: say('rules.why'), help: say('rules.whyHelp') }}
    />
  );
}
