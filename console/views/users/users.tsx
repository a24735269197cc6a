import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { meQuery, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { LeaveDialog, PageHeader } from '../../layout/index.ts';
import { MyTokens } from './myTokens.tsx';
import { People } from './people.tsx';
import { Tokens } from './tokens.tsx';

/** Shows the reader's own sessions and tokens. Admins also see everyone's. */
export function Users(): ReactNode {
  const say = useSay();
  const { mayAdminister } = useFleet();
  const { data: me } = useQuery(meQuery);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <PageHeader
        title={say('users.title')}
        lead={say(mayAdminister ? 'users.lead' : 'users.leadOwn')}
        actions={
          <Button variant="default" onClick={() => setLeaving(true)}>
            {say('shell.signOutEverywhere')}
          </Button>
        }
      />
      {mayAdminister && <People />}
      {me?.user && <MyTokens />}
      {mayAdminister && <Tokens />}
      <LeaveDialog opened={isLeaving} close={() => setLeaving(false)} />
    </>
  );
}
