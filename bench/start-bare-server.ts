import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';

const BARE_SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** Starts a bare node:http server that sends this answer, after a fixed piece of work if it `works`. */
export async function startBareServer(
  answer: { status: number; headers: Readonly<Record<string, string>>; body: Buffer },
  { works = false } = {},
): Promise<{ child: ChildProcess; port: number }> {
  const file = join(temporaryFolder('tallystone-bare-'), 'answer.json');
  writeFileSync(file, JSON.stringify({ ...answer, body: answer.body.toString('base64'), works }));
  const child = endWithUs(
    spawn(process.execPath, ['--import', 'tsx', BARE_SERVER, file], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(Number(line)));
    child.once('exit', () => reject(new Error('the bare server ended before it listened')));
  });
  const connection = new HttpConnection(port);
  const check = await connection.send(httpRequest({ path: '/' }));
  connection.close();
  if (check.status !== answer.status || !check.body.equals(answer.body)) {
    throw new Error('the bare server does not send the same bytes');
  }
  return { child, port };
}
