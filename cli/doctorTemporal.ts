import type { Config } from '../config.ts';
import { checkTemporal, TemporalAwayError } from '../server/temporalCheck.ts';
import { temporalSettings, TemporalSettingsError } from '../server/temporalSettings.ts';
import type { TemporalSettings } from '../server/temporalSettings.ts';
import { attempt } from './doctorCheck.ts';
import type { Check } from './doctorCheck.ts';

const NAME = 'Temporal';

/** Reaches Temporal as `serve` and `worker` do, with TLS and API key. */
export async function doctorTemporal({ temporal }: Config): Promise<Check> {
  const { address, namespace } = temporal;
  if (!address)
    return {
      name: NAME,
      result: 'warn',
      message:
        'TEMPORAL_ADDRESS is not set: `tripline dev` brings a server along, `serve` and `worker` need one.',
    };
  return attempt(
    NAME,
    async () => {
      const settings = temporalSettings(temporal);
      await checkTemporal(settings, namespace);
      return { result: 'ok', message: `${address}, namespace ${namespace}${manner(settings)}` };
    },
    (error) =>
      error instanceof TemporalAwayError || error instanceof TemporalSettingsError
        ? error.message
        : `Temporal at ${address} could not be asked (${(error as Error).name}): check TEMPORAL_ADDRESS and Temporal's variables for TLS.`,
  );
}

function manner({ tls, apiKey }: TemporalSettings): string {
  const certificate = typeof tls === 'object' && tls?.clientCertPair !== undefined;
  return [
    tls ? ', over TLS' : '',
    certificate ? ', with a client certificate' : '',
    apiKey ? ', with an API key' : '',
  ].join('');
}
