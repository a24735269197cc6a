import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, useFleet } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { ToneBadge, When } from '../../layout/index.ts';
import { ActionDialog, List, ListSection, Row, useAct } from '../../lists/index.ts';

type Token = components['schemas']['Token'];

/** Lists the service tokens, and the personal tokens of everyone. */
export function Tokens(): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const [ending, setEnding] = useState<Token>();
  return (
    <ListSection title={say('users.tokens')}>
      <List
        path="/api/v1/fleets/{fleet}/tokens"
        label={say('users.tokens')}
        empty={{ icon: 'users', title: say('users.tokensNone'), help: say('users.tokensNoneHelp') }}
        row={(token) => (
          <TokenRow key={token.id ?? `service:${token.name}`} token={token} end={() => setEnding(token)} />
        )}
      />
      <EndToken
        token={ending}
        close={() => setEnding(undefined)}
        end={(id) => client.DELETE('/api/v1/fleets/{fleet}/tokens/{id}', { params: { path: { fleet, id } } })}
      />
    </ListSection>
  );
}

function TokenRow({ token, end }: { readonly token: Token; readonly end: () => void }): ReactNode {
  const say = useSay();
  const { kind, name, role, groups, owner, id } = token;
  const isService = kind === 'service_token';
  return (
    <Row
      badge={
        <ToneBadge tone="info" icon={isService ? 'api' : 'person'} isQuiet>
          {say(`users.kind_${kind}`)}
        </ToneBadge>
      }
      title={name}
      lines={[
        say('users.atMost', { role: say(`users.role_${role}`) }),
        groups && say('users.groups', { names: groups.join(', ') }),
        owner !== undefined && say('users.owner', { name: owner }),
        isService && say('users.configured'),
      ]}
      time={<TokenTimes token={token} />}
      actions={
        id !== undefined && (
          <EndTokenButton name={`${name}${owner === undefined ? '' : `, ${owner}`}`} onClick={end} />
        )
      }
    />
  );
}

/** Shows the button that opens the dialog for deleting a token. */
export function EndTokenButton(props: { readonly name: string; readonly onClick: () => void }): ReactNode {
  const say = useSay();
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${say('users.endToken')}: ${props.name}`}
      onClick={props.onClick}
    >
      {say('users.endToken')}
    </Button>
  );
}

/** Shows when a token was used last, and when it expires. */
export function TokenTimes({
  token: { expires_at: ends, last_used_at: used },
}: {
  readonly token: Pick<Token, 'expires_at' | 'last_used_at'>;
}): ReactNode {
  const say = useSay();
  if (ends === undefined) return undefined;
  return (
    <>
      <div>
        {say('users.ends')} <When at={ends} />
      </div>
      <div>
        {used === undefined ? (
          say('users.neverUsed')
        ) : (
          <>
            {say('users.used')} <When at={used} as="relative" />
          </>
        )}
      </div>
    </>
  );
}

/** Deletes a token after a confirmation. */
export function EndToken(props: {
  readonly token: { readonly id?: string; readonly name: string } | undefined;
  readonly close: () => void;
  readonly end: (id: string) => Parameters<ReturnType<typeof useAct>>[0];
}): ReactNode {
  const say = useSay();
  const act = useAct();
  const { id = '', name = '' } = props.token ?? {};
  return (
    <ActionDialog
      opened={props.token !== undefined}
      close={props.close}
      title={`${say('users.endToken')}: ${name}`}
      help={say('users.endTokenHelp')}
      place={`token:${id}`}
      submit={say('users.endToken')}
      isDangerous
      run={async () =>
        (await act(props.end(id), { done: say('users.endTokenDone'), stale: ['/tokens'] })) !== undefined
      }
    />
  );
}
