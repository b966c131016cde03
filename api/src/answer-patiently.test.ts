import { expect, test } from 'vitest';
import { answerPatiently, isStillAtIt, ticketWord } from './answer-patiently.ts';
import type { Reply } from './control-socket.ts';

/** Work that ends when a test ends it. */
function someWork() {
  const begun: string[][] = [];
  let end: (reply: Reply) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const carryOut = (command: string[]) => {
    begun.push(command);
    return new Promise<Reply>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
  };
  return { begun, carryOut, end: (reply: Reply) => end(reply), fail: (error: Error) => fail(error) };
}

const DONE: Reply = { ok: true, lines: ['Done.'] };

test('a command without a ticket runs each time, however long it takes', async () => {
  const work = someWork();
  const answer = answerPatiently(work.carryOut, { patienceMs: 1 });
  const waiting = answer(['list-users']);
  // Long enough to run out of patience twice.
  const other = someWork();
  const impatient = answerPatiently(other.carryOut, { patienceMs: 1 });
  for (let i = 0; i < 2; i++) expect(isStillAtIt(await impatient([ticketWord('a')]))).toBe(true);
  work.end(DONE);
  expect(await waiting).toEqual(DONE);
  void answer([]);
  expect(work.begun).toEqual([['list-users'], []]);
});

test('a ticket gets a note that the work goes on and then its result, and starts it once', async () => {
  const work = someWork();
  const answer = answerPatiently(work.carryOut, { patienceMs: 10 });
  const ticket = ticketWord('a');
  expect(isStillAtIt(await answer([ticket, 'export', 'bets']))).toBe(true);
  expect(isStillAtIt(await answer([ticket, 'export', 'bets']))).toBe(true);
  work.end(DONE);
  expect(await answer([ticket, 'export', 'bets'])).toEqual(DONE);
  expect(isStillAtIt(DONE)).toBe(false);
  expect(work.begun).toEqual([['export', 'bets']]);
});

test('failing work fails only for its ticket, and is forgotten after a while', async () => {
  const work = someWork();
  const answer = answerPatiently(work.carryOut, { patienceMs: 10, keptMs: 30 });
  expect(isStillAtIt(await answer([ticketWord('a'), 'x']))).toBe(true);
  work.fail(new Error('no'));
  await expect(answer([ticketWord('a'), 'x'])).rejects.toThrow('no');
  await expect
    .poll(async () => isStillAtIt(await answer([ticketWord('a'), 'x']).catch(() => DONE)))
    .toBe(true);
  expect(work.begun).toHaveLength(2);
});
