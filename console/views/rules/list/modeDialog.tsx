import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { edited } from '../form/index.ts';
import type { JsonObject } from '../form/index.ts';
import { ReasonDialog } from '../parts/index.ts';
import type { RuleView } from '../parts/index.ts';
import { baseOf, textOf, useRuleEdits } from '../stored/index.ts';
import type { RuleEdits } from '../stored/index.ts';
import type { ListedRule } from './rules.ts';

/** A rule, and the mode that it is to have. */
export interface ModeChange {
  readonly rule: ListedRule;
  readonly mode: RuleView['mode'];
}

/** Asks why a rule's mode changes, and publishes the rule with it. */
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
        edits.attempt(say(`rules.switched_${mode}`, { name }), () => publishMode(edits, { mode, why }))
      }
    >
      <Text size="sm">{say(`rules.modeHelp_${mode}`)}</Text>
      {change?.rule.hasDraft === true && <Text size="sm">{say('rules.switchDraft')}</Text>}
    </ReasonDialog>
  );
}

/**
 * Publishes the published rule with another mode and nothing else. A rule has one draft, so one that is open is put aside and
 * saved again, with the new mode: publishing it later does not switch the rule back.
 */
async function publishMode(
  edits: RuleEdits,
  { mode, why }: { readonly mode: RuleView['mode']; readonly why: string },
): Promise<void> {
  const stored = await edits.fresh();
  const draft = stored.draft === undefined ? undefined : withMode(textOf(stored), stored.draft, mode);
  const next = withMode(textOf(stored, 'published'), stored.rule, mode);
  const { draftHash } = await edits.saveDraft(next, baseOf(stored));
  try {
    await edits.publish({ why, draftHash });
  } finally {
    if (draft !== undefined) await edits.saveDraft(draft, baseOf(await edits.fresh()));
  }
}

function withMode(text: string, document: unknown, mode: RuleView['mode']): string {
  return edited(text, { ...(document as JsonObject), mode });
}
