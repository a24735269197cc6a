import { Stack, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { problemOf, read, useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { PageHeader, Section, useRules } from '../../../layout/index.ts';
import { RuleSelect } from '../../../lists/index.ts';
import { STARTERS, idOf, isObject, shownText, withField } from '../form/index.ts';
import type { Json, JsonObject } from '../form/index.ts';
import { keepDraft, keptDraft } from './kept.ts';
import { NotAllowed } from './ruleEditor.tsx';
import { Workbench } from './workbench.tsx';
import classes from './editor.module.css';

/** Maximum number of rules that are listed for copying. Any other rule is chosen by its name. */
const SHOWN = 12;

/** Creates a rule from a starter, from a copy of another rule, or from nothing. */
export function NewRule(): ReactNode {
  const say = useSay();
  const { id: fleet, mayEdit } = useFleet();
  const [text, setText] = useState(() => keptDraft(fleet, '')?.text);
  const rules = useQuery(
    read('/api/v1/fleets/{fleet}/rules', { params: { path: { fleet }, query: { limit: SHOWN } } }),
  );
  const names = useRules();
  const queries = useQueryClient();
  if (!mayEdit) return <NotAllowed rule="" />;
  if (text !== undefined) {
    const startOver = (): void => {
      keepDraft(fleet, '', undefined);
      setText(undefined);
    };
    return <Workbench rule="" start={{ text, base: 'none' }} startOver={startOver} />;
  }
  const begin = (name: string, document: JsonObject): void => {
    const { $schema: _schema, id: _id, name: _name, ...rest } = document;
    setText(`${JSON.stringify({ id: idOf(name), name, ...rest }, null, 2)}\n`);
  };
  const beginWith = (document: JsonObject): void =>
    begin(say('ruleEditor.copyName', { name: shownText(document['name'] ?? document['id']) }), document);
  const copies = (rules.data?.items ?? []).flatMap((stored) => documentOf(stored));
  const copyRule = async (id: string | undefined): Promise<void> => {
    if (id === undefined) return;
    const path = { fleet, id };
    try {
      const [document] = documentOf(
        await queries.fetchQuery(read('/api/v1/fleets/{fleet}/rules/{id}', { params: { path } })),
      );
      if (document !== undefined) beginWith(document);
    } catch (error) {
      const { status, message } = problemOf(error);
      notifications.show({ color: 'red', message: status === 0 ? say('shell.unreachable') : message });
    }
  };
  return (
    <>
      <PageHeader title={say('ruleEditor.newTitle')} lead={say('ruleEditor.newLead')} />
      <Stack gap={18}>
        <Section title={say('ruleEditor.startFrom')}>
          <ul className={classes['starters']}>
            {STARTERS.map(({ id, document }) => (
              <Starter
                key={id}
                name={say(`ruleEditor.starter_${id}`)}
                help={say(`ruleEditor.starterHelp_${id}`)}
                begin={() =>
                  begin(
                    id === 'empty' ? '' : say(`ruleEditor.starter_${id}`),
                    withField(document, 'actions', []),
                  )
                }
              />
            ))}
          </ul>
        </Section>
        {copies.length > 0 && (
          <Section title={say('ruleEditor.copyOf')}>
            <ul className={classes['starters']}>
              {copies.map((document) => {
                const id = shownText(document['id']);
                return (
                  <Starter
                    key={id}
                    name={shownText(document['name'] ?? id)}
                    help={shownText(document['description'] ?? id)}
                    begin={() => beginWith(document)}
                  />
                );
              })}
            </ul>
            {names.length > SHOWN && <RuleSelect value={undefined} set={(id) => void copyRule(id)} />}
          </Section>
        )}
      </Stack>
    </>
  );
}

/** Shows a rule to begin with. */
function Starter(props: {
  readonly name: string;
  readonly help: string;
  readonly begin: () => void;
}): ReactNode {
  return (
    <li>
      <UnstyledButton className={classes['starter'] ?? ''} onClick={props.begin}>
        <strong>{props.name}</strong>
        <Text span size="xs" c="dimmed">
          {props.help}
        </Text>
      </UnstyledButton>
    </li>
  );
}

/** Returns the published document of a stored rule, or its draft. */
function documentOf({
  rule,
  draft,
}: {
  readonly rule?: unknown;
  readonly draft?: unknown;
}): readonly JsonObject[] {
  const document = (rule ?? draft) as Json;
  return isObject(document) ? [document] : [];
}
