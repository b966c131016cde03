import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fixedWork } from '@tallystone/testkit/rules/fixed-work.ts';

/**
 * A minimal Node server: the same bytes for every request, after an optional fixed piece of work.
 * Started as a separate process. Its argument is a JSON file with status, headers, body (base64) and whether it works;
 * prints its port.
 */
const [, , file = ''] = process.argv;
// start-bare-server.ts, which starts this program, writes the file.
const canned = JSON.parse(readFileSync(file, 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  body: string;
  works: boolean;
};
const body = Buffer.from(canned.body, 'base64');
const work = canned.works ? fixedWork : () => 0;
/** Runs until it is compiled, because the work is measured, not the compiling. */
const WARM_UPS = 50;
for (let time = 0; time < WARM_UPS; time++) work();

const server = createServer((_request, response) => {
  work();
  response.writeHead(canned.status, canned.headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(address.port);
});
