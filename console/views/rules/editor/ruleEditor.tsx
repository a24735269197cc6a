import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Empty, Loaded } from '../../../layout/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import { baseOf, storedQuery, textOf } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';
import { Workbench } from './workbench.tsx';

/** Edits the draft of a rule. Without a draft, editing begins from the published version. */
export function RuleEditor(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { id: fleet, mayEdit } = useFleet();
  const query = useQuery(storedQuery(fleet, id));
  if (!mayEdit) return <NotAllowed rule={id} />;
  return <Loaded query={query}>{(stored) => <Editing key={id} rule={id} stored={stored} />}</Loaded>;
}

function Editing({ rule, stored }: { readonly rule: string; readonly stored: StoredRule }): ReactNode {
  // The stored rule may change during editing. The draft continues from the version with which editing began.
  const [start] = useState(() => ({ text: textOf(stored), base: baseOf(stored) }));
  return <Workbench {...{ rule, start, stored }} />;
}

/** Says that only editors may write drafts, and links to the rule's page. */
export function NotAllowed({ rule }: { readonly rule: string }): ReactNode {
  const say = useSay();
  return (
    <Empty icon="rules" title={say('ruleEditor.notAllowed')}>
      <FleetLink to={rule === '' ? ['rules'] : ['rules', rule]}>{say('ruleEditor.toRule')}</FleetLink>
    </Empty>
  );
}
