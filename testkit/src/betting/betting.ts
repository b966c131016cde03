import { randomUUID } from 'node:crypto';
import type { App } from '@tallystone/api/app.ts';
import { answerBatch } from '@tallystone/api/betting/answer-batch.ts';
import { type BetQueue, createBetQueue } from '@tallystone/api/betting/bet-queue.ts';
import type { SentBet } from '@tallystone/api/betting/bet-request.ts';
import type { CashOutDeps } from '@tallystone/api/betting/cash-out.ts';
import { practiceStakes } from '@tallystone/api/betting/order-stakes.ts';
import type { PlaceBetDeps } from '@tallystone/api/betting/place-bet.ts';
import { type QuoteDeps, quote } from '@tallystone/api/betting/quote.ts';
import { recentTrade } from '@tallystone/api/betting/recent-trade.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { randomId } from '@tallystone/api/db/random-id.ts';
import { col, value } from '@tallystone/api/db/rows.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { rememberMissing } from '@tallystone/api/http/remember-missing.ts';
import type { Session } from '@tallystone/api/http/session.ts';
import { openAccount } from '@tallystone/api/ledger/account-ids.ts';
import { recordEntries } from '@tallystone/api/ledger/record-entries.ts';
import type { MarketList } from '@tallystone/api/markets/list-snapshot.ts';
import { createMarketList } from '@tallystone/api/markets/market-list.ts';
import { type NewMarket, openMarket } from '@tallystone/api/markets/open-market.ts';
import { priceText } from '@tallystone/api/markets/record-price.ts';
import { NO_METERS } from '@tallystone/api/meters/meters.ts';
import { openGuestFunds } from '@tallystone/api/practice/faucet.ts';
import { betMessage } from '@tallystone/core/betting/bet-message';
import {
  automaticCashOutMessage,
  cashOutMessage,
  partialCashOutMessage,
} from '@tallystone/core/betting/cash-out-message';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { outcomeIdOf } from '@tallystone/core/ids';
import { faucetGrantEntry } from '@tallystone/core/ledger/faucet-grant-entry';
import { poolFundingEntry } from '@tallystone/core/ledger/pool-funding-entry';
import { priceOfOdds } from '@tallystone/core/markets/price-point';
import { type MicroUsdc, microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { sql } from 'drizzle-orm';
import { anEvmWallet, type TestWallet } from '../wallets/wallets.ts';

export const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));

/** The parts that place bets, combined as in the server. */
export interface TestBetting extends QuoteDeps, PlaceBetDeps, CashOutDeps {
  queue: BetQueue;
  marketList: MarketList;
}

/** The betting of one process on a database; several calls act as several processes. */
export function aBettingProcess(db: Db, clock: { now: () => Date } = { now: () => new Date() }): TestBetting {
  const marketList = createMarketList({ db, now: clock.now });
  return {
    db,
    mode: 'demo',
    stakes: practiceStakes,
    quoteKey: new Uint8Array(32).fill(7),
    meters: NO_METERS,
    now: clock.now,
    requireBettable: () => undefined,
    openGuestFunds: (userId) => openGuestFunds(db, userId, clock.now()),
    onSignedOut: () => undefined,
    missingMarkets: rememberMissing(clock),
    recentTrade: (marketId) => recentTrade(db, marketId),
    marketList,
    onPaid: (marketId) => marketList.markStale(marketId),
    queue: createBetQueue({
      answerBatch: (batch) => answerBatch(db, { ...batch, stakes: practiceStakes }),
      onPlaced: (marketId) => marketList.markStale(marketId),
    }),
  };
}

/** Opens the house's accounts and funds the pool. */
export async function fundTheHouse(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    for (const kind of ['pool', 'fees', 'faucet', 'outside'] as const) await openAccount(tx, { kind });
    await recordEntries(tx, [
      { key: `pool-funding:${randomUUID()}`, entry: poolFundingEntry({ amount: usdc(10_000_000) }) },
    ]);
  });
}

export interface TestBettor extends TestWallet {
  session: Session;
}

/** A user with funds and a wallet that really signs. */
export async function aBettor(
  db: Db,
  {
    funds = usdc(1000),
    wallet: signer = anEvmWallet(),
    cap = null,
  }: { funds?: MicroUsdc; wallet?: TestWallet; cap?: MicroUsdc | null } = {},
): Promise<TestBettor> {
  const { wallet } = signer;
  const userId = randomUUID();
  const walletType = wallet.family === 'evm' ? 'metamask' : 'phantom';
  await transaction(db, async (tx) => {
    await tx.execute(sql`
      insert into users (id, family, address_bytes, address, wallet_type, daily_stake_cap)
      values (${userId}, ${wallet.family}, ${Buffer.from(wallet.bytes)}, ${wallet.text}, ${walletType},
        ${cap === null ? null : cap.toString()}::bigint)`);
    await openAccount(tx, { kind: 'user', userId });
    if (funds > 0n) {
      await recordEntries(tx, [
        { key: `faucet-grant:${userId}:first`, entry: faucetGrantEntry({ userId, amount: funds }) },
      ]);
    }
  });
  return {
    ...signer,
    session: {
      tokenHash: new Uint8Array(32),
      userId,
      verified: true,
      expiresAt: new Date(Date.now() + 3_600_000),
      wallet,
      walletType,
      chain: wallet.family === 'evm' ? 'Polygon' : 'Solana',
      isAdmin: false,
      isGuardian: false,
      kycLevel: 0,
      capOverride: cap,
    },
  };
}

export interface TestMarket {
  marketId: string;
  /** Ids in outcome order. */
  outcomeIds: string[];
}

export async function aMarket(db: Db, market: Partial<NewMarket> = {}): Promise<TestMarket> {
  const opened = await transaction(db, (tx) =>
    openMarket(tx, {
      title: 'Will it rain in Bergen tomorrow?',
      description: 'At least one millimetre at the Florida station.',
      category: 'sports',
      subcategory: 'soccer',
      outcomes: [
        { name: 'Yes', probability: 0.5 },
        { name: 'No', probability: 0.5 },
      ],
      endsAt: new Date(Date.now() + 86_400_000),
      source: 'custom',
      lossBudget: usdc(10_000),
      ...market,
    }),
  );
  if (opened.kind !== 'opened') throw new Error(`the market did not open: ${opened.reason}`);
  return opened;
}

/** A feed market without bets, as an import creates it. */
export async function aFeedMarket(
  db: Db,
  {
    gameId = randomUUID(),
    odds = [2.1, 1.8],
    winners = 1,
    title = 'Team 1 – Team 2',
    cap = usdc(5000),
    gameCap = usdc(10_000),
    pricedAt = new Date(),
  }: {
    /** Set it to create several markets of one game, of which the first is the main one. */
    gameId?: string;
    odds?: readonly (number | null)[];
    /** Several only for a market that isn't the main one. */
    winners?: number;
    /** Of the game, such as `Arsenal vs Chelsea`, whose participants a combo must not share. */
    title?: string;
    cap?: MicroUsdc;
    gameCap?: MicroUsdc;
    pricedAt?: Date;
  } = {},
): Promise<TestMarket & { gameId: string }> {
  const marketId = randomId('m_');
  const outcomes = odds.map((each, position) => ({
    id: outcomeIdOf(marketId, position),
    position,
    name: `Team ${position + 1}`,
    odds: each === null ? null : microOddsText(each),
  }));
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  await transaction(db, async (tx) => {
    await tx.execute(sql`
      insert into games (id, title, sport, league, country, state, starts_at, cap)
      values (${gameId}, ${title}, 'Football', 'Premier League', 'England', 'Prematch', ${endsAt},
        ${gameCap.toString()})
      on conflict do nothing`);
    await tx.execute(sql`
      insert into markets (id, title, description, category, subcategory, state, source, pricing, premium,
        game_id, is_main, winners, azuro_condition_id, turnover, priced_at, starts_at, ends_at, closes_at, loss_budget,
        funded, fill_rule)
      values (${marketId}, ${title}, 'Who wins?', 'sports', 'soccer', 'open', 'azuro', 'feed', false,
        ${gameId}, not exists (select from markets where game_id = ${gameId}), ${winners}, ${randomUUID()}, 12340000, ${pricedAt.toISOString()}, ${endsAt}, ${endsAt}, ${endsAt},
        ${cap.toString()}, 0, ${AT_LEAST})`);
    await tx.execute(sql`
      insert into outcomes (id, market_id, position, name, initial_probability, feed_odds)
      select id, ${marketId}, position, name, 0.5, odds
      from json_to_recordset(${JSON.stringify(outcomes)}::json)
        as o(id text, position smallint, name text, odds bigint)`);
    await tx.execute(sql`
      insert into feed_prices (market_id, version, at, odds)
      values (${marketId}, 1, ${pricedAt.toISOString()}, ${JSON.stringify(outcomes.map((o) => o.odds))}::jsonb)`);
    await openAccount(tx, { kind: 'escrow', marketId });
  });
  return { marketId, outcomeIds: outcomes.map(({ id }) => id), gameId };
}

/** Changes a market's odds as the feed does. */
export async function moveFeedOdds(
  db: Db,
  { marketId }: TestMarket,
  odds: readonly (number | null)[],
): Promise<void> {
  const texts = JSON.stringify(odds.map((each) => (each === null ? null : microOddsText(each))));
  const moved = odds.map((each) => (each === null ? null : microOdds(BigInt(microOddsText(each)))));
  const winners = await value(db, col.number, sql`select winners from markets where id = ${marketId}`);
  const price = priceText(priceOfOdds({ odds: moved, winners }));
  await transaction(db, async (tx) => {
    await tx.execute(sql`
      update markets set version = version + 1, priced_at = clock_timestamp() where id = ${marketId}`);
    await tx.execute(sql`
      update outcomes set feed_odds = (${texts}::jsonb ->> position)::bigint where market_id = ${marketId}`);
    await tx.execute(sql`
      insert into feed_prices (market_id, version, at, odds)
      select id, version, priced_at, ${texts}::jsonb from markets where id = ${marketId}`);
    await tx.execute(sql`
      insert into price_points (market_id, version, at, price)
      select id, version, priced_at, ${price}::integer[] from markets where id = ${marketId}`);
  });
}

const microOddsText = (odds: number) => String(BigInt(Math.round(odds * 100)) * 10_000n);

/** A bet as an app sends it: signed by the bettor, by default with a fresh key. */
export function aBet(
  bettor: TestBettor,
  terms: {
    marketId: string;
    outcomeId: string;
    amount: number | string;
    odds: number | string;
    quoteId?: string;
    key?: string | null;
  },
): SentBet {
  const { key = randomUUID(), ...signed } = terms;
  return { session: bettor.session, body: aBetBody(bettor, signed), idempotencyKey: key };
}

/** The body of a bet, signed by a wallet. */
export function aBetBody(
  { wallet, sign }: TestWallet,
  terms: {
    marketId: string;
    outcomeId: string;
    amount: number | string;
    odds: number | string;
    quoteId?: string;
  },
): RequestBody<'placeBet'> {
  const { marketId, outcomeId, amount, odds, quoteId } = terms;
  const text = betMessage({ amount: String(amount), outcomeId, odds: String(odds) });
  return {
    publicKey: wallet.text,
    marketId,
    outcomeId,
    amount,
    odds,
    signature: `0x${Buffer.from(sign(text)).toString('hex')}`,
    ...(quoteId === undefined ? {} : { quoteId }),
  };
}

/** A bettor's quote on the outcome at an index. */
export function aQuote(
  betting: TestBetting,
  asked: { bettor: TestBettor; market: TestMarket; outcome?: number; amount: number },
): Promise<WireQuote> {
  return quote(betting, {
    marketId: asked.market.marketId,
    outcomeId: asked.market.outcomeIds[asked.outcome ?? 0] ?? '',
    amount: String(asked.amount),
    session: asked.bettor.session,
  });
}

/** A bet on a fresh quote. */
export async function aQuotedBet(
  betting: TestBetting,
  asked: { bettor: TestBettor; market: TestMarket; outcome?: number; amount: number; key?: string | null },
): Promise<SentBet> {
  const { odds, minOdds = odds, outcomeId, marketId, quoteId } = await aQuote(betting, asked);
  return aBet(asked.bettor, {
    marketId,
    outcomeId,
    amount: asked.amount,
    odds: minOdds,
    ...(quoteId === undefined ? {} : { quoteId }),
    ...(asked.key === undefined ? {} : { key: asked.key }),
  });
}

/** A cash-out as an app sends it, signed by the bettor. */
export function aCashOut(
  bettor: TestBettor,
  { betId, amount }: { betId: string; amount: number | string },
): { session: Session; betId: string; body: RequestBody<'cashOut'> } {
  return { session: bettor.session, betId, body: aCashOutBody(bettor, { betId, amount }) };
}

/** The cash-out of a part of a bet as an app sends it, signed by the bettor. */
export function aPartialCashOut(
  { session, sign }: TestBettor,
  { betId, stake, of, amount }: { betId: string } & Record<'stake' | 'of' | 'amount', number | string>,
): { session: Session; betId: string; body: RequestBody<'cashOut'> } {
  const text = partialCashOutMessage({ betId, stake: String(stake), of: String(of), amount: String(amount) });
  const signature = `0x${Buffer.from(sign(text)).toString('hex')}`;
  return { session, betId, body: { amount, part: { stake, of }, signature } };
}

/** An automatic cash-out as an app sends it, signed by the bettor. */
export function anAutomaticCashOut(
  { session, sign }: TestBettor,
  { betId, amount }: { betId: string; amount: number | string },
): { session: Session; betId: string; body: RequestBody<'setAutomaticCashOut'> } {
  const text = automaticCashOutMessage({ betId, amount: String(amount) });
  const signature = `0x${Buffer.from(sign(text)).toString('hex')}`;
  return { session, betId, body: { amount, signature } };
}

/** The body of a cash-out, signed by a wallet. */
export function aCashOutBody(
  { sign }: Pick<TestWallet, 'sign'>,
  { betId, amount }: { betId: string; amount: number | string },
): RequestBody<'cashOut'> {
  const text = cashOutMessage({ betId, amount: String(amount) });
  return { amount, signature: `0x${Buffer.from(sign(text)).toString('hex')}` };
}

/** Gets a quote and bets on the first outcome through the API, as an app does. */
export async function betOverHttp(
  { http }: Pick<App, 'http'>,
  asked: { wallet: TestWallet; headers: { authorization: string }; market: TestMarket; amount: number },
) {
  const { wallet, headers, market, amount } = asked;
  const [outcomeId = ''] = market.outcomeIds;
  const quoted = await http.inject({
    url: `/api/markets/${market.marketId}/quote`,
    query: { outcomeId, amount: String(amount) },
    headers,
  });
  const { odds, minOdds = odds, quoteId = '' } = quoted.json<WireQuote>();
  return http.inject({
    method: 'POST',
    url: '/api/bets',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: aBetBody(wallet, { marketId: market.marketId, outcomeId, amount, odds: minOdds, quoteId }),
  });
}
