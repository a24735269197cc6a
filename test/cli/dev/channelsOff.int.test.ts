import { pino } from 'pino';
import { expect, it } from 'vitest';
import { noteChannelsOff } from '../../../cli/dev/index.ts';
import { readConfig } from '../../../config.ts';
import { alarmMessage } from '../../../messages/alerts/index.ts';
import { listAlarms } from '../../../store/alarms/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const base = {
  DATABASE_URL: 'postgres://tripline@db/tripline',
  TEMPORAL_ADDRESS: 'temporal:7233',
  FLEET_ID: 'north',
  ANALYTICS_BASE_URL: 'https://a.example',
  ANALYTICS_API_KEY: 'k',
  WEBHOOK_TOKENS: 'planted-webhook-token',
};
const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });

async function startedWith(
  channels: Record<string, string>,
  command: 'dev' | 'serve' | 'worker' = 'worker',
): Promise<readonly string[]> {
  const config = readConfig({ ...base, ...channels }, command);
  const { db } = inTest.database;
  await noteChannelsOff(db, { config, log, at: new Date() });
  const openAlarms = await listAlarms(db, { fleetId: 'north', openOnly: true });
  return openAlarms.map(({ kind }) => kind).sort();
}

it('an alarm stands for each channel that is off, until it is set', async () => {
  const set = { SMTP_URL: 'smtp://mail', SLACK_BOT_TOKEN: 'xoxb-planted' };
  expect(await startedWith(set)).toEqual([]);
  expect(await startedWith({ SMTP_URL: 'off', SLACK_BOT_TOKEN: 'off' })).toEqual(['slack_off', 'smtp_off']);
  // The next worker finds the alarms open, and a web server that leaves sending to the workers does not know the channels' state.
  expect(await startedWith({ SMTP_URL: 'off', SLACK_BOT_TOKEN: 'off' })).toHaveLength(2);
  expect(await startedWith({ SMTP_URL: 'worker', SLACK_BOT_TOKEN: 'worker' }, 'serve')).toHaveLength(2);
  expect(lines.filter((line) => line.includes('stay in the outbox'))).toHaveLength(2);
  expect(await startedWith({ ...set, SLACK_BOT_TOKEN: 'off' })).toEqual(['slack_off']);
  expect(await startedWith(set)).toEqual([]);
});

it('dev without channels raises no alarm', async () => {
  expect(await startedWith({}, 'dev')).toEqual([]);
});

it('its message says what is off and what to do', async () => {
  await startedWith({ SMTP_URL: 'off', SLACK_BOT_TOKEN: 'off' });
  const alarms = await listAlarms(inTest.database.db, { fleetId: 'north', openOnly: true });
  const sent = alarms.map(({ kind, subject, message, raisedAt }) =>
    alarmMessage(
      { kind, subject, message, raisedAt },
      {
        fleet: { id: 'north', name: 'North', timezone: 'UTC', language: 'en' },
        deliveryKey: 'k',
        possibleRepeat: false,
        publicUrl: 'https://tripline.example',
      },
    ),
  );
  expect(sent.map(({ title }) => title).sort()).toEqual(['E-mail is turned off', 'Slack is turned off']);
  for (const { intro } of sent)
    expect(intro).toMatch(/ is off: .* stay in the outbox .* restart the workers/);
});
