import { writeSync } from 'node:fs';

/**
 * What a crash may interrupt. Of each there are three points: `before` anything is written, `written` before
 * COMMIT, `recorded` after it and before anybody is told.
 */
const FAILPOINT_WORKS = [
  'bet',
  'sign-in',
  'resolve',
  'settle',
  'cash-out',
  'void',
  'limits',
  'migrate',
  // Of the relayer: bets that are put into a call, calls that are signed, handed to the nodes (where `written` is once they
  // have it and nobody has noted so), signed again for more, and seen in blocks.
  'relay-batch',
  'relay-sign',
  'relay-broadcast',
  'relay-raise',
  'relay-follow',
  // Blocks were taken back: calls that were seen in them are not in a block any more.
  'relay-undo',
  // A call is queued, with whatever is decided in the same transaction.
  'chain-call',
  // A final block is taken into the books.
  'chain-block',
  // What is shown of blocks that are not final was written.
  'chain-show',
] as const;
/** Of which account, call or event it is may follow behind an `@`. */
export type FailpointWork =
  | (typeof FAILPOINT_WORKS)[number]
  | `${(typeof FAILPOINT_WORKS)[number]}@${string}`;
export type FailpointMoment = 'before' | 'written' | 'recorded';

const ARMED = process.env.FAILPOINT ?? null;

/**
 * Kills this process, as a power cut would, when it has come to the point that `FAILPOINT` names, such as
 * `settle:written`, whichever of the kind it is, or `relay-sign:written@resolver`, that one alone. Nothing in any other
 * process: it exists so that every such moment can be proven harmless.
 */
export function failpoint(work: FailpointWork, moment: FailpointMoment): void {
  if (ARMED === null) return;
  const [kind, of] = work.split('@');
  if (ARMED !== `${kind}:${moment}` && ARMED !== `${kind}:${moment}@${of}`) return;
  // The last words, for whoever must know that it was here and not elsewhere.
  writeSync(process.stderr.fd, `failpoint ${ARMED} of process ${process.pid}\n`);
  process.kill(process.pid, 'SIGKILL');
}
