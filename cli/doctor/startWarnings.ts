import { isPlainTextService } from '../../analytics/index.ts';
import type { FleetConfig } from '../../config.ts';

/**
 * Returns warnings about fleets whose service is called without TLS, for every start and for `doctor`. Each
 * call contains the API key, and each answer a driver's positions.
 * Names only the host, because the rest of the URL might contain a password.
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
