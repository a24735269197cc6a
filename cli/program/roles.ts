import { command, several, standard, text } from '../declaration/index.ts';

const NEEDS = 'needs DATABASE_URL and TEMPORAL_ADDRESS, and SMTP_URL and SLACK_BOT_TOKEN set or off';

/** Declares the commands that run Tripline, and the one that checks its configuration. */
export const roles = [
  command({
    name: 'dev',
    about: 'run everything in one process on embedded defaults; without an analytics service, in the sandbox',
    isPlain: true,
    run: async () => (await import('../dev/dev.ts')).dev(),
  }),
  command({
    name: 'serve',
    about: `run the web server (${NEEDS})`,
    isPlain: true,
    run: async () => (await import('../dev/roles.ts')).serve(),
  }),
  command({
    name: 'worker',
    about: `run a Temporal worker (${NEEDS})`,
    isPlain: true,
    run: async () => (await import('../dev/roles.ts')).work(),
  }),
  command({
    name: 'codec',
    about:
      'run a codec server, which decrypts payloads for Temporal’s UI and command line (needs PAYLOAD_ENCRYPTION_KEYS and CODEC_TOKENS)',
    isPlain: true,
    options: {
      host: standard('127.0.0.1', text('--host <address>', 'address to listen on')),
      port: standard('8081', text('--port <port>', 'port to listen on; 0: any free one')),
      origin: several(
        '--origin <origin>',
        'address of Temporal’s UI, whose pages may ask, such as https://temporal.example.com (repeatable)',
      ),
    },
    run: async ({ given }) => (await import('../dev/codec.ts')).codec(given),
  }),
  command({
    name: 'doctor',
    about:
      'check configuration, Temporal, database, analytics key, Slack scopes, SMTP and the servers of maps',
    run: async ({ isJson }) => (await import('../doctor/doctor.ts')).doctor({ json: isJson }),
  }),
];
