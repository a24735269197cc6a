import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Where a scripted mail server departs from the usual: `body` is after the message's last line. */
export type SmtpStep = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'body';

/** What it does there: lines that it writes, or something else with the socket. */
export type SmtpTurn = string | ((socket: Socket) => void);

export interface ScriptedSmtp {
  readonly url: string;
  /** Messages that it read to their last line. */
  readonly bodies: string[];
  /** Set before a mail is sent; steps that are not named are answered as usual. */
  script: Partial<Record<SmtpStep, SmtpTurn>>;
  close(): Promise<void>;
}

const USUAL: Readonly<Record<SmtpStep, string>> = {
  greeting: '220 mail.example ESMTP',
  EHLO: '250 mail.example',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 End data with <CR><LF>.<CR><LF>',
  body: '250 2.0.0 Ok: queued as 4ZQ',
};

/** A mail server on a real socket that says, byte for byte, what a test wants to be said. */
export async function startScriptedSmtp(): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>();
  const bodies: string[] = [];
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp: ScriptedSmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    script: {},
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return smtp;
}
