import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf, useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { useOpen } from '../../../navigation/index.ts';
import { storedQuery } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';
import type { Draft } from './draft.ts';

/** Returns a function that saves the draft and reports failures. After a conflict, it shows the stored version. */
export function useSaving(
  rule: string,
  draft: Draft,
  showConflict: (theirs: StoredRule) => void,
): { readonly save: (base?: string) => Promise<void>; readonly isSaving: boolean } {
  const say = useSay();
  const open = useOpen();
  const queries = useQueryClient();
  const { id: fleet } = useFleet();
  const [isSaving, setSaving] = useState(false);
  const save = async (base?: string): Promise<void> => {
    setSaving(true);
    try {
      const saved = await draft.save(base);
      if (saved.outcome === 'saved') {
        if (rule === '') void open(['rules', saved.id, 'edit']);
        return;
      }
      if (saved.outcome === 'conflict' && rule !== '') {
        showConflict(await queries.fetchQuery({ ...storedQuery(fleet, rule), staleTime: 0 }));
        return;
      }
      const { status, message, errors } = saved.problem;
      const words =
        saved.outcome === 'conflict'
          ? say('ruleEditor.idTaken')
          : errors.length > 0
            ? say('ruleEditor.refused', { count: errors.length, first: errors[0]!.message })
            : message;
      notifications.show({
        color: 'red',
        title: say('ruleEditor.notSaved'),
        message: status === 0 ? say('shell.unreachable') : words,
      });
    } catch (error) {
      notifications.show({
        color: 'red',
        title: say('ruleEditor.notSaved'),
        message: problemOf(error).message,
      });
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}
