import { besideFleets } from './beside/fleets.ts';
import { besideAttacks } from './beside/port.ts';
import { run } from './run.ts';

/**
 * Measures requests alone and beside a load, alternating: `fleets` the messages of a fleet beside another one's troubles, `port` the
 * answers to webhooks beside attacks on the public port. `ROUNDS` (3), `SAMPLES` a measurement, `RATE` a second, and `ONLY`, words of the
 * loads to measure, set the size.
 */
await run(process.argv[2] === 'port' ? besideAttacks : besideFleets);
