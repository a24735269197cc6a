import { findTemporalCli } from '../../../cli/embedded/index.ts';

/** A process that says where Temporal's command line is, and fetches it first where it is not here yet. */
const cliPath = process.env['TEMPORAL_CLI_PATH'];
const found = await findTemporalCli({
  ...(cliPath ? { cliPath } : {}),
  progress: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${found}\n`);
