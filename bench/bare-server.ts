import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The least a Node server can do: the same bytes for every request. Started as a process of its own, with a JSON
 * file of status, headers and body (base64) as its argument; prints its port.
 */
const [, , file = ''] = process.argv;
// Written by market-list.ts, which starts this program.
const canned = JSON.parse(readFileSync(file, 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const body = Buffer.from(canned.body, 'base64');

const server = createServer((_request, response) => {
  response.writeHead(canned.status, canned.headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(address.port);
});
