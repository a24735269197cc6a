import * as z from 'zod';
import { ownAddress } from '../config.ts';
import type { Check } from './doctorCheck.ts';

const WITHIN_MS = 2_000;
const readiness = z.object({ checks: z.object({ database: z.string(), temporal: z.string() }) });

/**
 * What a Tripline that runs at HOST and PORT says of the servers it brought along; nothing where none runs.
 * @param checks those of what is not configured are replaced
 */
export async function asRunning(checks: readonly Check[]): Promise<readonly Check[]> {
  const address = ownAddress(process.env);
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(WITHIN_MS) })
    .then((response) => response.json())
    .catch(() => undefined);
  const read = readiness.safeParse(answer);
  if (!read.success) return checks;
  const of: Readonly<Record<string, string>> = {
    Temporal: read.data.checks.temporal,
    database: read.data.checks.database,
  };
  return checks.map((check) => {
    const state = of[check.name];
    if (state === undefined || !/_(ADDRESS|URL) is not set/.test(check.message)) return check;
    return {
      name: check.name,
      result: state === 'ok' ? 'ok' : 'fail',
      message: `the Tripline that runs at ${address} brought its own along: ${state}`,
    };
  });
}
