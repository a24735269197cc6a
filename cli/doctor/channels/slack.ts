import { WebClient } from '@slack/web-api';
import type { Config } from '../../../config.ts';
import { attempt } from '../checks/index.ts';
import type { Check } from '../checks/index.ts';

/** Scopes that the Slack app needs: post, look up a message, find a channel by name, upload the picture, name people. */
const SLACK_SCOPES = [
  'chat:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
  'files:write',
  'users:read',
];

/** Checks that Slack accepts a fleet's app and that the app has all scopes. */
export function checkSlack(fleet: Config['fleets'][number], config: Config): Promise<Check> {
  const token = fleet.slack?.botToken;
  if (!token)
    return Promise.resolve({
      name: 'Slack',
      result: 'warn',
      message: fleet.isSlackOff
        ? `Fleet ${fleet.id}: Slack is off, so its messages stay in the outbox, and an alarm is open.`
        : `Fleet ${fleet.id} has no Slack app: its messages go to the outbox in \`dev\`; \`serve\` and \`worker\` require a token, or off.`,
    });
  return attempt(
    'Slack',
    async () => {
      const client = new WebClient(token, {
        retryConfig: { retries: 0 },
        timeout: 10_000,
        ...(config.slackApiUrl ? { slackApiUrl: config.slackApiUrl } : {}),
      });
      const answer = await client.auth.test();
      const missing = SLACK_SCOPES.filter((scope) => !answer.response_metadata?.scopes?.includes(scope));
      return missing.length === 0
        ? { result: 'ok', message: `fleet ${fleet.id}: team ${answer.team ?? ''}` }
        : {
            result: 'warn',
            message: `fleet ${fleet.id}: the app lacks ${missing.join(', ')}; without them, messages may be duplicated or lack a picture.`,
          };
    },
    `fleet ${fleet.id}: Slack refuses the token or does not answer: check SLACK_BOT_TOKEN.`,
  );
}
