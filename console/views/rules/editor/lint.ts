import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, problemOf, send, useFleet } from '../../../api/index.ts';
import { useLanguage } from '../../../language/index.ts';
import type { Issue } from '../fields/index.ts';
import { placeOf } from '../form/index.ts';
import type { TextRange } from '../form/index.ts';
import type { Draft } from './draft.ts';

const PAUSE_MS = 350;

/** A problem with its position in the text. */
export type PlacedIssue = Issue & TextRange;

/** The server's findings on a rule that is being typed. */
export interface Linted {
  readonly issues: readonly PlacedIssue[];
  /** Whether the findings are about the present text, and not about an earlier text. */
  readonly isCurrent: boolean;
  /** The error when the server could not be reached; otherwise undefined. */
  readonly error: Error | undefined;
}

interface Listed {
  readonly pointer: string;
  readonly message: string;
  readonly allowed?: readonly string[] | undefined;
}

/**
 * Validates a draft a moment after each change.
 * @param rule id of the rule; empty for a new rule, which may have any id
 */
export function useLint({ text, breakage, document }: Draft, rule: string): Linted {
  const { say, language } = useLanguage();
  const { id: fleet } = useFleet();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const query = useQuery({
    queryKey: ['/api/v1/fleets/{fleet}/validate', fleet, settled, language],
    // Disabled while the reader types, because the settled text may be one that cannot be parsed.
    enabled: breakage === undefined && settled === text,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      try {
        const { errors, warnings } = await send(
          client.POST('/api/v1/fleets/{fleet}/rules/validate', {
            params: { path: { fleet }, query: { language } },
            body: settled as never,
            bodySerializer: (body: unknown) => body as string,
            headers: { 'Content-Type': 'application/jsonc' },
            signal,
          }),
        );
        return [...listed('error', errors), ...listed('warning', warnings)];
      } catch (error) {
        const { status, errors } = problemOf(error);
        // The server refuses some texts before it checks them as a rule, such as a text with the same field
        // twice.
        if (status === 422 && errors.length > 0) return listed('error', errors);
        throw error;
      }
    },
  });
  const found = query.data;
  const hasOtherId = rule !== '' && document['id'] !== rule;
  return useMemo(() => {
    if (breakage) {
      const { line, column, from, to } = breakage;
      const message = say('ruleEditor.broken', { line, column });
      return {
        issues: [{ kind: 'error', pointer: '', message, from, to }],
        isCurrent: true,
        error: undefined,
      };
    }
    const fixed: Issue = { kind: 'error', pointer: '/id', message: say('ruleEditor.idFixed', { id: rule }) };
    const all = [...(hasOtherId ? [fixed] : []), ...(found ?? [])];
    return {
      issues: all.map((issue) => ({ ...issue, ...placeOf(text, issue.pointer) })),
      isCurrent: settled === text && !query.isFetching && query.isSuccess,
      error: query.error ?? undefined,
    };
  }, [breakage, found, hasOtherId, rule, text, settled, query.isFetching, query.isSuccess, query.error, say]);
}

function listed(kind: Issue['kind'], issues: readonly Listed[]): readonly Issue[] {
  return issues.map(({ pointer, message, allowed }) => ({ kind, pointer, message, allowed }));
}
