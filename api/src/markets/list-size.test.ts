import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Category, WireListedMarket } from '@tallystone/core/http-api/markets';
import { encodeId, outcomeIdOf } from '@tallystone/core/ids';
import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { openLmsrBook } from '@tallystone/core/odds/lmsr';
import { expect, test } from 'vitest';
import { PRACTICE_BUDGETS } from '../practice/top-up.ts';
import { createListSnapshot } from './list-snapshot.ts';
import type { StoredMarket } from './stored-market.ts';
import { wireListedMarket } from './wire-listed-market.ts';
import { wireMarket } from './wire-market.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const MINUTE_MS = 60_000;
const CATEGORIES = ['sports', 'politics', 'crypto'] as const satisfies Category[];
const SUBCATEGORIES = ['tennis', 'elections', 'bitcoin'];
const LARGEST = 25_000;

const hash = (text: string) => createHash('sha256').update(text).digest();

/** A practice market of two to four outcomes before its first bet, as `bench/add-markets.ts` makes them. */
function aStoredMarket(n: number): StoredMarket {
  const id = encodeId('m_', hash(`market ${n}`));
  const places = Array.from({ length: 2 + (n % 3) }, (_, place) => place);
  const endsAt = new Date(NOW.getTime() + (24 * 60 + n * 7) * MINUTE_MS);
  return {
    id,
    title: `Will question number ${n} of the long list be answered with yes?`,
    description:
      'A market made for measuring, with a description about as long as those that people write for their own.',
    category: CATEGORIES[n % 3] ?? 'sports',
    subcategory: SUBCATEGORIES[n % 3] ?? '',
    isMain: true,
    gameId: null,
    inPlay: null,
    more: 0,
    group: 'result',
    name: 'Winner',
    line: null,
    winners: 1,
    isOneSided: false,
    league: null,
    country: null,
    state: 'open',
    source: 'practice',
    premium: true,
    tags: [],
    disabled: false,
    feedHalt: null,
    chainHalt: null,
    archivedAt: null,
    azuroConditionId: null,
    turnover: null,
    startsAt: null,
    endsAt,
    closesAt: endsAt,
    version: 1,
    wonOutcomeId: null,
    alsoWon: [],
    staked: ZERO_USDC,
    changedAt: 1n,
    funded: PRACTICE_BUDGETS[AT_LEAST],
    onChain: null,
    draw: { commitment: hash(`seed ${n}`).toString('hex'), seed: null },
    outcomeIds: places.map((place) => outcomeIdOf(id, place)),
    outcomeNames: places.map((place) => `Answer number ${place}`),
    book: openLmsrBook({
      rule: AT_LEAST,
      initialProbabilities: places.map(() => 1),
      lossBudget: PRACTICE_BUDGETS[AT_LEAST],
    }),
  };
}

const MARKETS = Array.from({ length: 520 }, (_, n) => aStoredMarket(n + 1));

async function gzipOf(wire: (market: StoredMarket) => WireListedMarket): Promise<Buffer> {
  const list = createListSnapshot({
    now: () => NOW,
    load: async () =>
      MARKETS.map((market) => {
        const { id, version, endsAt } = market;
        const rank = endsAt.getTime();
        return { id, version, rank, staleAt: rank, json: JSON.stringify(wire(market)) };
      }),
  });
  return (await list.read()).gzipped();
}

test('a list of 520 markets is sent in less than 25 kB', async () => {
  const gzipped = await gzipOf(wireListedMarket);
  expect(JSON.parse(gunzipSync(gzipped).toString())).toHaveLength(520);
  expect(gzipped.length).toBeLessThan(LARGEST);
  // With every field of its markets it would be much larger.
  expect((await gzipOf(wireMarket)).length).toBeGreaterThan(1.5 * LARGEST);
});
