import { relative } from 'node:path';
import type { Running } from './dev.ts';
import type { Terminal } from './terminal.ts';

/** Says what runs where and what to try. */
export function welcome(terminal: Terminal, running: Running): void {
  const { colors } = terminal;
  const { config, secrets, url, temporalUi, sandboxUrl } = running;
  const fleet = config.fleets[0]!;
  const row = (name: string, value: string, note = ''): void =>
    terminal.line(`    ${name.padEnd(12)}${colors.cyan(value)}${note ? colors.dim(`  ${note}`) : ''}`);
  terminal.line();
  terminal.line(
    `  ${colors.green('●')} ${colors.bold('Ready.')} ${sandboxUrl ? 'A simulated fleet drives; its messages land in the outbox.' : `Fleet ${fleet.id} is connected to its analytics service.`}`,
  );
  terminal.line();
  row('Outbox', `${url}/outbox`, 'messages of channels that are not configured');
  row('API', `${url}/docs`);
  if (temporalUi) row('Temporal', temporalUi, 'every workflow and its history');
  if (sandboxUrl) row('Sandbox', sandboxUrl, 'the simulated analytics service');
  row('Data', relative(process.cwd(), config.dataDir) || config.dataDir, 'logs too');
  terminal.line();
  if (secrets.areNew && fleet.apiTokens[0]?.token === secrets.apiToken) {
    terminal.line(`    API token   ${colors.bold(secrets.apiToken)}`);
    terminal.line(
      colors.dim(
        `                shown this once; it is kept in ${relative(process.cwd(), secrets.file) || secrets.file}`,
      ),
    );
    terminal.line();
  }
  terminal.line(`  ${colors.bold('Try')}`);
  const token = secrets.areNew ? secrets.apiToken : '…';
  terminal.line(`    export TRIPLINE_TOKEN=${token}`);
  if (sandboxUrl)
    terminal.line(
      `    curl -X POST ${sandboxUrl}/control/trips -H 'content-type: application/json' -d '{"kind":"collision"}'`,
    );
  terminal.line(`    npx tripline trips explain DRIVER TRIP${colors.dim('   why did it fire, or not')}`);
  terminal.line(`    npx tripline rules lint rules/examples`);
  terminal.line();
  terminal.line(colors.dim('  Ctrl-C stops everything. What happens from here on:'));
  terminal.line();
}
