import { createServer } from 'node:net';

/** Lower bound of a range below the ephemeral ports, so that a port stays free while its process is down. */
const LOWEST = 15_000;
const HIGHEST = 30_000;

/** Returns distinct free ports of this machine for processes that listen later or restart. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
