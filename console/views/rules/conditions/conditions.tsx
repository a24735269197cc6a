import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { QueryBuilder } from 'react-querybuilder';
import { useSay } from '../../../language/index.ts';
import type { Choices } from '../fields/index.ts';
import type { Catalogue, ConditionGroup } from '../form/index.ts';
import { EMPTY_LEAF, grouped, replacedAt, withIds } from '../form/index.ts';
import { EditingContext } from './context.ts';
import type { Editing } from './context.ts';
import { Group } from './group.tsx';
import { Row } from './row.tsx';

const CONTROLS = { ruleGroup: Group, rule: Row };
const COMBINATORS = ['all', 'any', 'not'] as const;
/** Deepest nesting of groups, because the sentences of deeper groups would be unreadable. */
const DEEPEST = 6;

/** Edits the conditions of a rule. A part that the form cannot express is shown as its JSON, and stays unchanged. */
export function Conditions(props: {
  readonly value: ConditionGroup;
  readonly onChange: (next: ConditionGroup) => void;
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly isReadOnly: boolean;
}): ReactNode {
  const say = useSay();
  const { value, onChange, catalogue, choices, isReadOnly } = props;
  const root = useMemo(() => withIds(value), [value]);
  const editing = useMemo<Editing>(
    () => ({
      root,
      catalogue,
      choices,
      isReadOnly,
      change: (path, next) => onChange(grouped(replacedAt(root, path, next))),
    }),
    [root, catalogue, choices, isReadOnly, onChange],
  );
  return (
    <EditingContext value={editing}>
      <QueryBuilder
        // The component of the library keeps every property that it does not know.
        query={root}
        onQueryChange={(next) => onChange(grouped(next))}
        enableMountQueryChange={false}
        controlElements={CONTROLS}
        combinators={COMBINATORS.map((name) => ({
          name,
          value: name,
          label: say(`ruleEditor.group_${name}`),
        }))}
        onAddRule={(rule) => ({ ...EMPTY_LEAF, ...(rule.id !== undefined && { id: rule.id }) })}
        onAddGroup={(group) => ({ ...group, combinator: 'any', rules: [{ ...EMPTY_LEAF }] })}
        maxLevels={DEEPEST}
        suppressStandardClassnames
        disabled={isReadOnly}
        accessibleDescriptionGenerator={() => ''}
      />
    </EditingContext>
  );
}
