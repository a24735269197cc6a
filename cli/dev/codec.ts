import { readCodecConfig } from '../../config.ts';
import { createCodecApp } from '../../server/codec/index.ts';
import { listen } from '../../server/http/index.ts';
import { CommandError, EXIT, aborted, createLogger, stopSignal } from '../terminal/index.ts';

/** Options of `tripline codec`. */
export interface CodecOptions {
  readonly host: string;
  readonly port: string;
  readonly origin?: readonly string[];
}

/**
 * Runs the codec server until a stop is requested. The server speaks plain HTTP, because a proxy in front of
 * it ends TLS.
 * @throws ConfigError when keys or tokens are missing; CommandError when an option is wrong or the port is
 * taken
 */
export async function codec({ host, port, origin = [] }: CodecOptions): Promise<number> {
  const config = readCodecConfig(process.env);
  const at = { host, port: portOf(port) };
  const origins = origin.map(originOf);
  const signal = stopSignal();
  const log = createLogger(config);
  const app = createCodecApp({ keys: config.keys, tokens: config.tokens, origins, log });
  const listening = await listen(app, at).catch(({ message }: Error) => {
    throw new CommandError(message.replace(/set (HOST or )?PORT/, 'choose another --port or --host'));
  });
  log.info({ url: listening.url, origins, keys: config.keys.map(({ id }) => id) }, 'codec server listens');
  await aborted(signal);
  await listening.close();
  log.info('codec server stopped');
  return EXIT.ok;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new CommandError(`--port ${text} is not a whole number from 0 to 65535.`);
  return port;
}

/** Returns an origin as browsers send it: scheme, host and port, without a path. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandError(`--origin ${text} is not an address such as https://temporal.example.com.`);
  return url.origin;
}
