import { writeSync } from 'node:fs';

/**
 * Work that a crash may interrupt, at one of three points: `before` anything is written, `written` before COMMIT, and
 * `recorded` after COMMIT and before anyone is notified. A statement that commits itself has no `written`.
 */
const FAILPOINT_WORKS = [
  'bet',
  'sign-in',
  'resolve',
  'settle',
  'cash-out',
  'combo',
  'void',
  'limits',
  'migrate',
  // The relayer puts bets into a call, signs calls, sends them to the nodes (`written`: the nodes have it, but this isn't
  // noted yet), signs them again with a higher fee, and sees them in blocks.
  'relay-batch',
  'relay-sign',
  'relay-broadcast',
  'relay-raise',
  'relay-follow',
  // Blocks were taken back, so their calls are no longer in a block.
  'relay-undo',
  // A call is queued in the transaction that makes it necessary.
  'chain-call',
  // A final block is applied to the books.
  'chain-block',
  // The blocks of pending bets were recorded, which aren't final yet.
  'chain-show',
] as const;
/** An `@` may be followed by the account, call or event. */
export type FailpointWork =
  | (typeof FAILPOINT_WORKS)[number]
  | `${(typeof FAILPOINT_WORKS)[number]}@${string}`;
export type FailpointMoment = 'before' | 'written' | 'recorded';

const ARMED = process.env.FAILPOINT ?? null;

/**
 * Kills this process, like a power cut, when it reaches the point that `FAILPOINT` names: `settle:written` for any work of
 * that kind, or `relay-sign:written@resolver` for one account only. Does nothing if `FAILPOINT` isn't set. Proofs use it to
 * show that a crash at any such point is harmless.
 */
export function failpoint(work: FailpointWork, moment: FailpointMoment): void {
  if (ARMED === null) return;
  const [kind, of] = work.split('@');
  if (ARMED !== `${kind}:${moment}` && ARMED !== `${kind}:${moment}@${of}`) return;
  // Lets the proof check that the process died here and not elsewhere.
  writeSync(process.stderr.fd, `failpoint ${ARMED} of process ${process.pid}\n`);
  process.kill(process.pid, 'SIGKILL');
}
