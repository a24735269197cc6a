import { misplacedWords, missingChannels } from './channels/index.ts';
import type { ChannelsGiven } from './channels/index.ts';
import type { ConfiguredCommand, GivenFleet } from './fleets.ts';
import type { VariableReader } from './reader.ts';

/** Settings that `serve` and `worker` require. */
interface ProductionSettings {
  readonly command: ConfiguredCommand;
  readonly databaseUrl: string | undefined;
  readonly value: VariableReader['value'];
  readonly hasFleetsFile: boolean;
  readonly fleets: readonly (Pick<GivenFleet, 'analytics'> & ChannelsGiven['fleets'][number])[];
}

/**
 * Records as mistakes which settings `serve` and `worker` lack for all of their work, and where the word `worker` is not allowed.
 */
export function checkProduction(settings: ProductionSettings, mistakes: string[]): void {
  const { command, value, fleets } = settings;
  if (command !== 'serve') mistakes.push(...misplacedWords(value));
  if (command === 'dev') return;
  for (const [name, setting] of [
    ['DATABASE_URL', settings.databaseUrl],
    ['TEMPORAL_ADDRESS', value('TEMPORAL_ADDRESS')],
  ] as const)
    if (setting === undefined)
      mistakes.push(
        `${name} is not set: \`serve\` and \`worker\` keep no state of their own. \`tripline dev\` runs everything it needs.`,
      );
  const unserved = fleets.filter((fleet) => fleet.analytics === undefined);
  if (unserved.length > 0)
    mistakes.push(
      `No analytics service is named for ${unserved.map(({ id }) => `fleet ${id}`).join(', ')}: set ANALYTICS_BASE_URL, ANALYTICS_API_KEY and WEBHOOK_TOKENS, or complete FLEETS_FILE. Only \`tripline dev\` has a simulated one.`,
    );
  mistakes.push(...missingChannels(value, settings));
}
