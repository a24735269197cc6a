import { Flex } from '@mantine/core';
import { createContext, use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { IconItem } from '../../../layout/index.ts';

/** A problem of a rule, with its position. The API refuses a rule with an error, and accepts a rule with warnings. */
export interface Issue {
  readonly kind: 'error' | 'warning';
  /** JSON pointer into the rule. */
  readonly pointer: string;
  readonly message: string;
  readonly allowed?: readonly string[] | undefined;
}

const Context = createContext<readonly Issue[]>([]);

/** Provides the problems of the rule to the fields inside. */
export function IssuesProvider(props: {
  readonly issues: readonly Issue[];
  readonly children: ReactNode;
}): ReactNode {
  return <Context value={props.issues}>{props.children}</Context>;
}

/** Returns whether a JSON pointer is equal to another one (`place`) or inside it. */
export function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** Returns the problems at a JSON pointer and inside it. */
export function useIssues(place: string): readonly Issue[] {
  const issues = use(Context);
  return useMemo(() => issues.filter(({ pointer }) => isWithin(pointer, place)), [issues, place]);
}

/**
 * Returns properties for the input of a field: its first error, and its JSON pointer. `Issues` shows warnings
 * below the input.
 */
export function useFieldAt(place: string): {
  readonly error: string | undefined;
  readonly 'data-place': string;
} {
  const say = useSay();
  const issues = useIssues(place);
  const found = issues.find(({ kind }) => kind === 'error');
  const values = (found?.allowed ?? []).join(', ');
  return { error: found && wordsOf(found, say('ruleEditor.allowed', { values })), 'data-place': place };
}

function wordsOf({ message, allowed }: Issue, allowedWords: string): string {
  return allowed && allowed.length > 0 ? `${message}. ${allowedWords}` : message;
}

/** Lists the problems at a JSON pointer. Shows nothing when there is none. */
export function Issues(props: {
  readonly at: string;
  /** JSON pointers inside `at` whose fields show their problems themselves. */
  readonly except?: readonly string[];
  readonly only?: Issue['kind'];
}): ReactNode {
  const say = useSay();
  const { at, except = [], only } = props;
  const shown = useIssues(at).filter(
    ({ kind, pointer }) =>
      (only === undefined || kind === only) && !except.some((place) => isWithin(pointer, place)),
  );
  if (shown.length === 0) return undefined;
  return (
    <Flex component="ul" direction="column" gap={4} mt={6} fz="xs">
      {shown.map((issue) => (
        <IconItem
          key={`${issue.pointer} ${issue.message}`}
          icon={issue.kind === 'error' ? 'critical' : 'warning'}
          size={15}
          tone={issue.kind === 'error' ? 'critical' : 'warning'}
          c={issue.kind === 'error' ? 'var(--critical)' : 'var(--warning)'}
          data-place={issue.pointer}
        >
          <strong>{say(`ruleEditor.${issue.kind}`)}: </strong>
          {wordsOf(issue, say('ruleEditor.allowed', { values: (issue.allowed ?? []).join(', ') }))}
        </IconItem>
      ))}
    </Flex>
  );
}
