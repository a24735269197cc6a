import type { GivenFleet, SlackSetting } from '../fleets.ts';
import { checked, isUrl } from '../variable.ts';
import type { Read, Variable } from '../variable.ts';
import { OFF, channelSetting } from './entry.ts';
import type { ChannelChoice, ChannelSetting } from './entry.ts';

const variables = {
  SLACK_BOT_TOKEN: {
    purpose: 'Token of the Slack app. off: Slack messages stay in the outbox, and an alarm is open.',
    secretOf: ['worker'],
  },
  SLACK_SIGNING_SECRET: { purpose: 'Verifies button presses from Slack.', secretOf: ['serve'] },
  SLACK_API_URL: {
    purpose: 'Base URL of the Slack API, if it is not Slack’s own.',
    type: checked((text) => isUrl(text, 'http', 'https'), 'is not a URL of the right kind (http or https)'),
  },
} as const satisfies Record<string, Variable>;

/** Slack settings that all fleets share. The token is a setting of each fleet. */
export interface SlackSettings {
  readonly slackApiUrl?: string;
}

/**
 * Returns the fleet, marked if its Slack is off: by a word in place of its own token, or by `SLACK_BOT_TOKEN=off` if it has no
 * token.
 */
export function withSlackSetting<F extends Pick<GivenFleet, 'slack'>>(
  fleet: F,
  setting: ChannelSetting,
): F & SlackSetting {
  const own = channelSetting(fleet.slack?.botToken);
  if (own.value !== undefined) return fleet;
  const { botToken: _word, ...slack } = fleet.slack ?? {};
  const isOff = (own.word ?? setting.word) === 'off';
  return {
    ...fleet,
    ...(fleet.slack && { slack }),
    ...(isOff && { isSlackOff: true }),
  };
}

const choice: ChannelChoice<SlackSettings, 'SLACK_BOT_TOKEN'> = {
  variable: 'SLACK_BOT_TOKEN',
  missing({ word }, { fleets, hasFleetsFile }) {
    const silent = fleets.filter(
      (fleet) => !fleet.slack?.botToken && !fleet.isSlackOff && word === undefined,
    );
    if (silent.length === 0) return undefined;
    return hasFleetsFile
      ? `FLEETS_FILE names no slack.botToken for ${silent.map(({ id }) => `fleet ${id}`).join(', ')}, so no Slack message could be sent: add one, ${OFF} (SLACK_BOT_TOKEN=off for every fleet without one of its own).`
      : `SLACK_BOT_TOKEN is not set, so no Slack message could be sent: set the app's token, ${OFF}.`;
  },
  state(_config, fleet) {
    if (fleet.slack?.botToken !== undefined) return 'set';
    return fleet.isSlackOff ? 'off' : undefined;
  },
};

/** Variables and settings of the Slack channel. */
export const slack = {
  variables,
  read(value: Read<typeof variables>): SlackSettings {
    const slackApiUrl = value('SLACK_API_URL');
    return slackApiUrl === undefined ? {} : { slackApiUrl };
  },
  choice,
};
