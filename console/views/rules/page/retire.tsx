import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { Section } from '../../../layout/index.ts';
import { ActionDialog } from '../../../lists/index.ts';
import { nameOf } from '../parts/index.ts';
import { useRuleEdits } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';

/** Shows the section and the dialog that retire a rule. */
export function Retire({ stored }: { readonly stored: StoredRule }): ReactNode {
  const say = useSay();
  const edits = useRuleEdits(stored.id);
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title={say('rules.retire')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('rules.retireHelp')}
      </Text>
      <Button variant="default" onClick={() => setAsked(true)}>
        {say('rules.retire')}
      </Button>
      <ActionDialog
        opened={isAsked}
        title={say('rules.retireTitle', { name: nameOf(stored) })}
        place={`rule-retire:${stored.id}`}
        submit={say('rules.retire')}
        isDangerous
        close={() => setAsked(false)}
        run={(why) => edits.attempt(say('rules.retired'), () => edits.retire(why))}
        help={say('rules.retireHelp')}
        reason={{ label: say('rules.why'), help: say('rules.whyHelp') }}
      />
    </Section>
  );
}
