import { afterEach, expect, test } from 'vitest';
import { type Snapshot, STARTING } from './gauges.ts';
import { type Metrics, openMetrics } from './open-metrics.ts';

let metrics: Metrics | null = null;
afterEach(async () => {
  await metrics?.stop();
  metrics = null;
});

async function open(): Promise<Metrics> {
  metrics = await openMetrics({ port: 0, host: '127.0.0.1', mode: 'demo' });
  return metrics;
}

/** The lines of our own metrics, without comments. */
async function read({ address }: Metrics): Promise<string[]> {
  const text = await (await fetch(address)).text();
  return text.split('\n').filter((line) => line.startsWith('tallystone_'));
}

const RUNNING: Snapshot = {
  notReady: null,
  reasons: [
    { kind: 'feed', stops: 'some-bets', sentence: 'a' },
    { kind: 'books', stops: 'every-bet', sentence: 'b' },
    { kind: 'books', stops: 'every-bet', sentence: 'c' },
  ],
  betsWaiting: 7,
  connections: { busy: 3, idle: 2, waiting: 1 },
  stream: { readers: 12, stuckSeconds: 0 },
  invariants: [
    { number: 1, promise: 'one', holds: true, checkedAt: new Date(1_800_000_000_000) },
    { number: 2, promise: 'two', holds: false, checkedAt: new Date(1_800_000_000_000) },
    { number: 2, promise: 'another with this number', holds: true, checkedAt: new Date(1_800_000_000_000) },
  ],
  books: {
    sealLagSeconds: 4.5,
    clockSkewSeconds: -31,
    paying: { markets: 2, oldestSeconds: 90, unpaidUsdc: 1234.56 },
    syncStandbys: 1,
    ordersWaiting: 5,
    combos: { open: 4, heldUsdc: 900.5, budgetUsed: 0.02 },
    feedMarkets: { stale: 3, all: 10 },
  },
  feedAgeSeconds: 1.5,
  chain: {
    alert: 'paused',
    unreadSeconds: 3,
    nodesSilentSeconds: [0.5, 44],
    accounts: [{ roles: ['relayer', 'resolver'], nonce: 9, balancePol: 0.25, transactionsLeft: 12 }],
    gasPriceGwei: 85,
  },
};

test('a starting server says that it is not ready, and nothing that it does not know', async () => {
  const lines = await read(await open());
  expect(lines).toContain('tallystone_ready 0');
  expect(lines).toContain('tallystone_not_ready{cause="starting"} 1');
  expect(lines.filter((line) => /seal_lag|feed_age|chain|database_connections/.test(line))).toEqual([]);
});

test('each figure of a running server has its value and labels', async () => {
  const opened = await open();
  opened.watch(async () => RUNNING);
  const lines = await read(opened);
  expect(lines).toEqual(
    expect.arrayContaining([
      'tallystone_ready 1',
      'tallystone_not_ready{cause="full"} 0',
      'tallystone_betting_reasons{kind="feed",stops="some-bets"} 1',
      'tallystone_betting_reasons{kind="books",stops="every-bet"} 2',
      'tallystone_bets_waiting 7',
      'tallystone_database_connections{state="busy"} 3',
      'tallystone_database_connections{state="waiting"} 1',
      'tallystone_stream_readers 12',
      'tallystone_invariant_broken{invariant="1"} 0',
      'tallystone_invariant_broken{invariant="2"} 1',
      'tallystone_invariants_checked_timestamp_seconds 1800000000',
      'tallystone_database_sync_standbys 1',
      'tallystone_seal_lag_seconds 4.5',
      'tallystone_clock_skew_seconds -31',
      'tallystone_markets_to_settle 2',
      'tallystone_settlement_oldest_seconds 90',
      'tallystone_settlement_unpaid_usdc 1234.56',
      'tallystone_orders_waiting 5',
      'tallystone_combos_open 4',
      'tallystone_combos_held_usdc 900.5',
      'tallystone_combo_budget_used_ratio 0.02',
      'tallystone_feed_markets{state="fresh"} 7',
      'tallystone_feed_markets{state="stale"} 3',
      'tallystone_feed_age_seconds 1.5',
      'tallystone_chain_alert{kind="paused"} 1',
      'tallystone_chain_unread_seconds 3',
      'tallystone_chain_node_silent_seconds{node="1"} 0.5',
      'tallystone_chain_node_silent_seconds{node="2"} 44',
      'tallystone_relayer_nonce{account="relayer+resolver"} 9',
      'tallystone_account_balance_pol{account="relayer+resolver"} 0.25',
      'tallystone_account_transactions_left{account="relayer+resolver"} 12',
      'tallystone_gas_price_gwei 85',
    ]),
  );
});

test('a figure that is not known any more disappears', async () => {
  const opened = await open();
  opened.watch(async () => RUNNING);
  await read(opened);
  opened.watch(async () => ({ ...STARTING, notReady: null, books: null }));
  const lines = await read(opened);
  expect(lines).toContain('tallystone_ready 1');
  expect(lines.filter((line) => /seal_lag|invariant_broken|betting_reasons|chain_alert/.test(line))).toEqual(
    [],
  );
});

test('meters count what happens', async () => {
  const opened = await open();
  const { meters } = opened;
  meters.betAnswered('placed', '');
  meters.betAnswered('refused', 'odds-changed');
  meters.betAnswered('refused', 'odds-changed');
  meters.orderEnded('failed', 'market-suspended');
  meters.betWaited(4);
  meters.batchEnded({ bets: 3, ms: 20 });
  meters.changesSent(30);
  meters.failed('a request failed', 'ECONNRESET');
  expect(await read(opened)).toEqual(
    expect.arrayContaining([
      'tallystone_bets_total{result="placed",code=""} 1',
      'tallystone_bets_total{result="refused",code="odds-changed"} 2',
      'tallystone_orders_total{result="failed",code="market-suspended"} 1',
      'tallystone_bet_wait_seconds_sum 0.004',
      'tallystone_bet_batch_bets_sum 3',
      'tallystone_bet_commit_seconds_bucket{le="0.025"} 1',
      'tallystone_stream_delay_seconds_count 1',
      'tallystone_failures_total{what="a request failed",code="ECONNRESET"} 1',
    ]),
  );
});

test('only GET /metrics is answered', async () => {
  const { address } = await open();
  const { origin } = new URL(address);
  expect((await fetch(origin)).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
});

test('a snapshot that fails is an error for Prometheus, not stale figures', async () => {
  const opened = await open();
  opened.watch(() => Promise.reject(new Error('out of order')));
  const response = await fetch(opened.address);
  expect([response.status, await response.text()]).toEqual([500, 'Error: out of order\n']);
});

test('a port that is taken is an error at once', async () => {
  const { address } = await open();
  const port = Number(new URL(address).port);
  await expect(openMetrics({ port, host: '127.0.0.1', mode: 'demo' })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
