import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A mail server that offers a login and no STARTTLS. */
export interface PlainSmtp {
  readonly port: number;
  /** All that reached it, as it came over the network. */
  heard(): string;
  close(): Promise<void>;
}

/** Listens on every address, so that 0.0.0.0 leads to it: an address that is not loopback by what is written. */
export async function startPlainSmtp(): Promise<PlainSmtp> {
  let heard = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isBody = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (isBody && line !== '.') continue;
        const answer = isBody ? '250 taken' : answerTo(line);
        isBody = answer.startsWith('354');
        socket.write(`${answer}\r\n`);
      }
    });
    socket.write('220 plain.example\r\n');
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function answerTo(line: string): string {
  const command = line.split(' ', 1)[0]!.toUpperCase();
  const answers: Readonly<Record<string, string>> = {
    EHLO: '250-plain.example\r\n250 AUTH PLAIN LOGIN',
    HELO: '250 plain.example',
    STARTTLS: '502 not here',
    AUTH: '235 welcome',
    DATA: '354 go on',
    QUIT: '221 bye',
  };
  return answers[command] ?? '250 fine';
}
