import { createServer } from 'node:net';

/** Below the ports that a system gives to outgoing connections: one that is free stays so while its process is down. */
const LOWEST = 15_000;
const HIGHEST = 30_000;

/** So many different free ports of this machine, for what listens only later, or again. */
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
