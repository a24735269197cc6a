import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { PageHeader } from '../../layout/index.ts';
export function Inbox(): ReactNode {
  const say = useSay();
  return <PageHeader title={say('incidents.title')} />;
}
