import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fixedWork } from '@tallystone/testkit/rules/fixed-work.ts';

/**
 * The least a Node server can do: the same bytes for every request, after a fixed piece of work where one is asked for.
 * Started as a process of its own, with a JSON file of status, headers, body (base64) and whether it works as its
 * argument; prints its port.
 */
const [, , file = ''] = process.argv;
// Written by start-bare-server.ts, which starts this program.
const canned = JSON.parse(readFileSync(file, 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  body: string;
  works: boolean;
};
const body = Buffer.from(canned.body, 'base64');
const work = canned.works ? fixedWork : () => 0;
/** Until it is compiled: what is measured is work. */
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
