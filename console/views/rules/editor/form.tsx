import { Button, Flex, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { Notice, Section } from '../../../layout/index.ts';
import { Actions } from '../actions/index.ts';
import { Conditions } from '../conditions/index.ts';
import { useChoices } from '../fields/index.ts';
import type { Catalogue, TextRange } from '../form/index.ts';
import { documentOf, formOf, withRuleField } from '../form/index.ts';
import { Basics, Limits, Scope, Trigger } from './basics.tsx';
import type { Draft } from './draft.ts';
import { TryOut } from './tryOut.tsx';

/** Edits the rule as a form. The form is read-only while the text cannot be parsed. */
export function Form(props: {
  readonly draft: Draft;
  readonly catalogue: Catalogue;
  readonly isNew: boolean;
  readonly show: (place: TextRange) => void;
}): ReactNode {
  const say = useSay();
  const { draft, catalogue, isNew, show } = props;
  const { document, breakage, setDocument } = draft;
  const choices = useChoices();
  const form = useMemo(() => formOf(document), [document]);
  const isReadOnly = breakage !== undefined;
  const parts = { document, onChange: setDocument };
  return (
    <>
      {breakage && (
        <Notice
          tone="critical"
          role="alert"
          title={say('ruleEditor.brokenTitle')}
          actions={
            <Button
              variant="default"
              size="xs"
              onClick={() => show({ from: breakage.from, to: breakage.from })}
            >
              {say('ruleEditor.showInText')}
            </Button>
          }
        >
          {say('ruleEditor.brokenHelp', { line: breakage.line })}
        </Notice>
      )}
      <Flex component="fieldset" direction="column" gap={18} m={0} p={0} miw={0} bd="0" disabled={isReadOnly}>
        <VisuallyHidden component="legend">{say('ruleEditor.ruleForm')}</VisuallyHidden>
        <Section title={say('ruleEditor.rule')}>
          <Basics {...parts} isNew={isNew} />
        </Section>
        <Section title={say('ruleEditor.conditions')}>
          <Conditions
            value={form.conditions}
            onChange={(conditions) => setDocument(documentOf({ document, conditions }))}
            {...{ catalogue, choices, isReadOnly }}
          />
          <Trigger {...parts} />
        </Section>
        <Section title={say('ruleEditor.actions')}>
          <Actions
            value={document['actions']}
            onChange={(actions) => setDocument(withRuleField(document, 'actions', actions))}
            {...{ catalogue, choices }}
            conditions={form.conditions}
          />
        </Section>
        <Section title={say('ruleEditor.scope')}>
          <Scope {...parts} choices={choices} />
        </Section>
        <Section title={say('ruleEditor.limits')}>
          <Limits {...parts} choices={choices} />
        </Section>
      </Flex>
      <TryOut document={document} catalogue={catalogue} isReadable={!isReadOnly} />
    </>
  );
}
