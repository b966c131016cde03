import * as z from 'zod/mini';
import { reasonSchema } from './sentences/reason-schema.ts';

/**
 * Every endpoint of the product on one page: method, path, who may call, request and response.
 *
 * The server mounts its routes from this list, the web client is typed by it, the OpenAPI document is
 * made from it and the authorisation tests are generated from it. A route that is not here does not exist.
 */

// ---- what crosses the wire -------------------------------------------------------------------------

/** Amounts and odds are JSON numbers; a numeric string is accepted too. The grammar is checked by `parseUsdc` and `parseOdds`. */
const decimalInput = z.union([z.number(), z.string().check(z.maxLength(32))]);
/** The database takes no text with a NUL in it, nor with half a pair. */
const id = z.string().check(
  z.minLength(1),
  z.maxLength(64),
  z.refine((text) => !/[\0\p{Cs}]/u.test(text)),
);
const walletInput = z.string().check(z.minLength(1), z.maxLength(128));
/** Forms that `parseSignature` of core/identity reads: hex; of Solana wallets also base58 and base64. */
const signatureInput = z.string().check(z.maxLength(512));
/** The wallet's signature over the text of an act that cannot be undone: core/identity/act-message.ts. */
const signedActInput = z.optional(
  z.strictObject({ nonce: z.string().check(z.maxLength(128)), signature: signatureInput }),
);
const isoTime = z.string();
/** Of the sentence beside it: for pages in another language. */
const aReason = z.optional(reasonSchema);
/** So many markets one call may change. The audit keeps them in one row, under one signature. */
export const MOST_IN_BULK = 10_000;
/** Text of a form: bounded here, judged with a sentence of its own by the rules in core. */
const formText = z.string().check(z.maxLength(10_000));

export const categorySchema = z.enum(['sports', 'politics', 'crypto', 'entertainment', 'economics']);
export const walletTypeSchema = z.enum(['phantom', 'backpack', 'metamask', 'evm']);
export const chainSchema = z.enum(['Ethereum', 'BSC', 'Polygon', 'Solana']);

export const marketSourceSchema = z.enum(['practice', 'custom', 'azuro']);
/**
 * `feed-stopped`: the feed halted betting. `feed-stale`: its price is too old. Of live mode, `opening`: the contract
 * does not know the market yet; `contract-refuses`: it knows another one, or takes no more bets on it;
 * `contract-unread`: it said something of it that the books could not take in. See core/markets/suspension.ts.
 */
export const suspensionSchema = z.enum([
  'admin',
  'opening',
  'contract-refuses',
  'contract-unread',
  'feed-stopped',
  'feed-stale',
  'game-started',
  'game-canceled',
]);

/** Where a market stands in its life: core/markets/lifecycle.ts. */
export const marketStateSchema = z.enum(['open', 'suspended', 'closed', 'resolving', 'settled', 'void']);

export const outcomeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Percent, 0 to 100. */
  probability: z.number(),
  /** Decimal odds for a stake of 1 USDC, floored to two decimals; null when the outcome cannot be priced. */
  odds: z.nullable(z.number()),
  /** The largest stake in USDC at which `odds` still hold; null when `odds` is null. */
  maxAtOdds: z.nullable(z.number()),
});

export const marketSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: categorySchema,
  subcategory: z.string(),
  /** The list holds open and suspended ones; the address of one market gives it in any state. */
  state: marketStateSchema,
  /** Rises by one with every committed change of the market. */
  version: z.number(),
  source: marketSourceSchema,
  /** Why no bets are taken; only while suspended. */
  suspension: z.optional(suspensionSchema),
  /** True when our market maker prices the market with no margin added. */
  premium: z.boolean(),
  /** Markets of the feed: the condition they follow, the feed's margin in percent and its turnover in USDT. */
  azuroMarketId: z.optional(z.string()),
  margin: z.optional(z.nullable(z.number())),
  turnover: z.optional(z.number()),
  tags: z.array(z.string()),
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  closesAt: isoTime,
  /** By when it is to have its result. */
  settlesBy: isoTime,
  /** The outcome that won, of a settled market. */
  wonOutcomeId: z.optional(z.string()),
  /** Of a practice market: SHA-256 of the seed that draws its result, and the seed once it was drawn. Hex. */
  draw: z.optional(z.object({ commitment: z.string(), seed: z.optional(z.string()) })),
  /** Stakes taken by us, in USDC. */
  volume: z.number(),
  outcomes: z.array(outcomeSchema),
});

export const userSchema = z.object({
  publicKey: z.string(),
  walletType: walletTypeSchema,
  kycLevel: z.number(),
  /** USDC per UTC day. */
  dailyStakeCap: z.number(),
  /** False for a guest of a demo: the wallet has not signed in. */
  verified: z.boolean(),
});

/** A sign-in that is open. Its id is made for this list: with it nothing can be read or done but ending the session. */
export const sessionSchema = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** The network the wallet was on, as it said itself. */
  chain: z.nullable(chainSchema),
  createdAt: isoTime,
  /** To about five minutes. */
  lastUsedAt: isoTime,
  expiresAt: isoTime,
});

export const profileSchema = z.extend(userSchema, {
  /** Over all bets of the user, also those older than the list shows. */
  stats: z.object({
    totalBets: z.number(),
    activeBets: z.number(),
    totalWagered: z.number(),
    /** Bets that have ended, and what they brought beyond their stakes, USDC; below zero for a loss. */
    endedBets: z.number(),
    profit: z.number(),
  }),
});

/** `pending` and `failed` are of live bets alone: not final on the chain yet, and never to be. */
export const betStatusSchema = z.enum(['pending', 'confirmed', 'settled', 'failed']);

/**
 * An accepted live bet with all that `placeBets` of the contract takes (contracts/src/IBetEscrow.sol, `SignedBet`): whoever
 * pays the gas can send it before `acceptedUntil`, without us (contracts/script/place-bet.mjs).
 */
export const signedBetSchema = z.object({
  chainId: z.number(),
  escrow: z.string(),
  bet: z.object({
    /** As the contract knows bet and market: 32 and 16 bytes as hex. */
    betId: z.string(),
    marketId: z.string(),
    bettor: z.string(),
    /** Counted from 0. */
    outcome: z.number(),
    /** Micro-USDC and micro-odds, as decimal text. */
    stake: z.string(),
    odds: z.string(),
    /** Seconds since 1970: the authorization of the stake cannot be used from then on. */
    deadline: z.number(),
  }),
  /** The bettor's signature of the authorization. */
  v: z.number(),
  r: z.string(),
  s: z.string(),
  /** Seconds since 1970: our acceptance holds before it. */
  acceptedUntil: z.number(),
  /** Our signature of the acceptance: r, s and v as hex. */
  acceptance: z.string(),
});

/** Where a live bet stands on the chain. */
export const betChainSchema = z.object({
  /**
   * `waiting`: accepted, and in no transaction yet. `sent`: in one that is not in a block. `included`: in a block that
   * could still be undone. `final`: it stands. `failed`: nothing was taken, and nothing will be.
   */
  state: z.enum(['waiting', 'sent', 'included', 'final', 'failed']),
  /** The block that holds its transaction, once included. */
  block: z.optional(z.number()),
  /** While it is included: about how many blocks are left until it is final. */
  blocksLeft: z.optional(z.number()),
  /** Why it failed: core/betting/bet-failure.ts. */
  failure: z.optional(z.string()),
  /** Of a bet that was paid on the chain: the hash of the transaction that did. */
  payoutTxHash: z.optional(z.string()),
  /** While it is pending, and for its bettor alone: what sends it to the contract. */
  signed: z.optional(signedBetSchema),
});

export const placedBetSchema = z.object({
  id: z.string(),
  marketId: z.string(),
  outcomeId: z.string(),
  amount: z.number(),
  /** What the bet was filled at: `minOdds` or better, or exactly what was signed. */
  odds: z.number(),
  /** What the bettor signed, where the market takes that for the lowest. */
  minOdds: z.optional(z.number()),
  potentialWin: z.number(),
  totalReturn: z.number(),
  status: betStatusSchema,
  placedAt: isoTime,
  /** Only ever the hash of a real chain transaction. */
  txHash: z.optional(z.string()),
  /** Made from the stored signature, see core/betting/bet-reference.ts. */
  reference: z.string(),
  /** Of live bets alone. */
  chain: z.optional(betChainSchema),
});

/** How a bet ended. */
export const betResultSchema = z.enum(['won', 'lost', 'void', 'cashed-out']);

export const betSchema = z.extend(placedBetSchema, {
  market: z.object({
    title: z.string(),
    category: categorySchema,
    state: marketStateSchema,
    /** By when it is to have its result. */
    settlesBy: z.optional(isoTime),
  }),
  outcomeName: z.string(),
  /** Of a bet that has ended: how, what was paid for it, that minus the stake, and when. */
  result: z.optional(betResultSchema),
  paid: z.optional(z.number()),
  profit: z.optional(z.number()),
  endedAt: z.optional(isoTime),
  /** Of an open bet: what the market gives for it now, USDC; absent when it cannot be cashed out. */
  cashOut: z.optional(z.number()),
});

export const cashOutQuoteSchema = z.object({
  betId: z.string(),
  /** What the market gives for the bet now, USDC; null when it cannot be cashed out. */
  amount: z.nullable(z.number()),
  /** Why not, one plain sentence; and when it can be, where the clock alone stands against it. */
  reason: z.optional(z.string()),
  why: aReason,
  availableAt: z.optional(isoTime),
  /** Version of the market that it was computed from. */
  version: z.number(),
});

export const cashOutSchema = z.object({
  betId: z.string(),
  /** What was paid, USDC. */
  amount: z.number(),
  /** That minus the stake, USDC. */
  profit: z.number(),
  endedAt: isoTime,
});

/** An entry of the books as one user sees it. */
export const statementRowSchema = z.object({
  /** Of the entry; newer ones are larger. */
  id: z.number(),
  at: isoTime,
  kind: z.enum([
    'faucet-grant',
    'bet',
    'cash-out',
    'refund',
    'settlement',
    // Of live bets alone: from the wallet, and back to it.
    'stake-received',
    'payout-sent',
  ]),
  /** USDC, below zero when it left the user's funds. */
  amount: z.number(),
  /** Available funds after it, USDC. */
  balance: z.number(),
  /** The bets it is about, at most 20 of them, and how many there are. */
  bets: z.array(
    z.object({ betId: z.string(), marketTitle: z.string(), outcomeName: z.string(), amount: z.number() }),
  ),
  betCount: z.number(),
});

/** Profit of the bets that ended on each of the last 30 UTC days, oldest first, none missing. USDC. */
export const profitSchema = z.object({
  total: z.number(),
  days: z.array(z.object({ day: z.string(), profit: z.number() })),
});

export const quoteSchema = z.object({
  /** Server-made token that makes a retry the same bet; absent for anonymous callers. */
  quoteId: z.optional(z.string()),
  marketId: z.string(),
  outcomeId: z.string(),
  amount: z.number(),
  /** What the stake gets now. */
  odds: z.number(),
  /**
   * The lowest odds that we suggest to sign; the bet is filled at them or at better ones. Absent where a bet is filled at
   * exactly the signed odds: then `odds` are to be signed.
   */
  minOdds: z.optional(z.number()),
  potentialWin: z.number(),
  totalReturn: z.number(),
  /** The most the market takes on this outcome now, in USDC. */
  maxStake: z.number(),
  /** What is left of the caller's daily stake cap, in USDC; absent for anonymous callers. */
  capLeft: z.optional(z.number()),
  expiresAt: z.optional(isoTime),
  /**
   * In live mode, for a wallet that can bet there: the id that the bet will have, and until when the authorization of its
   * stake must hold, in seconds since 1970. Both are signed.
   */
  live: z.optional(z.object({ betId: z.string(), deadline: z.number() })),
  /** Version of the market the odds were computed from. */
  version: z.number(),
});

export const limitsSchema = z.object({
  dailyStakeCap: z.number(),
  usedToday: z.number(),
  capLeft: z.number(),
  /** When the cap starts anew: the next UTC midnight. */
  resetsAt: isoTime,
  /** Available funds in USDC. In live mode: what was won and is still on its way to the wallet. */
  balance: z.number(),
  /** The cap that the house gives, and the user's own, which holds when it is lower; null: none. USDC. */
  givenCap: z.number(),
  ownCap: z.nullable(z.number()),
  /** A raise that was asked for: from when on the own cap is this, null: none. */
  nextCap: z.optional(z.object({ cap: z.nullable(z.number()), from: isoTime })),
  /** Until then no bets are taken of the user. */
  blocked: z.optional(z.object({ kind: z.enum(['break', 'exclusion']), until: isoTime })),
});

export const configSchema = z.object({
  mode: z.enum(['demo', 'live']),
  /** Whether the app offers its built-in practice wallets. */
  practiceWallets: z.boolean(),
  /** Address of "Practice admin", whose key comes by the link that the start prints; only in a demo of this machine alone. */
  practiceAdmin: z.optional(z.string()),
  solanaRpcUrl: z.string(),
  /** Where sports markets come from: Azuro itself, or the stand-in that the demo runs. */
  feed: z.enum(['azuro', 'demo-feed']),
  /** Where live bets are placed. */
  live: z.optional(
    z.object({
      chainId: z.number(),
      chainName: z.literal('Polygon'),
      /** Address of a block explorer, without a slash at its end. */
      explorer: z.nullable(z.string()),
      escrow: z.string(),
      usdc: z.object({ address: z.string(), name: z.string(), version: z.string() }),
      /** A node that the browser may ask by itself. */
      rpcUrl: z.nullable(z.string()),
    }),
  ),
  /** Of a chain on the operator's own machine, for practice: its node, and the wallets on it, whose keys come by links too. */
  practiceChain: z.optional(
    z.object({ rpcUrl: z.string(), wallets: z.array(z.object({ name: z.string(), address: z.string() })) }),
  ),
});

// ---- what admins see and send ------------------------------------------------------------------------

/** Of the game: `Active` while its main market takes bets at the feed. */
export const gameStatusSchema = z.enum(['Active', 'Stopped', 'Finished', 'Canceled']);

export const azuroGameSchema = z.object({
  id: z.string(),
  title: z.string(),
  sport: z.object({ name: z.string(), sportId: z.string() }),
  league: z.object({ name: z.string(), isTopLeague: z.boolean() }),
  country: z.object({ name: z.string() }),
  status: gameStatusSchema,
  /** Azuro's own word. */
  state: z.string(),
  startsAt: isoTime,
  /** USDT. */
  turnover: z.number(),
  conditions: z.array(
    z.object({
      conditionId: z.string(),
      state: z.string(),
      marketName: z.string(),
      /** Given for the condition that an import would take. */
      outcomes: z.optional(z.array(z.object({ name: z.string(), odds: z.number() }))),
    }),
  ),
  /** Whether a market of ours follows it. */
  imported: z.boolean(),
});

export const azuroDataSchema = z.object({
  total: z.number(),
  games: z.array(azuroGameSchema),
  /** Names, sorted. */
  sports: z.array(z.string()),
  /** Games that start in the future. */
  upcoming: z.number(),
  /** Games that are running. */
  live: z.number(),
  source: z.enum(['azuro', 'demo-feed']),
  /** When the catalogue was last read in full; null before the first time. */
  syncedAt: z.nullable(isoTime),
  /** True when the last reading is too old to call the feed connected. */
  stale: z.boolean(),
  /** What went wrong at the last try, one plain sentence. */
  problem: z.optional(z.string()),
  problemReason: aReason,
  /** Elements of the feed's answers that made no sense and were left out, since the start of the server. */
  dropped: z.number(),
  /** The latest of them, newest first, at most 50. */
  drops: z.array(z.object({ at: isoTime, what: z.string(), why: z.string() })),
});

/** Why a game was not imported, each with one sentence (web/src/texts/en/admin-azuro.ts). */
export const skipReasonSchema = z.enum([
  'already_imported',
  'not_found',
  'not_open',
  'already_started',
  'starts_in_past',
  'too_far_ahead',
  'no_conditions',
  'no_main_market',
  'main_market_not_active',
  'bad_odds',
  'bad_data',
]);

export const importResultSchema = z.object({
  imported: z.number(),
  skipped: z.number(),
  message: z.string(),
  messageReason: aReason,
  results: z.array(
    z.object({
      gameId: z.string(),
      title: z.optional(z.string()),
      marketId: z.optional(z.string()),
      /** Absent when it was imported. */
      reason: z.optional(skipReasonSchema),
    }),
  ),
});

/** The form of a new market as it was typed; core/markets/check-new-market.ts judges it field by field. */
export const newMarketFormSchema = z.strictObject({
  type: formText,
  category: formText,
  subcategory: z.optional(z.nullable(formText)),
  title: formText,
  description: z.optional(z.nullable(formText)),
  outcomes: z.array(formText).check(z.maxLength(100)),
  /** ISO 8601 with its zone; absent, null or empty: 30 days from now. */
  eventDate: z.optional(z.nullable(formText)),
  autoResolve: z.optional(z.boolean()),
  tags: z.optional(z.array(formText).check(z.maxLength(100))),
  /** Starting probabilities in percent, one per outcome; absent: equal. */
  probabilities: z.optional(z.nullable(z.array(z.number()).check(z.maxLength(100)))),
});

export const adminMarketSchema = z.object({
  id: z.string(),
  title: z.string(),
  category: categorySchema,
  subcategory: z.string(),
  source: marketSourceSchema,
  state: marketStateSchema,
  suspension: z.optional(suspensionSchema),
  archived: z.boolean(),
  outcomes: z.array(z.object({ id: z.string(), name: z.string() })),
  wonOutcomeId: z.optional(z.string()),
  /** What an admin should look at, one sentence. */
  flag: z.optional(z.string()),
  flagReason: aReason,
  createdAt: isoTime,
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  bets: z.number(),
  /** Stakes taken, USDC. */
  stakes: z.number(),
  /** What the house loses now if the worst outcome wins, USDC, never below zero. */
  exposure: z.number(),
  /** The most that may have to be paid out now: the largest of all payouts of one outcome, and all stakes. */
  worstCase: z.number(),
  /** The most the house can ever lose on it, USDC: loss budget or market cap. */
  lossBudget: z.number(),
});

export const bulkActionSchema = z.enum(['enable', 'disable', 'close', 'archive', 'restore', 'delete']);

/** What ending a market does to the books, worked out before anything is paid. USDC. */
export const rehearsalSchema = z.object({
  marketId: z.string(),
  title: z.string(),
  version: z.number(),
  /** The outcome that wins; null for a void. */
  outcomeId: z.nullable(z.string()),
  outcomeName: z.nullable(z.string()),
  /** Open bets that end, how many of them get something, and what together. */
  bets: z.number(),
  paidBets: z.number(),
  paid: z.number(),
  escrow: z.number(),
  toPool: z.number(),
  /** What the house gains on the market over its whole life; below zero when it loses. */
  houseResult: z.number(),
  /** The largest payments, at most 10. */
  largest: z.array(z.object({ wallet: z.string(), betId: z.string(), stake: z.number(), paid: z.number() })),
  /** Balances of the books before and after. They add to zero. */
  ledger: z.array(z.object({ account: z.string(), before: z.number(), after: z.number() })),
  /** What an admin should look at twice, a sentence each. */
  odd: z.array(z.string()),
  /** In their order; absent of what was rehearsed by an older version. */
  oddReasons: z.optional(z.array(reasonSchema)),
  /** Names exactly this rehearsal: confirming and approving send it. */
  hash: z.string(),
});

/** `approval`: a second admin must approve it. `window`: it is paid from a moment on, until then it can be undone. */
export const resolutionStageSchema = z.enum([
  'approval',
  'window',
  'paying',
  'paid',
  'undone',
  'objected',
  'replaced',
]);

/** Where the contract stands with a market that is to end, by final blocks. */
export const resolutionChainSchema = z.object({
  /**
   * `betting`: it takes no result before its own close. `proposing`: the result is on its way. `window`: it waits for
   * objections. `held`: it has a proposal that does not stand here. `finalising`: the result is being made final, and nothing
   * can stop it. `final`: it stands, and the contract pays.
   */
  state: z.enum(['betting', 'proposing', 'window', 'held', 'finalising', 'final']),
  /** When the betting there ends, or the window. */
  until: z.optional(isoTime),
});

export const resolutionSchema = z.object({
  id: z.number(),
  marketId: z.string(),
  title: z.string(),
  outcomeId: z.nullable(z.string()),
  outcomeName: z.nullable(z.string()),
  /** `chain`: the contract had ended the market, and the books followed it. */
  source: z.enum(['admin', 'feed', 'practice', 'guardian', 'chain']),
  evidence: z.string(),
  stage: resolutionStageSchema,
  /** Addresses; absent where no user did it. */
  proposedBy: z.optional(z.string()),
  proposedAt: isoTime,
  approvedBy: z.optional(z.string()),
  approvedAt: z.optional(isoTime),
  paysFrom: z.optional(isoTime),
  endedAt: z.optional(isoTime),
  endReason: z.optional(z.string()),
  /** Where no person gave it. */
  endWhy: aReason,
  /** While it is paid: about how many of the bets that it ends are done. */
  progress: z.optional(z.object({ done: z.number(), bets: z.number() })),
  /** How often guardians have objected to a result of the market: after one objection, another makes it void. */
  objections: z.number(),
  /** Of an end that is under way, in live mode. */
  chain: z.optional(resolutionChainSchema),
  rehearsal: rehearsalSchema,
});

/** Why an admin must look at a market before it can end: core/sentences/reviews.ts has the sentences. */
export const reviewSchema = z.enum([
  'no-winner',
  'several-winners',
  'unknown-winner',
  'contradiction',
  'corrected',
  'removed',
  'no-result',
  'objected',
  'rehearsal-differs',
  'late-bets',
  'chain-refused',
  'chain-holds',
  'chain-ended',
]);

export const waitingMarketSchema = z.object({
  id: z.string(),
  title: z.string(),
  source: marketSourceSchema,
  state: marketStateSchema,
  closesAt: isoTime,
  settlesBy: isoTime,
  /** Past `settlesBy`. */
  overdue: z.boolean(),
  bets: z.number(),
  stakes: z.number(),
  /** With the number of open bets on each. */
  outcomes: z.array(z.object({ id: z.string(), name: z.string(), bets: z.optional(z.number()) })),
  review: z.optional(reviewSchema),
  /** A sentence, with the sums where they stand against paying it. */
  why: z.string(),
  whyReason: aReason,
});

/** A change that a second admin must approve. */
export const pendingChangeSchema = z.object({
  id: z.string(),
  kind: z.enum(['create-market', 'change-settings', 'change-user']),
  /** What it would change as things are now. */
  summary: z.string(),
  summaryReason: aReason,
  /** Why it cannot be made as things are now; the summary is that of its proposal then. */
  problem: z.optional(z.string()),
  problemReason: aReason,
  proposedBy: z.string(),
  proposedAt: isoTime,
  expiresAt: isoTime,
  payload: z.unknown(),
});

/** What a call did that may need a second admin: done, or waiting under this id. */
const waitsSchema = z.optional(z.object({ changeId: z.string() }));

export const bulkResultSchema = z.object({
  done: z.array(z.string()),
  skipped: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string(), why: aReason })),
  /** What to know of markets that are done, such as that the feed keeps an enabled one suspended. */
  notes: z.optional(
    z.array(z.object({ id: z.string(), title: z.string(), note: z.string(), noteReason: aReason })),
  ),
  message: z.string(),
});

export const marketStatsSchema = z.object({
  totalMarkets: z.number(),
  activeBets: z.number(),
  /** USDC. */
  totalVolume: z.number(),
  /** Percent, see core/markets/monthly-growth.ts. */
  monthlyGrowth: z.number(),
  /** The two volumes that `monthlyGrowth` compares, USDC, without those of guests. */
  volumeThisMonth: z.number(),
  volumeLastMonth: z.number(),
});

export const analyticsSchema = z.object({
  /** The last 30 UTC days, oldest first, none missing. Day as `yyyy-mm-dd`, volumes in USDC; guests are counted apart. */
  volumePerDay: z.array(
    z.object({
      day: z.string(),
      volume: z.number(),
      bets: z.number(),
      guestVolume: z.number(),
      guestBets: z.number(),
    }),
  ),
  /** The last one is `Guests`, where guests of a demo have bet: their bets are counted under no chain. */
  betsByChain: z.array(z.object({ chain: z.string(), bets: z.number(), volume: z.number() })),
  /** The markets with stakes that are not settled and the largest exposure, at most 20, largest first. */
  exposureByMarket: z.array(
    z.object({
      marketId: z.string(),
      title: z.string(),
      exposure: z.number(),
      stakes: z.number(),
      lossBudget: z.number(),
    }),
  ),
});

/** USDC amounts in whole cents; ranges in core/settings/settings.ts. */
export const settingsSchema = z.object({
  autoImport: z.boolean(),
  futuresTrading: z.boolean(),
  realTimePrices: z.boolean(),
  liquidityBudget: z.number(),
  marketCap: z.number(),
  gameCap: z.number(),
  stakeCapLevel0: z.number(),
  stakeCapLevel1: z.number(),
  stakeCapLevel2: z.number(),
});

export const auditRowSchema = z.object({
  id: z.number(),
  at: isoTime,
  /** An address, `command-line`, or `system`. */
  actor: z.string(),
  action: z.string(),
  /** What was changed, such as a market's id. */
  subject: z.string(),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  reason: z.nullable(z.string()),
  /** The markets it speaks of, as they are called now: how many, and the names of the first 20. */
  markets: z.optional(z.object({ count: z.number(), first: z.array(z.object({ id, title: z.string() })) })),
});

export const adminUserSchema = z.object({
  id: z.string(),
  publicKey: z.string(),
  walletType: walletTypeSchema,
  kycLevel: z.number(),
  isAdmin: z.boolean(),
  /** True for a guest of a demo: one session, which no wallet signed. */
  isGuest: z.boolean(),
  /** USDC per UTC day. */
  dailyStakeCap: z.number(),
  /** True when the cap was set for this user, false when it is the default of the level. */
  capIsOwn: z.boolean(),
  /** Available funds, USDC. */
  balance: z.number(),
  bets: z.number(),
  staked: z.number(),
  createdAt: isoTime,
});

/** Everything that waits for an admin. */
/** What the contract still has to pay for bets that are settled here. Amounts in USDC. */
export const chainPayoutsSchema = z.object({
  /** On their way. */
  bets: z.number(),
  amount: z.number(),
  /** Of these, bets that every try came to nothing for: somebody has to look why. */
  stuck: z.number(),
  /** What the token refused wallets: the contract keeps it for them. The largest first. */
  setAside: z.array(z.object({ wallet: z.string(), bets: z.number(), amount: z.number() })),
});

export const resultsQueueSchema = z.object({
  /** Closed markets without a result, those to be looked at first. */
  waiting: z.array(waitingMarketSchema),
  /** Under way, and the latest that ended. */
  resolutions: z.array(resolutionSchema),
  changes: z.array(pendingChangeSchema),
  /** In live mode. */
  payouts: z.optional(chainPayoutsSchema),
});

const postingSchema = z.object({ from: z.string(), to: z.string(), amount: z.number() });

/** Where an event of the escrow contract stands: its transaction, its block, and its number among the block's logs. */
const chainLogSchema = z.object({ txHash: z.string(), block: z.number(), logIndex: z.number() });

/** What of a live bet stands on the chain for everybody to check: see core/escrow/check-receipt-on-chain.ts. */
export const receiptChainSchema = z.object({
  chainId: z.number(),
  /** The contract. */
  escrow: z.string(),
  /** The wallet that staked, and the place of the outcome in its market, counted from 0. */
  bettor: z.string(),
  outcome: z.number(),
  /** `BetPlaced`: the stake reached the contract. */
  placed: chainLogSchema,
  /** `BetPaid`, or `PayoutSetAside` where the token refused the wallet; absent until it is final. */
  ended: z.optional(z.object({ ...chainLogSchema.shape, kind: z.enum(['paid', 'set-aside']) })),
});

/** A leaf of the chain, with what is needed to check it without us: see core/ledger/receipt-leaf.ts. */
export const receiptProofSchema = z.object({
  /** What was hashed. */
  leaf: z.string(),
  /** SHA-256 of it, hex. */
  hash: z.string(),
  /** From the leaf to the root: the other half at each step, and on which side it stands. */
  path: z.array(z.object({ hash: z.string(), side: z.enum(['left', 'right']) })),
  root: z.string(),
  /** The row of the audit chain that holds the root: its hash is SHA-256(hashBefore || content). */
  chain: z.object({
    auditId: z.number(),
    at: isoTime,
    hashBefore: z.string(),
    content: z.string(),
    hash: z.string(),
  }),
});

export const receiptSchema = z.object({
  bet: betSchema,
  entries: z.array(
    z.object({ id: z.number(), kind: z.string(), at: isoTime, postings: z.array(postingSchema) }),
  ),
  /** One per leaf that speaks of the bet; absent until it is sealed, a few seconds after. */
  proofs: z.array(receiptProofSchema),
  sealed: z.boolean(),
  /** Of a live bet whose stake is final. */
  chain: z.optional(receiptChainSchema),
});

/** What the chain says of the escrow contract at a final block, beside what the books say that it holds. USDC. */
export const escrowFiguresSchema = z.object({
  chainId: z.number(),
  escrow: z.string(),
  usdc: z.string(),
  block: z.number(),
  /** When that block was made. */
  at: isoTime,
  /** USDC that the token says the contract holds. */
  balance: z.number(),
  /** What the contract keeps for its markets, and for payouts that the token refused; and what is left to the house. */
  reserved: z.number(),
  setAside: z.number(),
  free: z.number(),
  /** What the books say that the contract holds. */
  booksSay: z.number(),
  /** Whether the two are the same to the micro. */
  agrees: z.boolean(),
});

export const solvencySchema = z.object({
  at: isoTime,
  mode: z.enum(['demo', 'live']),
  /** USDC. */
  pool: z.number(),
  escrow: z.number(),
  worstCase: z.number(),
  userFunds: z.number(),
  /** Markets that hold money, the largest worst case first, at most 500, and how many there are. */
  markets: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: marketStateSchema,
      escrow: z.number(),
      worstCase: z.number(),
      openStakes: z.number(),
    }),
  ),
  marketCount: z.number(),
  invariants: z.array(
    z.object({
      number: z.number(),
      promise: z.string(),
      promiseReason: aReason,
      holds: z.boolean(),
      checkedAt: z.nullable(isoTime),
    }),
  ),
  /** The latest row of the audit chain. */
  chain: z.nullable(z.object({ auditId: z.number(), at: isoTime, hash: z.string() })),
  /** Live only; null while the chain cannot be asked. */
  onChain: z.optional(z.nullable(escrowFiguresSchema)),
  /** Median and 95th percentile of the time from the start of settlement to the last payout, seconds; of the last 100. */
  payoutSeconds: z.nullable(z.object({ median: z.number(), p95: z.number(), markets: z.number() })),
});

export const csvImportResultSchema = z.object({
  imported: z.number(),
  /** Rows as a spreadsheet counts them: the header is row 1, empty ones count, and a cell over several lines is in one. */
  rejected: z.array(
    z.object({ row: z.number(), column: z.nullable(z.string()), reason: z.string(), why: aReason }),
  ),
  message: z.string(),
  messageReason: aReason,
});

/** How far back a history reaches: core/markets/history-range.ts. */
export const historyRangeSchema = z.enum(['1H', '6H', '1D', '1W', 'All']);

export const marketHistorySchema = z.object({
  marketId: z.string(),
  range: historyRangeSchema,
  /** What a point stands for: one change of the price, or the last price of a minute, an hour or a UTC day. */
  step: z.enum(['change', 'minute', 'hour', 'day']),
  /**
   * The first point stands at `from`, with what held then, the last at `to`, with what holds then: now, or when
   * betting ended. Between them are true changes, each at its moment; of more than 600 a part.
   */
  from: isoTime,
  to: isoTime,
  /** Version of the market that the last point was computed from. */
  version: z.number(),
  /** Whole epoch seconds, rising, at most 600. One alone where `from` and `to` are the same second. */
  at: z.array(z.number()),
  /** In the order of the market's; of more than 8 the leading 8. */
  outcomes: z.array(
    z.object({
      id: z.string(),
      /** Percent, one for each of `at`; null while the outcome could not be priced. */
      probability: z.array(z.nullable(z.number())),
    }),
  ),
});

/** Why no more can be staked on an outcome now. `closed`: the market takes no bets at all. */
export const stakeLimitSchema = z.enum(['budget', 'probability', 'odds', 'market-cap', 'game-cap', 'closed']);

/** What the house has at stake on a market, all of one moment. USDC. */
export const marketRiskSchema = z.object({
  marketId: z.string(),
  version: z.number(),
  at: isoTime,
  /** The most the house can ever lose on it: loss budget or market cap. */
  atRisk: z.number(),
  /** What lies in the market's escrow. */
  escrow: z.number(),
  /** What the house loses now if the worst for it happens; never above `atRisk`. */
  worstCase: z.number(),
  outcomes: z.array(
    z.object({
      id: z.string(),
      /** What is owed if it wins. */
      owed: z.number(),
      /** What the house keeps if it wins, over the whole life of the market; below zero when it loses. */
      houseResult: z.number(),
      /** The largest stake that it takes now, and what sets that. */
      maxStake: z.number(),
      limitedBy: stakeLimitSchema,
    }),
  ),
  /** What the house keeps if nobody wins and every open stake is given back. */
  voidResult: z.number(),
});

/** What happened on a market. No addresses: who bet is nobody's business. */
export const marketActivitySchema = z.object({
  /** Newest first, at most 50. */
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['opened', 'bet', 'cash-out', 'closed', 'settled', 'void']),
      at: isoTime,
      /** Of a bet or a cash-out, and the one that won of a settled market. */
      outcomeId: z.optional(z.string()),
      /** Stake of a bet, or what a cash-out paid, USDC. */
      amount: z.optional(z.number()),
      /** Those that the bet was signed with. */
      odds: z.optional(z.number()),
    }),
  ),
});

// ---- the stream --------------------------------------------------------------------------------------

/**
 * A market as the stream tells of it: what moves. A reader that does not know the market reads it by its
 * id; one that has this `version` or a newer one drops it.
 */
export const marketNewsSchema = z.object({
  id: z.string(),
  version: z.number(),
  state: marketStateSchema,
  suspension: z.optional(suspensionSchema),
  /** Whether the market list held it at that moment. It also leaves the list, without any news, at `endsAt`. */
  listed: z.boolean(),
  volume: z.number(),
  turnover: z.optional(z.number()),
  /** As in `marketSchema`: it moves with the odds. */
  margin: z.optional(z.nullable(z.number())),
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  closesAt: isoTime,
  settlesBy: isoTime,
  wonOutcomeId: z.optional(z.string()),
  /** In the order of the market's own. */
  outcomes: z.array(
    z.tuple([
      /** As in `outcomeSchema`: odds, probability, maxAtOdds. */
      z.nullable(z.number()),
      z.number(),
      z.nullable(z.number()),
    ]),
  ),
});

/**
 * What each event of `GET /api/stream` carries, as JSON in its `data`. Events with an `id` say how far their
 * reader has come: all that happened before that position has reached it. It is what a reader comes back with.
 * `markets`, `snapshot` and `beat` have one, except while own news of the reader are still on their way.
 */
export const streamEventSchemas = {
  /** Markets that changed. */
  markets: z.object({ at: isoTime, markets: z.array(marketNewsSchema) }),
  /**
   * Every listed market. Sent where it is not known what a reader missed: what it lists besides has left the
   * list, and whatever else it holds, own bets too, it reads again. `position` is how far the server has read. Where
   * it is of another database server than what the reader knew (`stream-position.ts`), this takes its place, also
   * where versions are lower: the two count them on their own.
   */
  snapshot: z.object({ at: isoTime, position: z.optional(z.string()), markets: z.array(marketNewsSchema) }),
  /**
   * Of a signed-in reader: own funds and limits now, and own bets that are new or have ended since the last
   * such event, all of a market's when it ends, among the newest 500. The first one of a reader without a
   * position has none. It comes at most twice a second.
   */
  account: z.object({ limits: limitsSchema, bets: z.array(betSchema) }),
  /**
   * Comes every 10 seconds, whatever else happens, and once a reader was told what it missed. `position` is how
   * far the server has read, and `listed` how many markets the list holds.
   */
  beat: z.object({ at: isoTime, position: z.string(), listed: z.number() }),
  /** The session is over: the stream goes on as for anybody. */
  'session-ended': z.object({ at: isoTime }),
} as const;

/** Names the header of the market list that says from which position on the stream goes on from it. */
export const POSITION_HEADER = 'tallystone-position';

/** Why bets are not taken: a part of the server, or what it rests on. */
const bettingReasonSchema = z.object({
  kind: z.enum([
    'stopping',
    'commits',
    'recording',
    'books',
    'tables',
    'clock',
    'seals',
    'feed',
    'chain',
    'gas',
  ]),
  /** How far it goes. What stops no bet is told because it should be looked at. */
  stops: z.enum(['every-bet', 'some-bets', 'no-bet']),
  sentence: z.string(),
});

/** Every error answer, whatever its status: one plain sentence, a stable code, and the request to quote to support. */
export const errorSchema = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** What `error` says, finer than `code`; absent of what only programmers come to see. */
  reason: aReason,
  /** With `odds-changed`: what the same stake gets now. */
  quote: z.optional(quoteSchema),
  /** With `stake-too-large`, in USDC. */
  maxStake: z.optional(z.number()),
  /** With `cap-reached`, in USDC. */
  capLeft: z.optional(z.number()),
  /** With `insufficient-funds`, in USDC. */
  balance: z.optional(z.number()),
  /** With `live-wait`: from when on bets are taken again. */
  until: z.optional(isoTime),
  /** With `odds-changed` of a cash-out: what the market gives now, USDC. */
  cashOut: z.optional(z.number()),
  /** With `rehearsal-changed`: the rehearsal of now. */
  rehearsal: z.optional(rehearsalSchema),
  /** With `invalid-request` of a form: one sentence per field, by the name of the field. */
  fields: z.optional(z.record(z.string(), z.string())),
  fieldReasons: z.optional(z.record(z.string(), reasonSchema)),
  /** With `not-ready` of the betting's health: why no bet would be taken. */
  reasons: z.optional(z.array(bettingReasonSchema)),
});

export type BettingReason = z.infer<typeof bettingReasonSchema>;
export type MarketNews = z.infer<typeof marketNewsSchema>;
export type StreamEventName = keyof typeof streamEventSchemas;
export type StreamEvent<N extends StreamEventName> = z.infer<(typeof streamEventSchemas)[N]>;
export type WireMarketState = z.infer<typeof marketStateSchema>;
export type HistoryRange = z.infer<typeof historyRangeSchema>;
export type WireMarketHistory = z.infer<typeof marketHistorySchema>;
export type StakeLimit = z.infer<typeof stakeLimitSchema>;
export type WireMarketRisk = z.infer<typeof marketRiskSchema>;
export type WireMarketActivity = z.infer<typeof marketActivitySchema>;
export type WireBetResult = z.infer<typeof betResultSchema>;
export type WireCashOutQuote = z.infer<typeof cashOutQuoteSchema>;
export type WireCashOut = z.infer<typeof cashOutSchema>;
export type WireStatementRow = z.infer<typeof statementRowSchema>;
export type WireProfit = z.infer<typeof profitSchema>;
export type WireRehearsal = z.infer<typeof rehearsalSchema>;
export type WireResolution = z.infer<typeof resolutionSchema>;
export type ResolutionStage = z.infer<typeof resolutionStageSchema>;
export type Review = z.infer<typeof reviewSchema>;
export type WireWaitingMarket = z.infer<typeof waitingMarketSchema>;
export type WirePendingChange = z.infer<typeof pendingChangeSchema>;
export type WireResultsQueue = z.infer<typeof resultsQueueSchema>;
export type WireResolutionChain = z.infer<typeof resolutionChainSchema>;
export type WireChainPayouts = z.infer<typeof chainPayoutsSchema>;
export type WireReceipt = z.infer<typeof receiptSchema>;
export type WireReceiptProof = z.infer<typeof receiptProofSchema>;
export type WireReceiptChain = z.infer<typeof receiptChainSchema>;
export type WireEscrowFigures = z.infer<typeof escrowFiguresSchema>;
export type WireSolvency = z.infer<typeof solvencySchema>;
export type Category = z.infer<typeof categorySchema>;
export type WalletType = z.infer<typeof walletTypeSchema>;
export type ChainName = z.infer<typeof chainSchema>;
export type WireOutcome = z.infer<typeof outcomeSchema>;
export type WireMarket = z.infer<typeof marketSchema>;
export type WireUser = z.infer<typeof userSchema>;
export type WireSession = z.infer<typeof sessionSchema>;
export type WireProfile = z.infer<typeof profileSchema>;
export type WireBet = z.infer<typeof betSchema>;
export type PlacedBet = z.infer<typeof placedBetSchema>;
export type WireQuote = z.infer<typeof quoteSchema>;
export type WireLimits = z.infer<typeof limitsSchema>;
export type WireConfig = z.infer<typeof configSchema>;
export type WireError = z.infer<typeof errorSchema>;
export type BetStatus = z.infer<typeof betStatusSchema>;
export type WireBetChain = z.infer<typeof betChainSchema>;
export type WireSignedBet = z.infer<typeof signedBetSchema>;
export type MarketSource = z.infer<typeof marketSourceSchema>;
export type Suspension = z.infer<typeof suspensionSchema>;
export type WireGame = z.infer<typeof azuroGameSchema>;
export type GameStatus = z.infer<typeof gameStatusSchema>;
export type WireAzuroData = z.infer<typeof azuroDataSchema>;
export type SkipReason = z.infer<typeof skipReasonSchema>;
export type WireImportResult = z.infer<typeof importResultSchema>;
export type NewMarketForm = z.infer<typeof newMarketFormSchema>;
export type WireAdminMarket = z.infer<typeof adminMarketSchema>;
export type BulkAction = z.infer<typeof bulkActionSchema>;
export type WireBulkResult = z.infer<typeof bulkResultSchema>;
export type WireMarketStats = z.infer<typeof marketStatsSchema>;
export type WireAnalytics = z.infer<typeof analyticsSchema>;
export type WireSettings = z.infer<typeof settingsSchema>;
export type WireAuditRow = z.infer<typeof auditRowSchema>;
export type WireAdminUser = z.infer<typeof adminUserSchema>;
export type WireCsvImportResult = z.infer<typeof csvImportResultSchema>;

// ---- the endpoints -----------------------------------------------------------------------------------

/**
 * Who may call. `public`: anyone, a session is used when one is sent. `session`: any signed-in user.
 * `signed`: a session signed by the wallet. `admin`: such a session of a user who holds an admin grant.
 * `guardian`: such a session of a user who is a guardian.
 */
export type Access = 'public' | 'session' | 'signed' | 'admin' | 'guardian';

/** Which limit of docs/limits.md a call counts towards. */
export type RateClass = 'read' | 'nonce' | 'verify' | 'demo' | 'bet' | 'admin' | 'refresh' | 'health';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT';
  /** With `:name` for parameters. */
  path: string;
  access: Access;
  rate: RateClass;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The largest body in bytes, where it is not the usual 16 kB. */
  bodyLimit?: number;
  response: z.ZodMiniType;
  /** What it answers with, where that is not JSON. */
  media?: 'text/csv' | 'image/png';
  /** Of an answer that does not end by itself: what each of its server-sent events carries as JSON. */
  events?: Readonly<Record<string, z.ZodMiniType>>;
}

const noFields = z.strictObject({});

export const httpApi = {
  getConfig: {
    method: 'GET',
    path: '/api/config',
    access: 'public',
    rate: 'read',
    summary: 'What the app needs to know before anything else: the mode and what it offers.',
    query: noFields,
    response: configSchema,
  },
  getNonce: {
    method: 'GET',
    path: '/api/auth/nonce',
    access: 'public',
    rate: 'nonce',
    summary:
      'A single-use nonce, valid for 5 minutes, for the sign-in message that comes with it or for an act that is signed.',
    query: z.strictObject({
      wallet: walletInput,
      /** The network the wallet is on, which the message names. Absent: that of live stakes, in a demo Ethereum. */
      chain: z.optional(chainSchema),
      /** What is signed with it. Absent: a sign-in, before which the chain is asked what the wallet is. */
      use: z.optional(z.enum(['sign-in', 'act'])),
    }),
    response: z.object({
      nonce: z.string(),
      message: z.string(),
      /** What the text of an act holds besides: this site, and from when until when the nonce is good. */
      domain: z.string(),
      issuedAt: isoTime,
      expiresAt: isoTime,
    }),
  },
  verifySignIn: {
    method: 'POST',
    path: '/api/auth/verify',
    access: 'public',
    rate: 'verify',
    summary: 'Signs in with the wallet signature over the sign-in message.',
    body: z.strictObject({
      wallet: walletInput,
      signature: signatureInput,
      nonce: z.string().check(z.maxLength(128)),
      walletType: walletTypeSchema,
      /** The network the wallet is on, for statistics. */
      chain: z.optional(chainSchema),
    }),
    /** `notice`: what this wallet cannot do though it is signed in, in one sentence. */
    response: z.object({
      token: z.string(),
      user: userSchema,
      notice: z.optional(z.string()),
      noticeReason: aReason,
    }),
  },
  demoSignIn: {
    method: 'POST',
    path: '/api/auth/demo',
    access: 'public',
    rate: 'demo',
    summary:
      'Demo mode only: a guest account that shows a wallet, without a signature. It is new for each call, has practice money of its own, and is out of reach once its session has ended. A wallet that takes a break or is self-excluded gets none.',
    body: z.strictObject({ wallet: walletInput, chain: chainSchema }),
    response: z.object({ token: z.string(), user: userSchema }),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'session',
    rate: 'read',
    summary: 'Revokes the session that makes the call.',
    response: z.object({ ok: z.literal(true) }),
  },
  listSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    access: 'signed',
    rate: 'read',
    summary: "The user's sessions that are open, the one that makes the call first, then the last used.",
    query: noFields,
    response: z.array(sessionSchema),
  },
  endSession: {
    method: 'POST',
    path: '/api/user/sessions/:id/sign-out',
    access: 'signed',
    rate: 'read',
    summary: "Ends one of the user's sessions. One that has ended already stays so.",
    params: z.strictObject({ id }),
    response: z.object({ ok: z.literal(true) }),
  },
  endAllSessions: {
    method: 'POST',
    path: '/api/user/sessions/sign-out',
    access: 'signed',
    rate: 'read',
    summary: "Ends all of the user's sessions, the one that makes the call too.",
    response: z.object({ ended: z.number() }),
  },
  listMarkets: {
    method: 'GET',
    path: '/api/markets',
    access: 'public',
    rate: 'read',
    summary:
      "Open and suspended markets whose end is ahead. Carries an ETag, and in `tallystone-position` the stream's position that it holds at least.",
    query: noFields,
    response: z.array(marketSchema),
  },
  getMarket: {
    method: 'GET',
    path: '/api/markets/:id',
    access: 'public',
    rate: 'read',
    summary: 'One market.',
    params: z.strictObject({ id }),
    query: noFields,
    response: marketSchema,
  },
  getMarketHistory: {
    method: 'GET',
    path: '/api/markets/:id/history',
    access: 'public',
    rate: 'read',
    summary: 'How the probabilities of a market moved: at most 600 points, of at most 8 outcomes.',
    params: z.strictObject({ id }),
    query: z.strictObject({ range: historyRangeSchema }),
    response: marketHistorySchema,
  },
  getMarketRisk: {
    method: 'GET',
    path: '/api/markets/:id/risk',
    access: 'public',
    rate: 'read',
    summary: 'What the house has at stake on a market, and the largest bet that it takes on each outcome.',
    params: z.strictObject({ id }),
    query: noFields,
    response: marketRiskSchema,
  },
  getMarketActivity: {
    method: 'GET',
    path: '/api/markets/:id/activity',
    access: 'public',
    rate: 'read',
    summary: 'The latest 50 things that happened on a market, without addresses.',
    params: z.strictObject({ id }),
    query: noFields,
    response: marketActivitySchema,
  },
  getMarketPicture: {
    method: 'GET',
    path: '/api/markets/:id/picture',
    access: 'public',
    rate: 'read',
    summary:
      'A picture of a market for links to it, 1200 by 630, as it stands now; `v` is there to be changed with the version, so that nobody shows an old one from a cache.',
    params: z.strictObject({ id }),
    query: z.strictObject({ v: z.optional(z.string().check(z.regex(/^\d{1,16}$/))) }),
    response: z.string(),
    media: 'image/png',
  },
  openStream: {
    method: 'GET',
    path: '/api/stream',
    access: 'public',
    rate: 'read',
    summary:
      'Server-sent events: markets as they change and, with a session, own funds and bets. From `after` on, or from `Last-Event-ID`, which wins; with neither from now on.',
    headers: z.object({ 'last-event-id': z.optional(z.string().check(z.maxLength(64))) }),
    query: z.strictObject({ after: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.string(),
    events: streamEventSchemas,
  },
  getQuote: {
    method: 'GET',
    path: '/api/markets/:id/quote',
    access: 'public',
    rate: 'read',
    summary: 'Odds and payout for a stake. With a session it also carries the token that makes retries safe.',
    params: z.strictObject({ id }),
    query: z.strictObject({ outcomeId: id, amount: z.string().check(z.maxLength(32)) }),
    response: quoteSchema,
  },
  getProfile: {
    method: 'GET',
    path: '/api/user/profile',
    access: 'session',
    rate: 'read',
    summary: 'The signed-in user.',
    query: noFields,
    response: profileSchema,
  },
  listBets: {
    method: 'GET',
    path: '/api/user/bets',
    access: 'session',
    rate: 'read',
    summary:
      'The bets of the signed-in user, newest first, at most 500; `before` is the id of the last one seen.',
    query: z.strictObject({ before: z.optional(id) }),
    response: z.array(betSchema),
  },
  getLimits: {
    method: 'GET',
    path: '/api/user/limits',
    access: 'session',
    rate: 'read',
    summary: 'Available funds and what is left of the daily stake cap.',
    query: noFields,
    response: limitsSchema,
  },
  placeBet: {
    method: 'POST',
    path: '/api/bets',
    access: 'session',
    rate: 'bet',
    summary:
      'Places a bet at the signed odds or better ones, or refuses it; a live bet at exactly these. Sending it again with the same key or quote returns the first answer.',
    headers: z.object({ 'idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
    body: z.strictObject({
      publicKey: walletInput,
      marketId: id,
      outcomeId: id,
      amount: decimalInput,
      odds: decimalInput,
      signature: signatureInput,
      /** Accepted for compatibility and ignored: a hash from the browser proves nothing. */
      txHash: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
      quoteId: z.optional(z.string().check(z.maxLength(256))),
      /** In live mode, where it is needed as the quote is: r, s and v of the authorization of the stake, hex. */
      authorization: z.optional(z.string().check(z.maxLength(132))),
    }),
    response: placedBetSchema,
  },
  getCashOut: {
    method: 'GET',
    path: '/api/bets/:id/cash-out',
    access: 'session',
    rate: 'read',
    summary: 'What the market gives for an own open bet now, or why it cannot be cashed out.',
    params: z.strictObject({ id }),
    query: noFields,
    response: cashOutQuoteSchema,
  },
  cashOut: {
    method: 'POST',
    path: '/api/bets/:id/cash-out',
    access: 'session',
    rate: 'bet',
    summary:
      'Sells an own open bet back for the signed amount, if the market still gives that much. Sending it again returns the first answer.',
    params: z.strictObject({ id }),
    body: z.strictObject({ amount: decimalInput, signature: signatureInput }),
    response: cashOutSchema,
  },
  getReceipt: {
    method: 'GET',
    path: '/api/receipts/:betId',
    access: 'session',
    rate: 'read',
    summary:
      'An own bet, the entries of the books that it caused, and its place in the audit chain; of a live bet also where the chain says the same.',
    params: z.strictObject({ betId: id }),
    query: noFields,
    response: receiptSchema,
  },
  getStatement: {
    method: 'GET',
    path: '/api/user/statement',
    access: 'session',
    rate: 'read',
    summary:
      "Every entry that touched the user's funds, newest first, 100 at a time; `before` is the id of the last one seen.",
    query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(16))) }),
    response: z.array(statementRowSchema),
  },
  getProfit: {
    method: 'GET',
    path: '/api/user/profit',
    access: 'session',
    rate: 'read',
    summary: 'Profit and loss of the last 30 days.',
    query: noFields,
    response: profitSchema,
  },
  changeLimits: {
    method: 'PUT',
    path: '/api/user/limits',
    access: 'signed',
    rate: 'read',
    summary: 'Sets the own daily cap: a lower one at once, a higher one or none 24 hours later.',
    body: z.strictObject({
      /** USDC in whole cents; null: no own cap. */
      ownCap: z.nullable(decimalInput),
    }),
    response: limitsSchema,
  },
  takeBreak: {
    method: 'POST',
    path: '/api/user/break',
    access: 'signed',
    rate: 'read',
    summary:
      'No bets for a while, which cannot be shortened. Results are paid and bets can be cashed out. Longer than a day needs a signature.',
    body: z.strictObject({
      period: z.enum(['24-hours', '7-days', '30-days', '6-months', '1-year', '5-years']),
      signed: signedActInput,
    }),
    response: limitsSchema,
  },
  getSolvency: {
    method: 'GET',
    path: '/api/solvency',
    access: 'public',
    rate: 'read',
    summary:
      'What the house holds and owes, and when each promise of the books was last checked; in live mode beside what the chain says.',
    query: noFields,
    response: solvencySchema,
  },
  listGuarded: {
    method: 'GET',
    path: '/api/guardian/resolutions',
    access: 'guardian',
    rate: 'admin',
    summary: 'Results that were approved and are not paid yet.',
    query: noFields,
    response: z.array(resolutionSchema),
  },
  objectToResult: {
    method: 'POST',
    path: '/api/guardian/resolutions/:id/object',
    access: 'guardian',
    rate: 'admin',
    summary:
      'Sends the market back to closed, once; after the objection of a second guardian it is void. Until settlement begins. Needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText, signed: signedActInput }),
    response: resolutionSchema,
  },
  getResultsQueue: {
    method: 'GET',
    path: '/api/admin/results',
    access: 'admin',
    rate: 'admin',
    summary: 'Everything that waits for an admin: results, approvals, odd answers of the feed.',
    query: noFields,
    response: resultsQueueSchema,
  },
  resolveMarket: {
    method: 'POST',
    path: '/api/admin/markets/:id/resolve',
    access: 'admin',
    rate: 'admin',
    summary:
      'Rehearses the end of a closed market, or proposes it under the hash of its rehearsal. In demo mode that pays, and needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({
      outcomeId: id,
      /** A link or a note. */
      evidence: formText,
      dryRun: z.optional(z.boolean()),
      /** Of the rehearsal that was seen; needed unless `dryRun`. */
      hash: z.optional(z.string().check(z.maxLength(64))),
      /** Needed where no second admin approves it. */
      signed: signedActInput,
    }),
    response: z.object({ rehearsal: rehearsalSchema, resolution: z.optional(resolutionSchema) }),
  },
  voidMarket: {
    method: 'POST',
    path: '/api/admin/markets/:id/void',
    access: 'admin',
    rate: 'admin',
    summary: 'As resolve, with every open stake given back; from any state before settled.',
    params: z.strictObject({ id }),
    body: z.strictObject({
      reason: formText,
      dryRun: z.optional(z.boolean()),
      hash: z.optional(z.string().check(z.maxLength(64))),
      /** Needed where no second admin approves it. */
      signed: signedActInput,
    }),
    response: z.object({ rehearsal: rehearsalSchema, resolution: z.optional(resolutionSchema) }),
  },
  approveResolution: {
    method: 'POST',
    path: '/api/admin/markets/:id/approve',
    access: 'admin',
    rate: 'admin',
    summary:
      'Approves, as another admin than the one who proposed it, the end of a market by its hash. Needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({ hash: z.string().check(z.maxLength(64)), signed: signedActInput }),
    response: resolutionSchema,
  },
  undoResolution: {
    method: 'POST',
    path: '/api/admin/markets/:id/undo',
    access: 'admin',
    rate: 'admin',
    summary: 'Takes back the proposed end of a market. Until settlement begins, never after.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText }),
    response: resolutionSchema,
  },
  approveChange: {
    method: 'POST',
    path: '/api/admin/changes/:id/approve',
    access: 'admin',
    rate: 'admin',
    summary: 'Makes a change that another admin proposed. Needs a signature.',
    params: z.strictObject({ id }),
    /** `seen`: the summary that the approving admin has read. */
    body: z.strictObject({ seen: formText, signed: signedActInput }),
    response: z.object({ id: z.string() }),
  },
  rejectChange: {
    method: 'POST',
    path: '/api/admin/changes/:id/reject',
    access: 'admin',
    rate: 'admin',
    summary: 'Ends a proposed change without making it.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText }),
    response: z.object({ id: z.string() }),
  },
  refreshMarkets: {
    method: 'POST',
    path: '/api/admin/refresh-markets',
    access: 'session',
    rate: 'refresh',
    summary:
      'Tops up and refreshes the market list. Any session may call; it does real work at most once in 30 seconds for all callers.',
    response: z.object({ refreshedAt: isoTime }),
  },
  getAzuroData: {
    method: 'GET',
    path: '/api/azuro/comprehensive-data',
    access: 'session',
    rate: 'read',
    summary: "The feed's games as last read, with their age. Served from memory.",
    query: noFields,
    response: azuroDataSchema,
  },
  syncAzuro: {
    method: 'POST',
    path: '/api/admin/sync-azuro',
    access: 'admin',
    rate: 'admin',
    summary: 'Reads the games of the feed anew. Calls at the same moment share one reading.',
    response: z.object({ syncedAt: isoTime, games: z.number() }),
  },
  importGames: {
    method: 'POST',
    path: '/api/admin/import-azuro-bulk',
    access: 'admin',
    rate: 'admin',
    summary:
      'Makes one market of each game. A game that has a market already is skipped, as is said per game.',
    body: z.strictObject({ gameIds: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    bodyLimit: 64 * 1024,
    response: importResultSchema,
  },
  getMarketStats: {
    method: 'GET',
    path: '/api/admin/market-stats',
    access: 'admin',
    rate: 'admin',
    summary: 'The four figures of the dashboard.',
    query: noFields,
    response: marketStatsSchema,
  },
  getAnalytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'admin',
    rate: 'admin',
    summary: 'Volume per day, bets by chain, exposure by market.',
    query: noFields,
    response: analyticsSchema,
  },
  listAdminMarkets: {
    method: 'GET',
    path: '/api/admin/markets',
    access: 'admin',
    rate: 'admin',
    summary: 'All markets that were not deleted, with what the house owes on each. Carries an ETag.',
    query: noFields,
    response: z.array(adminMarketSchema),
  },
  bulkMarkets: {
    method: 'POST',
    path: '/api/admin/markets/bulk',
    access: 'admin',
    rate: 'admin',
    summary:
      'Does one thing to many markets. What cannot be done to one of them is skipped, with its reason. `close` and `delete` need a signature.',
    body: z.strictObject({
      ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_IN_BULK)),
      action: bulkActionSchema,
      /** With `delete`: the number of ids, typed by the admin. */
      count: z.optional(z.number()),
      /** With `close` and `delete`: over all the markets of `ids`. */
      signed: signedActInput,
    }),
    bodyLimit: 512 * 1024,
    response: bulkResultSchema,
  },
  createMarket: {
    method: 'POST',
    path: '/api/admin/create-market',
    access: 'admin',
    rate: 'admin',
    summary: 'Opens a market of our market maker, funded by the pool.',
    body: newMarketFormSchema,
    bodyLimit: 64 * 1024,
    /** `id` is absent while a second admin must approve it. */
    response: z.object({ id: z.optional(z.string()), waits: waitsSchema }),
  },
  importCsv: {
    method: 'POST',
    path: '/api/admin/import-csv',
    access: 'admin',
    rate: 'admin',
    summary: 'Opens a market for each good row of a CSV, and says of the others what is wrong with them.',
    body: z.strictObject({
      csv: z.string(),
      /** Field of the new-market form to the name of its column; absent: columns have the fields' names. */
      columns: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
      /** Judge only, open nothing. */
      dryRun: z.optional(z.boolean()),
    }),
    bodyLimit: 4 * 1024 * 1024,
    response: csvImportResultSchema,
  },
  exportData: {
    method: 'GET',
    path: '/api/admin/export',
    access: 'admin',
    rate: 'admin',
    summary: 'Markets, bets, ledger entries or the audit trail as a CSV that is streamed.',
    query: z.strictObject({
      set: z.enum(['markets', 'bets', 'ledger', 'audit']),
      /** First and last UTC day, `yyyy-mm-dd`, both included. */
      from: z.optional(z.string().check(z.maxLength(10))),
      to: z.optional(z.string().check(z.maxLength(10))),
    }),
    response: z.string(),
    media: 'text/csv',
  },
  getSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    rate: 'admin',
    summary: 'The settings of the product.',
    query: noFields,
    response: settingsSchema,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    rate: 'admin',
    summary: 'Changes the settings that are sent and leaves the others.',
    body: z.partial(z.strictObject(settingsSchema.shape)),
    /** As they are now: unchanged while a second admin must approve. */
    response: z.extend(settingsSchema, { waits: waitsSchema }),
  },
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    rate: 'admin',
    summary: 'Who changed what, newest first, 100 at a time; `before` is the id of the last one seen.',
    query: z.strictObject({
      before: z.optional(z.string().check(z.maxLength(16))),
      /** The rows that seal the books come every few seconds, and only when they are asked for. */
      seals: z.optional(z.literal('shown')),
    }),
    response: z.array(auditRowSchema),
  },
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    rate: 'admin',
    summary:
      'Users, the newest first, 100 at a time; `before` is the id of the last one seen, `search` part of an address.',
    query: z.strictObject({
      search: z.optional(z.string().check(z.maxLength(128))),
      before: z.optional(id),
    }),
    response: z.array(adminUserSchema),
  },
  changeUser: {
    method: 'POST',
    path: '/api/admin/users/:id',
    access: 'admin',
    rate: 'admin',
    summary:
      "Changes a user's level or daily stake cap, with a reason. In live mode raising the cap needs a second admin.",
    params: z.strictObject({ id }),
    body: z.strictObject({
      kycLevel: z.optional(z.number()),
      /** USDC; null gives back the default of the level. */
      dailyStakeCap: z.optional(z.nullable(decimalInput)),
      reason: z.string().check(z.maxLength(1000)),
    }),
    /** As the user is now: unchanged while a second admin must approve. */
    response: z.extend(adminUserSchema, { waits: waitsSchema }),
  },
  healthLive: {
    method: 'GET',
    path: '/api/health/live',
    access: 'public',
    rate: 'health',
    summary: 'The process answers.',
    /** With the version of the build, such as `0.1.0+0123456789`. */
    response: z.object({ status: z.literal('live'), version: z.string() }),
  },
  healthReady: {
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    rate: 'health',
    summary:
      'The process serves: it can commit, and is not stopping. 503 with the reason otherwise. Whether it takes bets is said by `/api/health/betting`.',
    response: z.object({ status: z.literal('ready') }),
  },
  healthBetting: {
    method: 'GET',
    path: '/api/health/betting',
    access: 'public',
    rate: 'health',
    summary:
      'Whether a bet would be taken: `open`, `limited` while some would not, and 503 with the same `reasons` while none would.',
    response: z.object({
      status: z.enum(['open', 'limited']),
      reasons: z.array(bettingReasonSchema),
    }),
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof httpApi;

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;
export type RequestBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'body'>;
export type RequestQuery<N extends EndpointName> = Part<(typeof httpApi)[N], 'query'>;
export type RequestParams<N extends EndpointName> = Part<(typeof httpApi)[N], 'params'>;
export type ResponseBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'response'>;
