import { isPlainTextService } from '../../analytics/index.ts';
import type { FleetConfig } from '../../config.ts';

/**
 * What every start and `doctor` warn of: a fleet whose service is called without TLS. The API key stands in each call, and
 * each answer holds a driver's positions. Names the host only: the rest of the URL might hold a password.
 */
export function startWarnings(fleets: readonly Pick<FleetConfig, 'id' | 'analytics'>[]): string[] {
  return fleets.flatMap(({ id, analytics }) =>
    analytics && isPlainTextService(analytics.baseUrl)
      ? [
          `Fleet ${id}: ANALYTICS_BASE_URL is http:// and its host ${new URL(analytics.baseUrl).hostname} is not this machine: the API key and drivers' positions cross the network as plain text. Use https://.`,
        ]
      : [],
  );
}
