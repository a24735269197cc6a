import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

/**
 * Processor time that a process has used so far, in milliseconds, user and system, with that of the processes it started and waited for.
 * NaN where the system does not say (it is read from /proc).
 */
async function processorMs(pid: number): Promise<number> {
  const fields = await statOf(pid);
  if (fields === undefined) return Number.NaN;
  // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), of which the first two are the id and the name.
  return (fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND) * 1_000;
}

/** The same of a process and all processes it has started that still run: PostgreSQL's backends, for example. */
export async function processorMsOfTree(pid: number): Promise<number> {
  const own = await processorMs(pid);
  const children = await childrenOf(pid);
  const parts = await Promise.all(children.map(processorMs));
  return own + parts.filter((ms) => !Number.isNaN(ms)).reduce((sum, ms) => sum + ms, 0);
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger);
  const found = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })));
  return found.filter(({ stat }) => Number(stat?.[1]) === parent).map(({ pid }) => pid);
}

/** The fields after the name, which is in brackets and may hold spaces. */
async function statOf(pid: number): Promise<readonly string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}
