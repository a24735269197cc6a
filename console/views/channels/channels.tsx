import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import { PageHeader, Quiet, ToneBadge, When } from '../../layout/index.ts';
import { List, Row } from '../../lists/index.ts';
import { TestDialog, TestResult } from './testMessage.tsx';
import type { Channel } from './testMessage.tsx';

const BADGES = {
  works: { tone: 'good', icon: 'resolved' },
  unused: { tone: 'info', icon: 'open' },
  not_configured: { tone: 'warning', icon: 'warning' },
  off: { tone: 'warning', icon: 'cross' },
  failed: { tone: 'critical', icon: 'critical' },
} as const;
const EVERY_MS = 15_000;

/** Lists every channel with its state. Editors can send a test message. */
export function Channels(): ReactNode {
  const { say, language } = useLanguage();
  const [testing, setTesting] = useState<Channel>();
  const [tests, setTests] = useState<Readonly<Record<string, string>>>({});
  return (
    <>
      <PageHeader title={say('channels.title')} lead={say('channels.lead')} />
      <List
        path="/api/v1/fleets/{fleet}/channels"
        label={say('channels.title')}
        query={{ language }}
        everyMs={EVERY_MS}
        empty={{ icon: 'channels', title: say('channels.none'), help: '' }}
        row={(channel) => (
          <ChannelRow
            key={channel.channel}
            channel={channel}
            test={tests[channel.channel]}
            begin={() => setTesting(channel)}
          />
        )}
      />
      <TestDialog
        channel={testing}
        close={() => setTesting(undefined)}
        sent={(name, id) => setTests((before) => ({ ...before, [name]: id }))}
      />
    </>
  );
}

function ChannelRow({
  channel,
  test,
  begin,
}: {
  readonly channel: Channel;
  /** The id of the latest test message; undefined before the first. */
  readonly test: string | undefined;
  readonly begin: () => void;
}): ReactNode {
  const say = useSay();
  const { mayEdit } = useFleet();
  const { state, name, detail, since, settings } = channel;
  const isMissing = state === 'not_configured' || state === 'off' || state === 'unused';
  return (
    <Row
      badge={
        <ToneBadge {...BADGES[state]} isQuiet={state === 'works' || state === 'unused'}>
          {say(`channels.state_${state}`)}
        </ToneBadge>
      }
      title={name}
      lines={[detail]}
      time={since !== undefined && <When at={since} as="relative" />}
      actions={
        mayEdit &&
        channel.testable && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${say('channels.test')}: ${name}`}
            onClick={begin}
          >
            {say('channels.test')}
          </Button>
        )
      }
    >
      {isMissing && settings && settings.length > 0 && (
        <>
          <Quiet>{say(state === 'unused' ? 'channels.settingsUnused' : 'overview.settings')}</Quiet>
          <Code block mt={4}>
            {settings.join('\n')}
          </Code>
        </>
      )}
      {test !== undefined && <TestResult channel={channel.channel} id={test} />}
    </Row>
  );
}
