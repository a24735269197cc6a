import { Combobox, Text, UnstyledButton, useCombobox } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { toneProps } from '../../../layout/index.ts';
import type { Fact } from '../form/index.ts';
import { useEditing } from './context.ts';
import { useFactWords } from './words.ts';
import classes from './conditions.module.css';

const CHOSEN = { c: 'var(--accent)', bg: 'var(--accent-soft)' } as const;

/** Chooses a fact from the catalogue: by its name or its explanation, each with its unit. */
export function FactPicker(props: {
  readonly value: string;
  /** The fact in the words of the sentence. */
  readonly shown: string;
  readonly isWrong: boolean;
  readonly onChange: (fact: Fact) => void;
}): ReactNode {
  const say = useSay();
  const words = useFactWords();
  const { catalogue, isReadOnly } = useEditing();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // The first search result is selected, so that Enter chooses it.
  useEffect(() => {
    if (search !== '') combobox.selectFirstOption();
  }, [search]);
  const facts = useMemo(() => [...catalogue.facts.values()], [catalogue]);
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = facts.filter((fact) => {
    const text =
      `${words.name(fact, fact.fact)} ${fact.fact} ${words.help(fact.fact, fact.help)} ${words.owner(fact.fact)}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const owners = [...new Set(found.map(({ fact }) => words.owner(fact)))];
  return (
    <Combobox
      store={combobox}
      width={360}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(name) => {
        const fact = catalogue.facts.get(name);
        if (fact) props.onChange(fact);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={classes['fact'] ?? ''}
          {...(props.isWrong || props.value === '' ? toneProps('critical') : CHOSEN)}
          disabled={isReadOnly}
          // In a condition that was just added, the fact has the focus, because it is chosen first.
          autoFocus={props.value === ''}
          aria-label={say('ruleEditor.factIs', {
            shown: props.shown,
            name: words.name(catalogue.facts.get(props.value), props.value),
          })}
          onClick={() => combobox.toggleDropdown()}
        >
          {props.shown}
          <Combobox.Chevron />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          aria-label={say('ruleEditor.searchFact')}
          placeholder={say('ruleEditor.searchFact')}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Combobox.Options mah={340} style={{ overflowY: 'auto' }} aria-label={say('ruleEditor.searchFact')}>
          {found.length === 0 && <Combobox.Empty>{say('ruleEditor.noFact')}</Combobox.Empty>}
          {owners.map((owner) => (
            <Combobox.Group key={owner} label={owner}>
              {found
                .filter(({ fact }) => words.owner(fact) === owner)
                .map((fact) => (
                  <Combobox.Option key={fact.fact} value={fact.fact} active={fact.fact === props.value}>
                    <Text size="sm" fw={600}>
                      {words.name(fact, fact.fact)}
                      {fact.unit !== undefined && (
                        <Text span size="xs" c="dimmed" fw={400}>
                          {' '}
                          {words.unit(fact)}
                        </Text>
                      )}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {words.help(fact.fact, fact.help)}
                    </Text>
                  </Combobox.Option>
                ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
