import { Code, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import type { Answer } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { Loaded, When } from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';

type Message = Answer<'/api/v1/fleets/{fleet}/outbox/{id}'>;

/** Shows a message that was stored instead of sent, as its recipient would see it. */
export function StoredMessage({ id, close }: { readonly id: string; readonly close: () => void }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const query = useQuery(read('/api/v1/fleets/{fleet}/outbox/{id}', { params: { path: { fleet, id } } }));
  const { channel = '', receiver } = query.data ?? {};
  const way = say('deliveries.to', {
    channel: say.known(`deliveries.action_${channel}`) ?? channel,
    receiver: receiver ?? '',
  });
  return (
    <Modal
      opened
      onClose={close}
      size={760}
      title={receiver === undefined ? say('shell.loading') : way}
      closeButtonProps={{ 'aria-label': say('shell.close') }}
    >
      <Loaded query={query} rows={8}>
        {(message) => <Content message={message} />}
      </Loaded>
    </Modal>
  );
}

function Content({ message }: { readonly message: Message }): ReactNode {
  const say = useSay();
  const { mayEdit } = useFleet();
  const { subject, thread, text } = message;
  const notes = [
    thread && say(thread.is_broadcast ? 'deliveries.threadShown' : 'deliveries.thread'),
    message.is_updated && say('deliveries.updated'),
    message.possible_repeat && say('deliveries.repeat'),
    !mayEdit && say('deliveries.hiddenLinks'),
  ];
  return (
    <Stack gap="sm">
      <div>
        {subject !== undefined && <Text fw={600}>{subject}</Text>}
        <Text size="sm" c="dimmed">
          <When at={message.at} /> {notes.filter(Boolean).join(' ')}{' '}
          {thread && (
            <FleetLink to={['outbox']} search={{ message: thread.root_id }}>
              {say('deliveries.threadRoot')}
            </FleetLink>
          )}
        </Text>
      </div>
      <Frame key={text} id={message.id} title={subject ?? say('deliveries.drawn')} />
      {message.html !== undefined && (
        <details>
          <summary>{say('deliveries.textPart')}</summary>
          <Code block>{text}</Code>
        </details>
      )}
    </Stack>
  );
}

/** Height of a frame in pixels, until its document has loaded. */
const FIRST_HEIGHT = 420;

/** Shows the rendered message in a frame that runs no scripts. The frame is as high as its document. */
function Frame({ id, title }: { readonly id: string; readonly title: string }): ReactNode {
  const { id: fleet } = useFleet();
  const { language } = useLanguage();
  const [height, setHeight] = useState(FIRST_HEIGHT);
  return (
    <iframe
      title={title}
      src={`/api/v1/fleets/${encodeURIComponent(fleet)}/outbox/${encodeURIComponent(id)}/page?language=${language}`}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      width="100%"
      height={height}
      style={{ border: '1px solid var(--line)', borderRadius: 8 }}
      onLoad={({ currentTarget }) =>
        setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? FIRST_HEIGHT)
      }
    />
  );
}
