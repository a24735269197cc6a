import { Button, Code, CopyButton, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, useFleet } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { ActionDialog, List, ListSection, Row, keep, kept, useAct } from '../../lists/index.ts';
import { EndToken, EndTokenButton, TokenTimes } from './tokens.tsx';

type PersonalToken = components['schemas']['PersonalToken'];

const DAYS = ['7', '30', '90'] as const;
const ROLES = ['viewer', 'editor', 'admin'] as const;
const PLACE = 'token:new';

/** Shows the reader's own tokens. A token is created here, and its secret is shown once. */
export function MyTokens(): ReactNode {
  const say = useSay();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [ending, setEnding] = useState<PersonalToken>();
  return (
    <ListSection
      title={say('users.mine')}
      actions={
        <Button variant="default" size="compact-md" onClick={() => setMaking(true)}>
          {say('users.make')}
        </Button>
      }
    >
      <List
        path="/api/v1/me/tokens"
        label={say('users.mine')}
        empty={{ icon: 'api', title: say('users.mineNone'), help: say('users.mineNoneHelp') }}
        row={(token) => (
          <Row
            key={token.id}
            title={token.name}
            lines={[
              say('users.atMost', { role: say(`users.role_${token.role}`) }),
              say('users.fleet', { id: token.fleet }),
            ]}
            time={<TokenTimes token={token} />}
            actions={<EndTokenButton name={token.name} onClick={() => setEnding(token)} />}
          />
        )}
      />
      <MakeToken opened={isMaking} close={() => setMaking(false)} show={setSecret} />
      <Secret secret={secret} close={() => setSecret(undefined)} />
      <EndToken
        token={ending}
        close={() => setEnding(undefined)}
        end={(id) => client.DELETE('/api/v1/me/tokens/{id}', { params: { path: { id } } })}
      />
    </ListSection>
  );
}

function MakeToken(props: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly show: (secret: string) => void;
}): ReactNode {
  const say = useSay();
  const { id: fleet, role: own } = useFleet();
  const act = useAct();
  const [name, setName] = useState(() => kept(PLACE));
  const [days, setDays] = useState<string>('30');
  const [role, setRole] = useState<string>(own);
  const allowed = ROLES.slice(0, ROLES.indexOf(own) + 1);
  const write = (text: string): void => {
    setName(text);
    keep(PLACE, text);
  };
  return (
    <ActionDialog
      opened={props.opened}
      close={props.close}
      title={say('users.make')}
      help={say('users.makeHelp')}
      place="token:make"
      submit={say('users.make')}
      isReady={name.trim() !== ''}
      run={async () => {
        const made = await act(
          client.POST('/api/v1/me/tokens', {
            body: {
              name: name.trim(),
              fleet,
              expires_in_days: Number(days),
              role: allowed.find((each) => each === role) ?? own,
            },
          }),
          { done: say('users.made'), stale: ['/tokens'] },
        );
        if (!made) return false;
        write('');
        props.show(made.answer.token);
        return true;
      }}
    >
      <TextInput
        label={say('users.tokenName')}
        description={say('users.tokenNameHelp')}
        maxLength={100}
        required
        value={name}
        data-autofocus
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Select
        label={say('users.lasts')}
        value={days}
        allowDeselect={false}
        data={DAYS.map((each) => ({ value: each, label: say('users.days', { count: Number(each) }) }))}
        onChange={(value) => setDays(value ?? '30')}
      />
      <Select
        label={say('users.tokenRole')}
        value={role}
        allowDeselect={false}
        data={allowed.map((each) => ({ value: each, label: say(`users.role_${each}`) }))}
        onChange={(value) => setRole(value ?? own)}
      />
    </ActionDialog>
  );
}

function Secret({
  secret,
  close,
}: {
  readonly secret: string | undefined;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  return (
    <Modal
      opened={secret !== undefined}
      onClose={close}
      title={say('users.secretTitle')}
      closeButtonProps={{ 'aria-label': say('shell.close') }}
      closeOnClickOutside={false}
      centered
    >
      <Text size="sm" mb="sm">
        {say('users.secretHelp')}
      </Text>
      <Code block fz="sm">
        {secret}
      </Code>
      <Group justify="flex-end" mt="md">
        <CopyButton value={secret ?? ''}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {say(copied ? 'users.copied' : 'users.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>{say('users.secretDone')}</Button>
      </Group>
    </Modal>
  );
}
