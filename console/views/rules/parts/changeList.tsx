import { Flex, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { toneProps } from '../../../layout/index.ts';
import type { JsonObject } from '../form/index.ts';
import { changesOf } from './changes.ts';
import classes from './parts.module.css';
import { useRuleLines } from './ruleLines.ts';

/** Shows the difference between two versions of a rule in words. */
export function Changes({
  before,
  after,
}: {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}): ReactNode {
  const say = useSay();
  const linesOf = useRuleLines();
  const changes = useMemo(
    () => changesOf(before ? linesOf(before) : [], linesOf(after)),
    [before, after, linesOf],
  );
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('rules.noDifference')}
      </Text>
    );
  return (
    <ul className={classes['changes']}>
      {changes.map(({ sign, line: { label, text } }, at) => (
        <Flex
          key={at}
          component="li"
          gap={10}
          px={10}
          py={5}
          {...toneProps(sign === 'added' ? 'good' : 'critical')}
        >
          <strong aria-hidden="true">{sign === 'added' ? '+' : '−'}</strong>
          <VisuallyHidden>{say(`rules.${sign}`)} </VisuallyHidden>
          <span>
            {label}
            {label !== '' && text !== '' && ': '}
            {text}
          </span>
        </Flex>
      ))}
    </ul>
  );
}
