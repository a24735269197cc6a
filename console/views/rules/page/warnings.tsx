import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client, send, useFleet } from '../../../api/index.ts';
import type { ApiProblem } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Icon } from '../../../layout/index.ts';
import type { JsonObject } from '../form/index.ts';
import classes from './page.module.css';

interface Verdict {
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  readonly warnings: readonly { readonly pointer: string; readonly message: string }[];
}

/** What the linter says about a rule as the fleet is today; nothing when it has nothing to say. */
export function Warnings({ document }: { readonly document: JsonObject }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const path = '/api/v1/fleets/{fleet}/rules/validate' as const;
  const query = useQuery<Verdict, ApiProblem>({
    queryKey: [path, fleet, document],
    queryFn: () => send<Verdict>(client.POST(path, { params: { path: { fleet } }, body: document as never })),
  });
  const said = [
    ...(query.data?.errors ?? []).map((each) => ({ ...each, isError: true })),
    ...(query.data?.warnings ?? []).map((each) => ({ ...each, isError: false })),
  ];
  if (said.length === 0) return null;
  return (
    <div className={classes['warnings']}>
      <h3>{say('rules.warnings')}</h3>
      <ul>
        {said.map(({ pointer, message, isError }, at) => (
          <li key={at} data-error={isError}>
            <Icon name={isError ? 'critical' : 'warning'} size={16} />
            <span>
              {pointer !== '' && <code>{pointer}</code>} {message}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
