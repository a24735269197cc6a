import type { Config, FleetConfig } from '../../../config.ts';
import type { Channel } from '../../../rules/channels/index.ts';
import type { Check } from '../checks/index.ts';
import { checkMail } from './email.ts';
import { checkSlack } from './slack.ts';
import { checkWebhooks } from './webhook.ts';

/** Checks of one channel. `ofFleet` runs for each fleet, if fleets configure the channel themselves. `ofAll` runs once. */
interface ChannelCheck {
  readonly ofFleet?: (fleet: FleetConfig, config: Config) => Promise<Check>;
  readonly ofAll?: (config: Config) => Check | Promise<Check>;
}

const CHECKS: Readonly<Record<Channel, ChannelCheck>> = {
  slack: { ofFleet: checkSlack },
  email: { ofAll: checkMail },
  webhook: { ofAll: checkWebhooks },
};

/** Checks the channels that a fleet configures itself. */
export async function checkChannelsOfFleet(fleet: FleetConfig, config: Config): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const { ofFleet } of Object.values(CHECKS)) if (ofFleet) checks.push(await ofFleet(fleet, config));
  return checks;
}

/** Checks the channels that all fleets share. */
export async function checkChannels(config: Config): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const { ofAll } of Object.values(CHECKS)) if (ofAll) checks.push(await ofAll(config));
  return checks;
}
