import { Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
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
        <li key={at} data-sign={sign}>
          <span className={classes['sign']} aria-hidden="true">
            {sign === 'added' ? '+' : '−'}
          </span>
          <VisuallyHidden>{say(`rules.${sign}`)} </VisuallyHidden>
          <span>
            {label}
            {label !== '' && text !== '' && ': '}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
