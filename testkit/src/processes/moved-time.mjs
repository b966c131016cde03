// Preloaded into a server under test. Its clock, and that of the embedded engine in it, is ahead by the milliseconds in
// a file, which the test changes. Unlike the clock of a database, this moves the times of the feed's prices too.
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

const LOOK_EVERY_MS = 20;

let aheadMs = 0;
setInterval(() => {
  aheadMs = Number(readFileSync(process.env.MOVED_TIME_IN, 'utf8'));
}, LOOK_EVERY_MS).unref();

const clock = Date.now;
Date.now = () => clock() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, given, by) => Reflect.construct(date, given.length === 0 ? [date.now()] : given, by),
});

// Node writes this header by a clock of its own, and pages take the server's time from it.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  this.setHeader('Date', new Date().toUTCString());
  return writeHead.apply(this, given);
};
