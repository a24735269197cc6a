import type { ConfiguredCommand, GivenFleet, SlackSetting } from './fleets.ts';

/** `off`: messages stay in the outbox. `worker`: this is a web server, which sends nothing and needs no password for it. */
type Word = 'off' | 'worker';

/** The setting of a channel: what it sends with, or the word that stands in its place. */
export interface ChannelSetting {
  readonly value?: string;
  readonly word?: Word;
}

/** Reads `SMTP_URL` or `SLACK_BOT_TOKEN`. */
export function channelSetting(text: string | undefined): ChannelSetting {
  if (text === undefined) return {};
  return text === 'off' || text === 'worker' ? { word: text } : { value: text };
}

/** A fleet whose Slack is off, by a word in its own token's place or by `SLACK_BOT_TOKEN` where it has none. */
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

/** What `serve` and `worker` cannot do without. */
interface ProductionSettings {
  readonly command: ConfiguredCommand;
  readonly databaseUrl: string | undefined;
  readonly temporalAddress: string | undefined;
  readonly smtp: ChannelSetting;
  /** `SLACK_BOT_TOKEN`. */
  readonly slack: ChannelSetting;
  readonly hasFleetsFile: boolean;
  readonly fleets: readonly (Pick<GivenFleet, 'id' | 'analytics' | 'slack'> & SlackSetting)[];
}

const OFF = 'or write off: messages then stay in the outbox, and an alarm is open';

/** Notes what keeps `serve` and `worker` from doing all of their work, and the word `worker` where it makes no sense. */
export function checkProduction(settings: ProductionSettings, mistakes: string[]): void {
  const { command, smtp, slack, fleets } = settings;
  if (command !== 'serve')
    for (const [name, { word }] of [
      ['SMTP_URL', smtp],
      ['SLACK_BOT_TOKEN', slack],
    ] as const)
      if (word === 'worker')
        mistakes.push(`${name}=worker is for \`serve\` alone, which leaves sending to the workers.`);
  if (command === 'dev') return;
  for (const [name, value] of [
    ['DATABASE_URL', settings.databaseUrl],
    ['TEMPORAL_ADDRESS', settings.temporalAddress],
  ] as const)
    if (value === undefined)
      mistakes.push(
        `${name} is not set: \`serve\` and \`worker\` keep no state of their own. \`tripline dev\` runs everything it needs.`,
      );
  const unserved = fleets.filter((fleet) => fleet.analytics === undefined);
  if (unserved.length > 0)
    mistakes.push(
      `No analytics service is named for ${unserved.map(({ id }) => `fleet ${id}`).join(', ')}: set ANALYTICS_BASE_URL, ANALYTICS_API_KEY and WEBHOOK_TOKENS, or complete FLEETS_FILE. Only \`tripline dev\` has a simulated one.`,
    );
  if (smtp.value === undefined && smtp.word === undefined)
    mistakes.push(`SMTP_URL is not set, so no e-mail could be sent: name a mail server, ${OFF}.`);
  const silent = fleets.filter(
    (fleet) => !fleet.slack?.botToken && !fleet.isSlackOff && slack.word === undefined,
  );
  if (silent.length === 0) return;
  mistakes.push(
    settings.hasFleetsFile
      ? `FLEETS_FILE names no slack.botToken for ${silent.map(({ id }) => `fleet ${id}`).join(', ')}, so no Slack message could be sent: add one, ${OFF} (SLACK_BOT_TOKEN=off for every fleet without one of its own).`
      : `SLACK_BOT_TOKEN is not set, so no Slack message could be sent: set the app's token, ${OFF}.`,
  );
}
