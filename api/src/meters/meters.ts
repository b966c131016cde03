import { Counter, Histogram, type Registry } from 'prom-client';

/** What parts of the server count while they work. All other figures are read when they are asked for: see gauges.ts. */
export interface Meters {
  /** A bet was answered. `code` is that of the refusal or error; empty if it was placed. */
  betAnswered(result: 'placed' | 'refused' | 'failed', code: string): void;
  /** The order of a bet in play ended. `code` is why it failed; empty if it was filled. */
  orderEnded(result: 'filled' | 'failed', code: string): void;
  /** How long a bet waited for its batch, in ms. */
  betWaited(ms: number): void;
  /** A batch was decided and committed, or failed; in ms from its begin. */
  batchEnded(batch: { bets: number; ms: number }): void;
  /** The stream handed changes to its readers, in ms from the moment at which this process learnt of the first of them. */
  changesSent(ms: number): void;
  /** The log was told of a failure, even if it only counted it. */
  failed(what: string, code: string): void;
}

/** For a server that serves no metrics. */
export const NO_METERS: Meters = {
  betAnswered() {},
  orderEnded() {},
  betWaited() {},
  batchEnded() {},
  changesSent() {},
  failed() {},
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Meters that a registry serves. */
export function createMeters(registry: Registry): Meters {
  const registers = [registry];
  const answers = new Counter({
    name: 'tallystone_bets_total',
    help: 'Bets that this process answered, by result and by the code of the refusal or error.',
    labelNames: ['result', 'code'],
    registers,
  });
  const orders = new Counter({
    name: 'tallystone_orders_total',
    help: 'Orders of bets in play that this process ended, by result and by the code of the failure.',
    labelNames: ['result', 'code'],
    registers,
  });
  const batchBets = new Histogram({
    name: 'tallystone_bet_batch_bets',
    help: 'Bets in a batch, which is one transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100],
    registers,
  });
  const waits = new Histogram({
    name: 'tallystone_bet_wait_seconds',
    help: 'How long bets waited in the queue until their batch began.',
    buckets: SECONDS,
    registers,
  });
  const commits = new Histogram({
    name: 'tallystone_bet_commit_seconds',
    help: 'From the begin of a batch to its commit or its failure.',
    buckets: SECONDS,
    registers,
  });
  const delays = new Histogram({
    name: 'tallystone_stream_delay_seconds',
    help: 'From the moment at which this process learnt of a change until its readers were sent it.',
    buckets: SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'tallystone_failures_total',
    help: 'Failures by the message of their log line and the code of their cause; repetitions count, too.',
    labelNames: ['what', 'code'],
    registers,
  });
  return {
    betAnswered: (result, code) => answers.inc({ result, code }),
    orderEnded: (result, code) => orders.inc({ result, code }),
    betWaited: (ms) => waits.observe(ms / 1000),
    batchEnded({ bets, ms }) {
      batchBets.observe(bets);
      commits.observe(ms / 1000);
    },
    changesSent: (ms) => delays.observe(ms / 1000),
    failed: (what, code) => failures.inc({ what, code }),
  };
}
