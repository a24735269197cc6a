import { pino } from 'pino';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';

/** Fields that could contain a secret. The log omits their values wherever they appear. */
const REDACTED = [
  'apiKey',
  'token',
  'password',
  'authorization',
  '*.apiKey',
  '*.token',
  '*.password',
  '*.authorization',
  '*.botToken',
  '*.signingSecret',
];

/** Creates the process's log: JSON lines on a stream, or in a file. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: string): Logger {
  const options = {
    level: config.logLevel,
    redact: { paths: REDACTED, censor: '[cut]' },
    base: { service: 'tripline' },
  };
  return destination === undefined
    ? pino(options)
    : pino(options, pino.destination({ dest: destination, mkdir: true, sync: false }));
}
