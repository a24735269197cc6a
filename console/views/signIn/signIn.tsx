import { Center, Paper, Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { client, meQuery, problemOf, read, rememberSpeaker, send } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';

/** Returns the URL to open after the sign-in. Only a URL of the console itself is accepted. */
function returnTo(search: Readonly<Record<string, unknown>>): string {
  const wanted = search['return_to'];
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/sign-in')
    ? wanted
    : '/';
}

/** Shows the page for visitors without a session. After the sign-in, the console opens the URL from which they came. */
export function SignIn(): ReactNode {
  const say = useSay();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const back = returnTo(search);
  const { data: me } = useQuery(meQuery);
  const providers = useQuery(read('/sign-in/providers'));
  const navigate = useNavigate();
  const [isToken, setToken] = useState(false);
  useEffect(() => {
    document.title = `${say('signIn.title')} · Tripline`;
  }, [say]);
  useEffect(() => {
    if (me) void navigate({ href: back, replace: true });
  }, [me, back, navigate]);
  const items = providers.data?.items ?? [];
  const isAlone = providers.isFetched && items.length === 0;
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Paper w={400} p={28} radius="lg" bg="var(--surface)" bd="1px solid var(--line)">
        <Title order={1}>{say('signIn.title')}</Title>
        <Text c="dimmed" size="sm" mb="lg">
          {say('signIn.lead')}
        </Text>
        <Stack gap="sm">
          {search['ended'] !== undefined && (
            <Alert variant="light" title={say('signIn.ended')} role="status">
              {say('signIn.endedHelp')}
            </Alert>
          )}
          {items.map(({ id, name }) => (
            <Button
              key={id}
              component="a"
              size="md"
              href={`/sign-in/${encodeURIComponent(id)}?return_to=${encodeURIComponent(back)}`}
            >
              {say('signIn.with', { name })}
            </Button>
          ))}
          {isAlone && (
            <Text size="sm" c="dimmed">
              {say('signIn.none')} {say('signIn.sandbox')}
            </Text>
          )}
          {isToken || isAlone ? (
            <TokenForm />
          ) : (
            <Button variant="subtle" onClick={() => setToken(true)}>
              {say('signIn.useToken')}
            </Button>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}

function TokenForm(): ReactNode {
  const say = useSay();
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    try {
      await send(client.POST('/session', { body: { token } }));
      rememberSpeaker(name.trim());
      // Cached data is removed, because another person may have read it before.
      queries.removeQueries({ predicate: ({ queryKey: [path] }) => path !== meQuery.queryKey[0] });
      await queries.fetchQuery({ ...meQuery, staleTime: 0 });
    } catch (error) {
      const { status, message } = problemOf(error);
      setProblem(status === 0 ? say('shell.unreachable') : message);
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {problem !== undefined && (
          <Alert color="red" variant="light" title={say('signIn.refused')} role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          label={say('signIn.name')}
          description={say('signIn.nameHelp')}
          autoComplete="name"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <PasswordInput
          label={say('signIn.token')}
          description={say('signIn.tokenHelp')}
          autoComplete="off"
          required
          value={token}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
        />
        <Button type="submit" size="md" loading={isSending}>
          {say('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}
