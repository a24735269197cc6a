/** A stream is watched once, however often a command runs in this process. */
const watched = new WeakSet<NodeJS.WriteStream>();

/**
 * Ends the command when nobody reads what it writes any more, as `tripline … | head` does. A command that stops what it
 * started when it is asked to is asked to; any other just ends.
 */
export function endWithReader(stream: NodeJS.WriteStream): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  let isOver = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (isOver) return;
    isOver = true;
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
    else process.exit();
  });
}
