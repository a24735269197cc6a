import { createServer } from 'node:net';
import { CommandError } from './exit.ts';

/**
 * Finds out that a port is taken before anything else is started.
 * @throws CommandError when something listens there
 */
export async function refuseBusyPort(at: { readonly host: string; readonly port: number }): Promise<void> {
  const { host, port } = at;
  if (port === 0) return;
  const probe = createServer();
  const isBusy = await new Promise<boolean>((resolve) => {
    // Whatever else may be wrong with the address is told by the server itself.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => resolve(false));
  });
  await new Promise<void>((done) => probe.close(() => done()));
  if (isBusy)
    throw new CommandError(
      `Port ${port} is in use. End what listens there, or choose another one: PORT=${port === 3000 ? 3100 : port + 1} npm start`,
    );
}
