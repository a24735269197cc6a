import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A step of a mail's transfer that a script can change; `body` is after the message's last line. */
export type SmtpStep = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'body';

/** A reaction at a step: lines that it writes, or a function of the socket. */
export type SmtpTurn = string | ((socket: Socket) => void);

export interface ScriptedSmtp {
  readonly url: string;
  readonly port: number;
  /** Returns all that reached it, as it came over the network. */
  heard(): string;
  /** Messages that it read to their last line. */
  readonly bodies: string[];
  /** Set before a mail is sent; steps that are not named are answered as usual. */
  script: Partial<Record<SmtpStep, SmtpTurn>>;
  close(): Promise<void>;
}

const USUAL: Readonly<Record<SmtpStep, string>> = {
  greeting: '220 mail.example ESMTP',
  EHLO: '250 mail.example',
  STARTTLS: '502 5.5.1 Not implemented',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 End data with <CR><LF>.<CR><LF>',
  body: '250 2.0.0 Ok: queued as 4ZQ',
};

/** Starts a mail server on a real socket that answers, byte for byte, what a test scripts. */
export async function startScriptedSmtp(
  options: { readonly host?: string; readonly script?: ScriptedSmtp['script'] } = {},
): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>();
  const bodies: string[] = [];
  let heard = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const take = (step: SmtpStep): void => {
      const turn = smtp.script[step] ?? USUAL[step];
      if (typeof turn === 'string') socket.write(`${turn}\r\n`);
      else turn(socket);
    };
    let pending = '';
    let isBody = false;
    const line = (text: string): void => {
      const command = text.split(' ', 1)[0]!.toUpperCase();
      if (command === 'QUIT') return void socket.end('221 bye\r\n');
      if (command === 'RSET' || command === 'NOOP') return void socket.write('250 Ok\r\n');
      if (command === 'DATA') isBody = (smtp.script.DATA ?? USUAL.DATA).toString().startsWith('354');
      take(command === 'HELO' ? 'EHLO' : (command as SmtpStep));
    };
    socket.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
      pending += part;
      for (;;) {
        const mark = isBody ? '\r\n.\r\n' : '\r\n';
        const end = pending.indexOf(mark);
        if (end < 0) return;
        const text = pending.slice(0, end);
        pending = pending.slice(end + mark.length);
        if (!isBody) line(text);
        else {
          isBody = false;
          bodies.push(text);
          take('body');
        }
      }
    });
    take('greeting');
  });
  server.listen(0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const smtp: ScriptedSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    heard: () => heard,
    bodies,
    script: options.script ?? {},
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return smtp;
}

/**
 * Starts a mail server that offers a login and no STARTTLS. It listens on every address, so that 0.0.0.0 leads to it: an address
 * that is not loopback as it is written.
 */
export function startPlainSmtp(): Promise<ScriptedSmtp> {
  const script = { EHLO: '250-plain.example\r\n250 AUTH PLAIN LOGIN' };
  return startScriptedSmtp({ host: '0.0.0.0', script });
}
