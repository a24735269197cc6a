import { Flex, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import { IconItem } from '../../../layout/index.ts';
import { useFactWords } from '../conditions/index.ts';
import type { Catalogue, Json } from '../form/index.ts';
import { isObject, shownText } from '../form/index.ts';

/** Shows the trace of a rule's conditions for a trip as a tree. Each comparison has the trip's value. */
export function Trace({
  trace,
  catalogue,
}: {
  readonly trace: unknown;
  readonly catalogue: Catalogue;
}): ReactNode {
  return (
    <Flex component="ul" direction="column">
      <Traced node={trace as Json | undefined} catalogue={catalogue} />
    </Flex>
  );
}

const TONES = { true: 'good', false: 'critical', unknown: 'warning' } as const;
const SIGNS = { true: 'check', false: 'cross', unknown: 'info' } as const;

/** Shows a comparison with its value, or a group with everything inside it. */
function Traced({
  node,
  catalogue,
}: {
  readonly node: Json | undefined;
  readonly catalogue: Catalogue;
}): ReactNode {
  const { say, language } = useLanguage();
  const words = useFactWords();
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined;
  const result = node['result'] === 'true' || node['result'] === 'false' ? node['result'] : 'unknown';
  const inner = ['all', 'any', 'not', 'of'].flatMap((key) => {
    const value = node[key];
    return value === undefined ? [] : Array.isArray(value) ? value : [value];
  });
  const fact = typeof node['fact'] === 'string' ? node['fact'] : undefined;
  const known = fact === undefined ? undefined : catalogue.facts.get(fact);
  const { actual, params = {}, operator, value } = node;
  const shown =
    typeof actual === 'number'
      ? new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 }).format(actual)
      : actual === undefined
        ? say('ruleEditor.notKnown', { why: shownText(node['unknown_because']) })
        : Array.isArray(actual)
          ? actual.map(shownText).join(', ')
          : shownText(actual);
  const group = ['all', 'any', 'not'].find((key) => node[key] !== undefined) as
    'all' | 'any' | 'not' | undefined;
  return (
    <IconItem icon={SIGNS[result]} size={15} tone={TONES[result]}>
      <VisuallyHidden>{say(`ruleEditor.result_${result}`)}: </VisuallyHidden>
      {fact !== undefined ? (
        <>
          {known && isObject(params) ? words.phrase(known, params) : words.name(known, fact)}:{' '}
          <strong>{shown}</strong> {actual === undefined ? '' : words.unit(known)}{' '}
          {typeof operator === 'string' && (
            <Text span c="dimmed">
              ({words.operator(operator, known)}{' '}
              {Array.isArray(value) ? value.map(shownText).join(', ') : shownText(value)})
            </Text>
          )}
        </>
      ) : (
        ((group && `${say(`ruleEditor.group_${group}`)} ${say('ruleEditor.ofThese')}`) ??
        shownText(node['condition']))
      )}
      {inner.length > 0 && (
        <Flex component="ul" direction="column" gap={6} mt={6}>
          {inner.map((each, index) => (
            <Traced key={index} node={each} catalogue={catalogue} />
          ))}
        </Flex>
      )}
    </IconItem>
  );
}
