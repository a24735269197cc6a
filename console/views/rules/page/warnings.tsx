import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client, send, useFleet } from '../../../api/index.ts';
import type { ApiProblem } from '../../../api/index.ts';
import { useLanguage } from '../../../language/index.ts';
import { Notice } from '../../../layout/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import type { JsonObject } from '../form/index.ts';
import { usePlaceWords } from '../parts/index.ts';

interface Verdict {
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  readonly warnings: readonly { readonly pointer: string; readonly message: string }[];
}

/** Shows the linter's present findings on a rule; nothing when there are none. */
export function Warnings({
  rule,
  document,
}: {
  /** The rule's id. */
  readonly rule: string;
  readonly document: JsonObject;
}): ReactNode {
  const { say, language } = useLanguage();
  const placeWords = usePlaceWords();
  const { id: fleet, mayEdit } = useFleet();
  const path = '/api/v1/fleets/{fleet}/rules/validate' as const;
  const query = useQuery<Verdict, ApiProblem>({
    queryKey: [path, fleet, document, language],
    queryFn: () =>
      send<Verdict>(
        client.POST(path, { params: { path: { fleet }, query: { language } }, body: document as never }),
      ),
  });
  const said = [
    ...(query.data?.errors ?? []).map((each) => ({ ...each, isError: true })),
    ...(query.data?.warnings ?? []).map((each) => ({ ...each, isError: false })),
  ];
  if (said.length === 0) return null;
  return (
    <>
      <Title order={3} mt="md" mb={6}>
        {say('rules.warnings')}
      </Title>
      <ul>
        {said.map(({ pointer, message, isError }, at) => (
          <li key={at}>
            <Notice tone={isError ? 'critical' : 'warning'}>
              <Place words={placeWords(document, pointer)} {...{ rule, pointer, mayEdit }} /> {message}
              {pointer !== '' && (
                <Text component="code" display="block" size="xs">
                  {pointer}
                </Text>
              )}
            </Notice>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows the position of a problem. For editors, it is a link to that position in the editor. */
function Place(props: {
  readonly words: string;
  readonly rule: string;
  readonly pointer: string;
  readonly mayEdit: boolean;
}): ReactNode {
  const { words, rule, pointer, mayEdit } = props;
  if (words === '') return undefined;
  if (!mayEdit) return <strong>{words}</strong>;
  return (
    <FleetLink to={['rules', rule, 'edit']} search={{ at: pointer }}>
      {words}
    </FleetLink>
  );
}
