import { parseArgs } from 'node:util';
import type { SimulatorOptions } from './options.ts';
import { startSimulator } from './simulator.ts';

const HELP = `A stand-in for the fleet driving-analytics service.

  node --import tsx simulator/main.ts [flags]

  --port N                  port to listen on (4000)
  --host HOST               name or address to listen on (127.0.0.1). The control endpoints want no key; they take JSON,
                            addressed by an IP address, localhost or HOST, and nothing from web pages
  --api-key KEY             key every call carries; or SIMULATOR_API_KEY (simulator-key)
  --webhook URL             where notifications go; or SIMULATOR_WEBHOOK (nowhere)
  --seed N                  the fleet's seed (1)
  --drivers N               number of drivers (40)
  --groups A,B              group ids (north,south,harbour,express)
  --timezone ZONE           IANA zone of the fleet (Europe/Berlin)
  --speed N                 simulated seconds in a second (1)
  --start-at TIME           simulated now, ISO 8601 (the real now)
  --history-days N          days of trips that are there already (21)
  --trips-per-minute N      trips that end now, in a real minute (4); 0 for none
  --drawn-figures           drivers' figures are drawn, not worked out from trips: for very many drivers
  --own-days                drivers live their planned days, instead of --trips-per-minute
`;

/** Reads flags and environment variables. @throws TypeError for an unknown flag, RangeError for an invalid number */
function readOptions(argv: readonly string[]): SimulatorOptions | 'help' {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: text,
      host: text,
      'api-key': text,
      webhook: text,
      seed: text,
      drivers: text,
      groups: text,
      timezone: text,
      speed: text,
      'start-at': text,
      'history-days': text,
      'trips-per-minute': text,
      'own-days': { type: 'boolean' },
      'drawn-figures': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const number = (name: keyof typeof values, otherwise: number): number => {
    const given = values[name];
    if (given !== undefined && !/^\d+(\.\d+)?$/.test(String(given)))
      throw new RangeError(`--${name} "${given}" is not a number from 0 up.`);
    return given === undefined ? otherwise : Number(given);
  };
  const webhook = values.webhook ?? process.env['SIMULATOR_WEBHOOK'];
  const perMinute = number('trips-per-minute', values['own-days'] ? 0 : 4);
  return {
    port: number('port', 4000),
    host: values.host ?? '127.0.0.1',
    apiKey: values['api-key'] ?? process.env['SIMULATOR_API_KEY'] ?? 'simulator-key',
    seed: number('seed', 1),
    drivers: number('drivers', 40),
    speed: number('speed', 1),
    historyDays: number('history-days', 21),
    ...(webhook ? { webhook: { url: webhook } } : {}),
    ...(values.groups === undefined ? {} : { groups: values.groups.split(',').filter(Boolean) }),
    ...(values.timezone === undefined ? {} : { timezone: values.timezone }),
    ...(values['start-at'] === undefined ? {} : { startAt: values['start-at'] }),
    ...(perMinute > 0 ? { tripsPerMinute: perMinute } : {}),
    ...(values['own-days'] ? { autoDrive: true } : {}),
    ...(values['drawn-figures'] ? { drawnFigures: true } : {}),
    log: (line) => process.stdout.write(`${line}\n`),
  };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') return void process.stdout.write(HELP);
  const simulator = await startSimulator(options);
  process.stdout.write(
    `analytics simulator ready at ${simulator.url} (API below /v3, control below /control)\n`,
  );
  const stop = (): void => {
    void simulator.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
