import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { PageHeader, Section } from '../../../layout/index.ts';
import { STARTERS, idOf, isObject, shownText, withField } from '../form/index.ts';
import type { Json, JsonObject } from '../form/index.ts';
import { keepDraft, keptDraft } from './kept.ts';
import { NotAllowed } from './ruleEditor.tsx';
import { Workbench } from './workbench.tsx';
import classes from './editor.module.css';

const MOST = 200;

/** A new rule: from one to begin with, from a copy of another rule, or from nothing. */
export function NewRule(): ReactNode {
  const say = useSay();
  const { id: fleet, mayEdit } = useFleet();
  const [text, setText] = useState(() => keptDraft(fleet, '')?.text);
  const rules = useQuery(
    read('/api/v1/fleets/{fleet}/rules', { params: { path: { fleet }, query: { limit: MOST } } }),
  );
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
  const copies = (rules.data?.items ?? []).flatMap(({ rule, draft }) => {
    const document = (rule ?? draft) as unknown as Json;
    return isObject(document) ? [document] : [];
  });
  return (
    <>
      <PageHeader title={say('ruleEditor.newTitle')} lead={say('ruleEditor.newLead')} />
      <div className={classes['start']}>
        <Section title={say('ruleEditor.startFrom')}>
          <ul className={classes['starters']}>
            {STARTERS.map(({ id, document }) => (
              <li key={id}>
                <UnstyledButton
                  className={classes['starter'] ?? ''}
                  onClick={() =>
                    begin(
                      id === 'empty' ? '' : say(`ruleEditor.starter_${id}`),
                      withField(document, 'actions', []),
                    )
                  }
                >
                  <strong>{say(`ruleEditor.starter_${id}`)}</strong>
                  <span>{say(`ruleEditor.starterHelp_${id}`)}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </Section>
        {copies.length > 0 && (
          <Section title={say('ruleEditor.copyOf')}>
            <ul className={classes['starters']}>
              {copies.map((document) => {
                const name = shownText(document['name'] ?? document['id']);
                return (
                  <li key={shownText(document['id'])}>
                    <UnstyledButton
                      className={classes['starter'] ?? ''}
                      onClick={() => begin(say('ruleEditor.copyName', { name }), document)}
                    >
                      <strong>{name}</strong>
                      <span>{shownText(document['description'] ?? document['id'])}</span>
                    </UnstyledButton>
                  </li>
                );
              })}
            </ul>
          </Section>
        )}
      </div>
    </>
  );
}
