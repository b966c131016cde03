import { aMarket, aQuote, usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  confirm,
  expectSoundBooks,
  followChainUpTo,
  type LiveBetting,
  openLiveBooks,
  refusal,
} from '@tallystone/testkit/betting/live-betting.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdminMarketList } from '../admin/list-admin-markets.ts';
import { HttpError } from '../http/http-error.ts';
import { getMarket } from '../markets/get-market.ts';
import { createMarketList } from '../markets/market-list.ts';
import { bookStakes } from './book-stakes.ts';
import { chainStakes } from './chain-stakes.ts';
import { listBets } from './list-bets.ts';
import { placeBet } from './place-bet.ts';

let database: TestDatabase;
let betting: LiveBetting;
beforeAll(async () => {
  ({ database, betting } = await openLiveBooks());
});
afterEach(() => expectSoundBooks(database.db));
afterAll(() => database.close());

const aBettor = (parts = {}) => aLiveBettor(database.db, betting, parts);
const listed = (bettor: { session: { userId: string } }, before: string | null = null) =>
  listBets(database.db, { userId: bettor.session.userId, family: 'evm', before, mode: 'live' });

describe('a quote', () => {
  test('says what the bettor signs for the stake, and another one each time', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const asked = { bettor, market, amount: 10 };
    const [one, other] = [await aQuote(betting, asked), await aQuote(betting, asked)];
    expect(one.live?.betId).toMatch(/^b_[a-z2-7]{20}$/);
    expect(one.live?.betId).not.toBe(other.live?.betId);
    const expires = Math.floor(new Date(one.expiresAt ?? '').getTime() / 1000);
    expect(one.live?.deadline).toBe(expires + 60);
  });

  test.each([
    ['a wallet on another chain', { chain: 'Ethereum' as const }],
    ['a Solana wallet', { wallet: { family: 'solana' as const, bytes: new Uint8Array(32), text: '1' } }],
  ])('for %s has no live terms', async (_, session) => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const other = { ...bettor, session: { ...bettor.session, ...session } };
    expect(await aQuote(betting, { bettor: other, market, amount: 10 })).not.toHaveProperty('live');
  });

  test('of a server without a chain has no live terms', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const quote = await aQuote({ ...betting, stakes: chainStakes(null) }, { bettor, market, amount: 10 });
    expect(quote.quoteId).toBeDefined();
    expect(quote).not.toHaveProperty('live');
  });

  describe('of a market that follows a chain', () => {
    beforeEach(async () => {
      await followChainUpTo(database.db, 95);
    });
    afterEach(async () => {
      await database.db.execute(sql`delete from chain_cursor`);
    });
    /** Open in the books, and in the contract too unless it never had the market. */
    const anOpenMarket = async (state: string | null = 'open') => {
      const market = state === null ? await aMarket(database.db) : await aLiveMarket(database.db);
      await database.db.execute(sql`
        update markets set state = 'open', opening = false where id = ${market.marketId}`);
      await database.db.execute(sql`
        update chain_markets set state = ${state ?? 'open'} where market_id = ${market.marketId}`);
      return market;
    };

    test('and has an event that the books could not apply is refused, and the list says why', async () => {
      const { db } = database;
      const market = await anOpenMarket();
      const bettor = await aBettor();
      const asked = { bettor, market, amount: 10 };
      const sent = await aLiveBet(betting, asked);
      await db.execute(sql`
        insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
        values (94, 0, '\\x00', '\\x00', 'MarketLimitsChanged', '{}', clock_timestamp())`);
      await db.execute(sql`
        insert into chain_unapplied (block_number, log_index, market_id, amount, problem)
        values (94, 0, ${market.marketId}, 0, 'A test.')`);
      const message = expect.stringMatching(
        /^Betting is paused while the operator checks .* no money was taken;/,
      );
      for (const answer of [aQuote(betting, asked), placeBet(betting, sent)]) {
        expect(await refusal(answer)).toMatchObject({ code: 'market-suspended', message });
      }
      expect(await getMarket(db, market.marketId)).toMatchObject({
        state: 'suspended',
        suspension: 'contract-unread',
      });
      expect(await listed(bettor)).toEqual([]);
    });

    test.each([
      [null, 'opening', /is still opening on the blockchain, so no money was taken; try again/],
      ['opening', 'opening', /is still opening on the blockchain, so no money was taken; try again/],
      ...(['refused', 'proposed', 'resolved', 'void'] as const).map(
        (state) =>
          [
            state,
            'contract-refuses',
            /isn't taking bets on this market, so no money was taken; choose another/,
          ] as const,
      ),
    ] as const)(
      'and is %s in the contract is refused before anything is signed, and the list says so too',
      async (state, suspension, sentence) => {
        const { db } = database;
        const market = await anOpenMarket(state);
        const bettor = await aBettor();
        const asked = { bettor, market, amount: 10 };
        const refused = await refusal(aQuote(betting, asked));
        expect(refused).toMatchObject({
          code: 'market-suspended',
          message: expect.stringMatching(sentence),
        });
        expect(await getMarket(db, market.marketId)).toMatchObject({ state: 'suspended', suspension });
        const lists = [
          createMarketList({ db, now: () => new Date() }),
          createAdminMarketList({ db, now: () => new Date() }),
        ];
        for (const list of lists) {
          const { plain } = await list.read();
          expect(
            JSON.parse(Buffer.from(plain).toString()).find(
              ({ id }: { id: string }) => id === market.marketId,
            ),
          ).toMatchObject({
            state: 'suspended',
            suspension,
          });
        }
        expect(await listed(bettor)).toEqual([]);

        // A market that takes bets is quoted, and a bet is refused with the same sentence once it takes none.
        const open = await anOpenMarket();
        const sent = await aLiveBet(betting, { ...asked, market: open });
        await db.execute(
          state === null
            ? sql`delete from chain_markets where market_id = ${open.marketId}`
            : sql`update chain_markets set state = ${state} where market_id = ${open.marketId}`,
        );
        expect(await refusal(placeBet(betting, sent))).toMatchObject({
          code: 'market-suspended',
          message: refused.message,
        });
        expect(await listed(bettor)).toEqual([]);
      },
    );

    test('whose betting is over is not suspended, whatever the contract says', async () => {
      const market = await anOpenMarket('resolved');
      await database.db.execute(sql`
        update markets set state = 'closed', closes_at = clock_timestamp() where id = ${market.marketId}`);
      const { plain } = await createAdminMarketList({ db: database.db, now: () => new Date() }).read();
      const shown = JSON.parse(Buffer.from(plain).toString()).find(
        ({ id }: { id: string }) => id === market.marketId,
      );
      expect(shown).toMatchObject({ state: 'closed' });
      expect(shown).not.toHaveProperty('suspension');
    });

    test('takes no more than the limit in the contract allows', async () => {
      const market = await anOpenMarket();
      const bettor = await aBettor();
      const limitThere = (limit: bigint) =>
        database.db.execute(sql`
          update chain_markets set max_house_loss = ${limit}::bigint where market_id = ${market.marketId}`);
      await limitThere(usdc(100));
      const { code, facts } = await refusal(aQuote(betting, { bettor, market, amount: 200 }));
      expect(code).toBe('stake-too-large');
      const { maxStake } = facts as { maxStake: number };
      expect(maxStake).toBeGreaterThan(100);
      expect(maxStake).toBeLessThan(120);
      await expect(
        aLiveBet(betting, { bettor, market, amount: 95 }).then((sent) => placeBet(betting, sent)),
      ).resolves.toMatchObject({ status: 'pending' });
      await limitThere(0n);
      expect(await refusal(aQuote(betting, { bettor, market, amount: 1 }))).toMatchObject({
        code: 'stake-too-large',
        facts: { maxStake: 0 },
      });
      await limitThere(usdc(10_000));
      await expect(aQuote(betting, { bettor, market, amount: 200 })).resolves.toMatchObject({ amount: 200 });
    });
  });

  test('is given while bets are taken, and refused with the reason while they are not', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const requireBettable = () => {
      throw new HttpError('not-ready', 'The contract takes no new bets for now, so no money was taken.');
    };
    const asked = { bettor, market, amount: 10 };
    const refused = await refusal(aQuote({ ...betting, requireBettable }, asked));
    expect(refused).toMatchObject({ code: 'not-ready', message: /isn't taking new bets right now/ });
    await expect(aQuote(betting, asked)).resolves.toMatchObject({ amount: 10 });
    // A chain never suspends practice bets, which still need only one signature.
    const practice = { ...betting, stakes: bookStakes, requireBettable };
    await expect(aQuote(practice, asked)).resolves.toMatchObject({ amount: 10 });
  });

  test('of an unknown market is refused', async () => {
    const market = await aLiveMarket(database.db);
    const unknown = { ...market, marketId: 'm_aaaaaaaaaaaaaaaaaaaa' };
    const bettor = await aBettor();
    expect(await refusal(aQuote(betting, { bettor, market: unknown, amount: 10 }))).toMatchObject({
      code: 'unknown-market',
      message: /does not exist, so no money was taken/,
    });
  });

  test('counts pending bets on its outcome and none on others', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const oddsOf = async (outcome: number) =>
      (await aQuote(betting, { bettor, market, outcome, amount: 10 })).odds;
    const before = [await oddsOf(0), await oddsOf(1)];
    const { id } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 900 }));
    expect(await oddsOf(0)).toBeLessThan(before[0] ?? 0);
    expect(await oddsOf(1)).toBe(before[1]);
    const shown = await getMarket(database.db, market.marketId);
    expect(shown?.outcomes.map(({ probability }) => probability)).toEqual([50, 50]);
    await confirm(database.db, [id]);
    expect(await oddsOf(1)).toBeGreaterThan(before[1] ?? 0);
  });
});
