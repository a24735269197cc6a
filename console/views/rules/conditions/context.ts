import { createContext, use } from 'react';
import type { Choices } from '../fields/index.ts';
import type { Catalogue, ConditionGroup, ConditionNode, NodePath } from '../form/index.ts';

/** Data and functions that all components of the conditions share. */
export interface Editing {
  readonly root: ConditionGroup;
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly isReadOnly: boolean;
  /** Replaces the node at a path; undefined removes the node. */
  readonly change: (path: NodePath, next: ConditionNode | undefined) => void;
}

/** The context that `Conditions` provides. */
export const EditingContext = createContext<Editing | undefined>(undefined);

/** Returns the data that `Conditions` provides to its parts. */
export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('There are no Conditions around this.');
  return editing;
}
