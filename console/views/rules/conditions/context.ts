import { createContext, use } from 'react';
import type { Choices } from '../fields/index.ts';
import type { Catalogue, ConditionGroup, ConditionNode, NodePath } from '../form/index.ts';

/** What every part of the conditions works with. */
export interface Editing {
  readonly root: ConditionGroup;
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly isReadOnly: boolean;
  /** Puts another node at a path; undefined takes the node out. */
  readonly change: (path: NodePath, next: ConditionNode | undefined) => void;
}

/** Given by `Conditions`. */
export const EditingContext = createContext<Editing | undefined>(undefined);

/** What a part of the conditions works with. */
export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('There are no Conditions around this.');
  return editing;
}
