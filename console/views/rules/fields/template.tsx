import { Stack, Button, Menu, TextInput, Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { Quiet } from '../../../layout/index.ts';
import { Issues, useFieldAt } from './issues.tsx';

/** A name that a template may use, with its meaning. */
export interface Placeholder {
  /** The name as it is written in the braces of a template: `driver.id`. */
  readonly name: string;
  readonly help: string;
}

/** Edits a template, and offers the names that it may use. A chosen name is inserted at the cursor. */
export function TemplateField(props: {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly at: string;
  readonly placeholders: readonly Placeholder[];
  readonly isLong?: boolean;
}): ReactNode {
  const say = useSay();
  const { label, description, value, onChange, at, placeholders, isLong = false } = props;
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (name: string): void => {
    const { selectionStart: from, selectionEnd: to } = input.current ?? {};
    const start = from ?? value.length;
    onChange(`${value.slice(0, start)}{{ ${name} }}${value.slice(to ?? start)}`);
    input.current?.focus();
  };
  const common = {
    label,
    description,
    value,
    ...useFieldAt(at),
    ref: input,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  };
  return (
    <Stack gap={2}>
      {isLong ? <Textarea {...common} autosize minRows={2} /> : <TextInput {...common} />}
      <Menu position="bottom-start" width={340} withinPortal>
        <Menu.Target>
          <Button variant="subtle" size="compact-xs" w="fit-content">
            {say('ruleEditor.insert')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {placeholders.map(({ name, help }) => (
            <Menu.Item key={name} onClick={() => insert(name)}>
              <code>{`{{ ${name} }}`}</code>
              <br />
              <Quiet>{help}</Quiet>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Issues at={at} only="warning" />
    </Stack>
  );
}
