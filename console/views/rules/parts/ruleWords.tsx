import { Box, Flex, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { Facts } from '../../../layout/index.ts';
import type { JsonObject } from '../form/index.ts';
import { useRuleLines } from './ruleLines.ts';
import type { RuleLine } from './ruleLines.ts';

/** Shows a rule in words: when it alerts, its actions, and its other fields. */
export function RuleWords({ document }: { readonly document: JsonObject }): ReactNode {
  const say = useSay();
  const lines = useRuleLines()(document);
  const of = (...kinds: RuleLine['kind'][]): readonly RuleLine[] =>
    lines.filter(({ kind }) => kinds.includes(kind));
  const shownAbove = new Set([say('rules.field_name'), say('rules.field_description')]);
  const fields = of('field').filter(({ label }) => !shownAbove.has(label));
  const actions = of('action');
  return (
    <>
      <Title order={3} mb={6}>
        {say('rules.when')}
      </Title>
      <Flex component="ul" direction="column" gap={4}>
        {of('condition', 'group').map((line, at) => (
          <Box
            key={at}
            component="li"
            ml={Math.min(line.depth, 4) * 18}
            {...(line.kind === 'group' ? { py: 2, fz: 'sm' } : CONDITION)}
          >
            {line.kind === 'group' ? (
              line.label
            ) : (
              <>
                {line.label}
                {line.label !== '' && ': '}
                <strong>{line.text}</strong>
              </>
            )}
          </Box>
        ))}
      </Flex>
      <Title order={3} mt="md" mb={6}>
        {say('rules.then')}
      </Title>
      {actions.length === 0 ? <p>{say('rules.thenNothing')}</p> : <Facts items={pairs(actions)} />}
      <Title order={3} mt="md" mb={6}>
        {say('rules.also')}
      </Title>
      <Facts items={pairs(fields)} />
    </>
  );
}

const CONDITION = { px: 12, py: 7, bdrs: 'md', bg: 'var(--surface-sunken)' } as const;

function pairs(lines: readonly RuleLine[]): readonly (readonly [string, string])[] {
  return lines.map(({ label, text }) => [label, text]);
}
