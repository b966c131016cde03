import type { CallParts, EndpointName, ResponseBody } from '@tallystone/core/http-api';
import { EVM_CHAIN_IDS } from '@tallystone/core/identity/evm-chain-ids';
import { signInMessage } from '@tallystone/core/identity/sign-in-message';
import { FIRST_DELAYS } from '@tallystone/core/in-play/delay';
import { IMPORT_ALL } from '@tallystone/core/settings/import-settings';
import { everyGroupCap } from '@tallystone/core/settings/market-caps';

type Example<N extends EndpointName> = CallParts<N> & { response: ResponseBody<N> };

const AT = '2026-11-27T12:00:00.000Z';
const LATER = '2026-11-27T12:05:00.000Z';
const DAY_END = '2026-11-28T00:00:00.000Z';
const CLOSES = '2026-11-30T18:00:00.000Z';
const BETTOR = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const ADMIN = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF';
const HASH = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';
const NONCE = 'qzv5lxn2c4d6f8h3k5m7p9r2';
const MARKET_ID = 'm_w3q7z5x2c4v6b7n3m5k2';
const BET_ID = 'b_q5r2t7w3y6u4i2o5p7a3';
/** Made with the key 1, whose address is `BETTOR`. */
const BET_SIGNATURE =
  '0x47c77ab1bb6790c6fc052a2a64ef36ba076180f27a9c228f5928f0a27bc722ce176be63ef5425ff3c2b23d2403eb4e11fce29aa979296b68f0bbc1fcd5b29e3e1b';
const CASH_OUT_SIGNATURE =
  '0x4e3fca0c897b7166321d6b21c2de3f78cc22a2437998dd4c858de3d0a64068ed73de130a9d70b1855aa82064a207b78d82278c20e3972cdfe92b84b5759e54f81b';
const AUTOMATIC_SIGNATURE =
  '0x4bd83a8b502109e1e7fbba513170b12ab178209c1f6516acbb82495c005dcef37bf644ec477b6cf430e7595662395f007af4e6fd73bcebde7275aaf4489026651c';

const COMBO_ID = 'c_u4m7p2x5k3w6t7y2o5r6';
const COMBO_SIGNATURE =
  '0x507432b186ebac97869d0c094590b688d0822615cc7c06a7f2d859b6a1432266436ce16a1c52127cc7b2a9219db667b638c11d36a5f153d135241562c8db82591c';
const COMBO_CASH_OUT_SIGNATURE =
  '0x6d2fdef2b07b472fd53ed67060a0a85432551e8a914eb4b6aeca195c7ed2e58920d73a3139229eee994758c059dbe34fb37c2db0b4d256cd383843be5be621ba1c';

const params = { id: MARKET_ID };
const signed = { nonce: NONCE, signature: `0x${'5a'.repeat(64)}1b` };

const user = {
  publicKey: BETTOR,
  walletType: 'evm',
  kycLevel: 0,
  dailyStakeCap: 1000,
  verified: true,
} as const;

const yes = { id: 'o_c4a7x2m5q3k6t4z7b2n5', name: 'Yes', probability: 52, odds: 1.92, maxAtOdds: 28.4 };
const no = { id: 'o_d5b2y3n6r4l7u5a2c3o6', name: 'No', probability: 48, odds: 2.08, maxAtOdds: 26.1 };

const listed = {
  id: MARKET_ID,
  title: 'Will it snow in Oslo on Monday?',
  description: 'Yes if the weather station at Blindern reports snow.',
  category: 'entertainment',
  subcategory: 'Weather',
  state: 'open',
  version: 7,
  source: 'custom',
  premium: true,
  tags: ['weather'],
  endsAt: CLOSES,
  settlesBy: '2026-12-01T18:00:00.000Z',
  volume: 125,
  outcomes: [yes, no],
} as const;

const market = { ...listed, closesAt: CLOSES, draw: null } as const;

const placed = {
  id: BET_ID,
  marketId: MARKET_ID,
  outcomeId: yes.id,
  amount: 25,
  odds: 1.91,
  minOdds: 1.9,
  potentialWin: 22.75,
  totalReturn: 47.75,
  status: 'confirmed',
  placedAt: AT,
  reference: 'eth_47c77ab1bb6790c6fc052a2a64ef36ba',
} as const;

const bet = {
  ...placed,
  market: { title: market.title, category: market.category, state: 'open', settlesBy: market.settlesBy },
  outcomeName: yes.name,
  cashOut: 24.1,
} as const;

const legs = [
  {
    marketId: 'm_a2x5w7q3z6c4v2b7n5m3',
    outcomeId: 'o_e6c3z4o7s5m2v6b3d4p7',
    gameId: '1006000000000000000001',
    title: 'Arsenal vs Chelsea',
    outcomeName: 'Arsenal',
    category: 'sports',
    state: 'open',
    odds: 1.9,
    startsAt: CLOSES,
  },
  {
    marketId: 'm_b3y6x2r4a7d5w3c2o6n4',
    outcomeId: 'o_g2h5j7k3l4m6n2p5q7r3',
    gameId: '1006000000000000000002',
    title: 'Lakers vs Celtics',
    outcomeName: 'Celtics',
    category: 'sports',
    state: 'open',
    odds: 2.02,
    startsAt: CLOSES,
  },
] as const;
const chosenLegs = legs.map(({ marketId, outcomeId }) => ({ marketId, outcomeId }));

const combo = {
  id: COMBO_ID,
  amount: 10,
  odds: 3.83,
  minOdds: 3.8,
  potentialWin: 28.3,
  totalReturn: 38.3,
  status: 'confirmed',
  placedAt: AT,
  reference: 'eth_507432b186ebac97869d0c094590b688',
  legs: [...legs],
} as const;

const proof = {
  hash: HASH,
  path: [{ hash: HASH, side: 'left' as const }],
  root: HASH,
  chain: { auditId: 301, at: AT, hashBefore: HASH, content: '{"action":"seal"}', hash: HASH },
};

const limits = {
  dailyStakeCap: 1000,
  usedToday: 25,
  capLeft: 975,
  resetsAt: DAY_END,
  balance: 975,
  givenCap: 1000,
  ownCap: null,
};

const quote = {
  quoteId: 'q_e6c3z4o7s5m2v6b3d4p7.8f3a',
  marketId: MARKET_ID,
  outcomeId: yes.id,
  amount: 25,
  odds: 1.91,
  minOdds: 1.9,
  potentialWin: 22.75,
  totalReturn: 47.75,
  maxStake: 480,
  capLeft: 1000,
  expiresAt: '2026-11-27T12:02:00.000Z',
  version: 7,
};

const rehearsal = {
  marketId: MARKET_ID,
  title: market.title,
  version: 12,
  outcomeId: yes.id,
  outcomeName: yes.name,
  bets: 3,
  paidBets: 1,
  paid: 47.75,
  escrow: 1125,
  toPool: 1077.25,
  houseResult: 77.25,
  largest: [{ wallet: BETTOR, betId: BET_ID, stake: 25, paid: 47.75 }],
  ledger: [
    { account: 'market', before: 1125, after: 0 },
    { account: 'bettors', before: 975, after: 1022.75 },
    { account: 'pool', before: 8000, after: 9077.25 },
  ],
  odd: [],
  oddReasons: [],
  hash: HASH,
};

const resolution = {
  id: 4,
  marketId: MARKET_ID,
  title: market.title,
  outcomeId: yes.id,
  outcomeName: yes.name,
  source: 'admin',
  evidence: 'https://example.org/weather/oslo',
  stage: 'paying',
  proposedBy: ADMIN,
  proposedAt: AT,
  objections: 0,
  rehearsal,
} as const;
const voided = { ...resolution, outcomeId: null, outcomeName: null, evidence: 'The station was closed.' };

const settings = {
  autoImport: true,
  futuresTrading: false,
  ...IMPORT_ALL,
  realTimePrices: true,
  inPlay: true,
  ...FIRST_DELAYS,
  liquidityBudget: 1000,
  marketCap: 2000,
  ...everyGroupCap(500),
  comboBudget: 50_000,
  gameCap: 5000,
  gameCapInPlay: 5000,
  stakeCapLevel0: 1000,
  stakeCapLevel1: 1000,
  stakeCapLevel2: 10_000,
};

const margin = {
  ...{ turnover: 125, kept: 77.25, bets: 3, promised: 6.25, promisedTurnover: 125, promisedBets: 3 },
  standardError: null,
};

const adminUser = {
  id: 'u_f7d4a5p2t6n3w7c4e5q2',
  publicKey: BETTOR,
  walletType: 'evm',
  kycLevel: 0,
  isAdmin: false,
  isGuest: false,
  dailyStakeCap: 500,
  capIsOwn: true,
  balance: 975,
  bets: 1,
  staked: 25,
  createdAt: AT,
} as const;

const news = {
  id: MARKET_ID,
  version: 8,
  state: 'open',
  listed: true,
  volume: 150,
  endsAt: CLOSES,
  closesAt: CLOSES,
  settlesBy: market.settlesBy,
  outcomes: [
    [1.89, 52.8, 27.9],
    [2.11, 47.2, 26.6],
  ],
};

/** The first events of a signed-in reader. */
export const STREAM_EXAMPLE = [
  { event: 'account', data: { limits, bets: [bet] } },
  {
    event: 'beat',
    id: '4611686018427390001',
    data: { at: AT, position: '4611686018427390001', listed: 24 },
  },
  { event: 'markets', id: '4611686018427390007', data: { at: AT, markets: [news] } },
] as const;

/** A call and its answer for every endpoint. A test checks them against the schemas. */
export const EXAMPLES: { readonly [N in EndpointName]: Example<N> } = {
  getConfig: {
    response: {
      mode: 'demo',
      practiceWallets: true,
      simulatedTraders: true,
      solanaRpcUrl: 'https://api.mainnet-beta.solana.com',
      feed: 'demo-feed',
    },
  },
  getNonce: {
    query: { wallet: BETTOR, chain: 'Polygon' },
    response: {
      nonce: NONCE,
      message: signInMessage({
        family: 'evm',
        domain: 'app.example',
        uri: 'https://app.example',
        address: BETTOR,
        chainId: EVM_CHAIN_IDS.Polygon,
        nonce: NONCE,
        issuedAt: new Date(AT),
        expiresAt: new Date(LATER),
      }),
      domain: 'app.example',
      issuedAt: AT,
      expiresAt: LATER,
    },
  },
  verifySignIn: {
    body: { wallet: BETTOR, signature: signed.signature, nonce: NONCE, walletType: 'evm', chain: 'Polygon' },
    response: { token: 's3cr3t-t0k3n', user },
  },
  demoSignIn: {
    body: { wallet: BETTOR, chain: 'Polygon' },
    response: { token: 's3cr3t-t0k3n', user: { ...user, verified: false } },
  },
  logout: { response: { ok: true } },
  listSessions: {
    response: [
      {
        id: 'i6f3b4q7u5o2x7d4f6r3',
        current: true,
        chain: 'Polygon',
        createdAt: AT,
        lastUsedAt: AT,
        expiresAt: DAY_END,
      },
    ],
  },
  endSession: { params: { id: 'i6f3b4q7u5o2x7d4f6r3' }, response: { ok: true } },
  endAllSessions: { response: { ended: 2 } },
  getProfile: {
    response: {
      ...user,
      stats: { totalBets: 1, activeBets: 1, totalWagered: 25, endedBets: 0, profit: 0, openStakes: 25 },
    },
  },
  listMarkets: { response: [{ ...listed, tags: [...listed.tags], outcomes: [yes, no] }] },
  listSparklines: {
    response: {
      from: '2026-11-26T12:00:00.000Z',
      markets: [{ id: MARKET_ID, line: { outcomeId: yes.id, points: [500, 510, 524, 520] }, volume24h: 125 }],
    },
  },
  getMarket: { params, response: { ...market, tags: [...market.tags], outcomes: [yes, no] } },
  getGame: {
    params: { id: '1006000000000012345678' },
    response: {
      id: '1006000000000012345678',
      title: 'Northbridge vs Kingsport',
      league: 'Premier League, England',
      startsAt: '2026-11-28T15:00:00.000Z',
      state: 'Prematch',
      markets: [
        {
          ...listed,
          tags: [...listed.tags],
          gameId: '1006000000000012345678',
          group: 'both-score',
          name: 'Both Teams To Score',
          outcomes: [yes, no],
        },
      ],
    },
  },
  getMarketHistory: {
    params,
    query: { range: '1D' },
    response: {
      marketId: MARKET_ID,
      range: '1D',
      step: 'change',
      from: '2026-11-26T12:00:00.000Z',
      to: AT,
      version: 7,
      at: [1_795_694_400, 1_795_748_000, 1_795_780_800],
      outcomes: [
        { id: yes.id, probability: [50, 51, 52] },
        { id: no.id, probability: [50, 49, 48] },
      ],
    },
  },
  getMarketRisk: {
    params,
    response: {
      marketId: MARKET_ID,
      version: 7,
      at: AT,
      atRisk: 1000,
      escrow: 1125,
      worstCase: 22.75,
      outcomes: [
        { id: yes.id, owed: 147.75, houseResult: -22.75, maxStake: 480, limitedBy: 'probability' },
        { id: no.id, owed: 60, houseResult: 65, maxStake: 450, limitedBy: 'probability' },
      ],
      voidResult: 0,
    },
  },
  getMarketActivity: {
    params,
    response: {
      items: [{ id: BET_ID, kind: 'bet', at: AT, outcomeId: yes.id, amount: 25, odds: 1.91 }],
    },
  },
  getMarketPicture: { params, query: { v: '7' }, response: '' },
  refreshMarkets: { response: { refreshedAt: AT } },
  openStream: {
    query: { after: '4611686018427390001' },
    response: STREAM_EXAMPLE.map(
      ({ data, ...head }) =>
        `${Object.entries(head)
          .map(([name, value]) => `${name}: ${value}\n`)
          .join('')}data: ${JSON.stringify(data)}\n\n`,
    ).join(''),
  },
  getQuote: { params, query: { outcomeId: yes.id, amount: '25' }, response: quote },
  listBets: { query: { before: BET_ID }, response: [bet] },
  listPositions: { response: [bet] },
  getBetPicture: { params: { id: BET_ID }, query: { lang: 'en', amounts: 'shown' }, response: '' },
  placeBet: {
    body: {
      publicKey: BETTOR,
      marketId: MARKET_ID,
      outcomeId: yes.id,
      amount: 25,
      odds: 1.9,
      signature: BET_SIGNATURE,
      quoteId: quote.quoteId,
    },
    response: placed,
  },
  getCashOut: {
    params: { id: BET_ID },
    response: { betId: BET_ID, openStake: 25, amount: 24.1, version: 8 },
  },
  cashOut: {
    params: { id: BET_ID },
    body: { amount: 24.1, signature: CASH_OUT_SIGNATURE },
    response: { betId: BET_ID, amount: 24.1, stake: 25, profit: -0.9, endedAt: LATER },
  },
  setAutomaticCashOut: {
    params: { id: BET_ID },
    body: { amount: 30, signature: AUTOMATIC_SIGNATURE },
    response: { betId: BET_ID, amount: 30, placedAt: AT },
  },
  cancelAutomaticCashOut: { params: { id: BET_ID }, response: { betId: BET_ID } },
  quoteCombo: { body: { legs: chosenLegs }, response: { odds: 3.83, maxStake: 176.67, capLeft: 975 } },
  placeCombo: {
    body: { publicKey: BETTOR, legs: chosenLegs, amount: 10, odds: 3.8, signature: COMBO_SIGNATURE },
    response: { ...combo, legs: [...legs] },
  },
  listCombos: { query: { before: COMBO_ID }, response: [{ ...combo, legs: [...legs], cashOut: 11.2 }] },
  getComboReceipt: {
    params: { id: COMBO_ID },
    response: {
      combo: { ...combo, legs: [...legs], cashOut: 11.2 },
      entries: [
        {
          id: 121,
          kind: 'combo',
          at: AT,
          postings: [
            { from: 'bettor', to: 'combos', amount: 10 },
            { from: 'pool', to: 'combos', amount: 28.3 },
          ],
        },
      ],
      proofs: [{ ...proof, leaf: `combo ${COMBO_ID} 10 3.83` }],
      sealed: true,
    },
  },
  getComboCashOut: { params: { id: COMBO_ID }, response: { comboId: COMBO_ID, amount: 11.2 } },
  cashOutCombo: {
    params: { id: COMBO_ID },
    body: { amount: 11.2, signature: COMBO_CASH_OUT_SIGNATURE },
    response: { comboId: COMBO_ID, amount: 11.2, profit: 1.2, endedAt: LATER },
  },
  getLimits: { response: limits },
  getStatement: {
    query: { before: '121' },
    response: [
      {
        id: 120,
        at: LATER,
        kind: 'combo-end',
        amount: 9.4,
        balance: 984.4,
        bets: [
          {
            betId: COMBO_ID,
            marketTitle: market.title,
            outcomeName: `${yes.name} + ${yes.name}`,
            selections: 2,
            result: 'cashed-out',
            amount: 9.4,
          },
        ],
        betCount: 1,
      },
      {
        id: 119,
        at: AT,
        kind: 'bet',
        amount: -25,
        balance: 975,
        bets: [{ betId: BET_ID, marketTitle: market.title, outcomeName: yes.name, amount: -25 }],
        betCount: 1,
      },
    ],
  },
  getProfit: {
    response: {
      total: -0.9,
      days: [{ day: '2026-11-27', profit: -0.9 }],
      points: [{ at: LATER, profit: -0.9 }],
    },
  },
  changeLimits: { body: { ownCap: 200 }, response: { ...limits, ownCap: 200, capLeft: 175 } },
  takeBreak: {
    body: { period: '7-days', signed },
    response: { ...limits, blocked: { kind: 'break', until: '2026-12-04T12:00:00.000Z' } },
  },
  getReceipt: {
    params: { betId: BET_ID },
    response: {
      bet,
      entries: [{ id: 119, kind: 'bet', at: AT, postings: [{ from: 'bettor', to: 'market', amount: 25 }] }],
      proofs: [{ ...proof, leaf: `bet ${BET_ID} 25 1.91` }],
      sealed: true,
    },
  },
  getSolvency: {
    response: {
      at: AT,
      mode: 'demo',
      pool: 8000,
      escrow: 1125,
      worstCase: 147.75,
      userFunds: 975,
      combos: { held: 38.3, worstCase: 38.3, open: 1 },
      markets: [
        {
          id: MARKET_ID,
          title: market.title,
          state: 'open',
          escrow: 1125,
          worstCase: 147.75,
          openStakes: 125,
        },
      ],
      marketCount: 1,
      invariants: [{ number: 1, promise: 'All accounts add up to zero.', holds: true, checkedAt: AT }],
      chain: { auditId: 301, at: AT, hash: HASH },
      payoutSeconds: { median: 0.4, p95: 1.2, markets: 100 },
    },
  },
  listGuarded: { response: [{ ...resolution, stage: 'window', paysFrom: CLOSES }] },
  objectToResult: {
    params: { id: '4' },
    body: { reason: 'The station reported rain.', signed },
    response: { ...resolution, stage: 'objected', objections: 1 },
  },
  getResultsQueue: {
    response: {
      waiting: [
        {
          id: MARKET_ID,
          title: market.title,
          source: 'custom',
          state: 'closed',
          closesAt: AT,
          settlesBy: DAY_END,
          overdue: false,
          bets: 3,
          stakes: 125,
          outcomes: [{ id: yes.id, name: yes.name, bets: 1 }],
          why: 'Betting has closed.',
        },
      ],
      resolutions: [resolution],
      changes: [],
    },
  },
  resolveMarket: {
    params,
    body: { outcomeId: yes.id, evidence: resolution.evidence, hash: HASH, signed },
    response: { rehearsal, resolution },
  },
  voidMarket: {
    params,
    body: { reason: voided.evidence, hash: HASH, signed },
    response: {
      rehearsal: { ...rehearsal, outcomeId: null, outcomeName: null },
      resolution: { ...voided, rehearsal: { ...rehearsal, outcomeId: null, outcomeName: null } },
    },
  },
  approveResolution: { params, body: { hash: HASH, signed }, response: { ...resolution, approvedBy: ADMIN } },
  undoResolution: {
    params,
    body: { reason: 'The wrong outcome was chosen.' },
    response: { ...resolution, stage: 'undone', endedAt: LATER },
  },
  approveChange: {
    params: { id: 'c_g2e5c6r3v7p4y2d5g6s3' },
    body: { seen: 'Raise the budget of new markets from 1,000 to 2,000 USDC.', signed },
    response: { id: 'c_g2e5c6r3v7p4y2d5g6s3' },
  },
  rejectChange: {
    params: { id: 'c_g2e5c6r3v7p4y2d5g6s3' },
    body: { reason: 'Not this week.' },
    response: { id: 'c_g2e5c6r3v7p4y2d5g6s3' },
  },
  getAzuroData: {
    response: {
      total: 1,
      games: [
        {
          id: '1006000000000027000000',
          title: 'Arsenal - Chelsea',
          sport: { name: 'Football', sportId: '33' },
          league: { name: 'Premier League', isTopLeague: true },
          country: { name: 'England' },
          status: 'Active',
          state: 'Prematch',
          startsAt: CLOSES,
          turnover: 12_400,
          conditions: [
            {
              conditionId: '300610060000000000270000000000000003000000',
              state: 'Active',
              marketName: 'Full Time Result',
              outcomes: [
                { name: 'Arsenal', odds: 1.8 },
                { name: 'Draw', odds: 3.6 },
                { name: 'Chelsea', odds: 4.4 },
              ],
            },
          ],
          imported: false,
        },
      ],
      sports: ['Football'],
      upcoming: 1,
      live: 0,
      source: 'demo-feed',
      syncedAt: AT,
      stale: false,
      dropped: 0,
      drops: [],
    },
  },
  syncAzuro: { response: { syncedAt: AT, games: 40 } },
  importGames: {
    body: { gameIds: ['1006000000000027000000'] },
    response: {
      imported: 1,
      skipped: 0,
      message: '1 game imported.',
      results: [{ gameId: '1006000000000027000000', title: 'Arsenal - Chelsea', marketId: MARKET_ID }],
    },
  },
  getMarketStats: {
    response: {
      totalMarkets: 24,
      activeBets: 3,
      totalVolume: 125,
      monthlyGrowth: 25,
      volumeThisMonth: 125,
      volumeLastMonth: 100,
    },
  },
  getAnalytics: {
    query: { from: '2026-11-01', to: '2026-11-27' },
    response: {
      volumePerDay: [{ day: '2026-11-27', volume: 125, bets: 3, guestVolume: 0, guestBets: 0 }],
      profitPerDay: [{ day: '2026-11-27', profit: 77.25, markets: 1, comboProfit: 0, combos: 0 }],
      usersPerDay: [{ day: '2026-11-27', users: 2, guests: 0 }],
      betsByChain: [{ chain: 'Polygon', bets: 3, volume: 125 }],
      exposureByCategory: [{ category: 'entertainment', exposure: 22.75, markets: 1 }],
      exposureByDay: [{ day: '2026-12-01', exposure: 22.75, markets: 1 }],
      exposure: {
        game: {
          lines: [
            {
              ...{ marketId: MARKET_ID, title: market.title },
              ...{ openStakes: 125, worstCase: 22.75, bets: 3, markets: 1, cap: 1000 },
            },
          ],
          left: 0,
        },
        league: {
          lines: [{ category: 'entertainment', openStakes: 125, worstCase: 22.75, bets: 3, markets: 1 }],
          left: 0,
        },
        day: {
          lines: [{ day: '2026-12-01', openStakes: 125, worstCase: 22.75, bets: 3, markets: 1 }],
          left: 0,
        },
        type: {
          lines: [{ category: 'entertainment', openStakes: 125, worstCase: 22.75, bets: 3, markets: 1 }],
          left: 0,
        },
        total: { openStakes: 125, worstCase: 22.75, bets: 3, markets: 1 },
        combos: { openStakes: 10, worstCase: 28.3, bets: 1, cap: 50_000 },
      },
      exposureByMarket: [
        { marketId: MARKET_ID, title: market.title, exposure: 22.75, stakes: 125, lossBudget: 1000 },
      ],
    },
  },
  getMargins: {
    query: { from: '2026-11-01', to: '2026-11-27' },
    response: {
      from: '2026-11-01',
      to: '2026-11-27',
      game: {
        lines: [{ gameId: '1006000000000027000000', title: 'Arsenal vs Chelsea', ...margin }],
        left: 0,
      },
      league: {
        lines: [{ league: 'Premier League, England', subcategory: 'soccer', ...margin }],
        left: 0,
      },
      day: { lines: [{ day: '2026-11-25', ...margin }], left: 0 },
      type: { lines: [{ group: 'result', ...margin }], left: 0 },
      total: margin,
      combos: {
        ...{ turnover: 0, kept: 0, bets: 0, promised: 0, promisedTurnover: 0, promisedBets: 0 },
        standardError: null,
      },
      refunded: 0,
    },
  },
  exportData: {
    query: { set: 'bets', from: '2026-11-01', to: '2026-11-27' },
    response: `"id","market","amount"\r\n"${BET_ID}","${MARKET_ID}","25"\r\n`,
  },
  getSettings: { response: settings },
  changeSettings: {
    body: { liquidityBudget: 2000 },
    response: { ...settings, liquidityBudget: 2000 },
  },
  listAudit: {
    query: { before: '302' },
    response: [
      {
        id: 301,
        at: AT,
        actor: ADMIN,
        action: 'change-settings',
        subject: 'settings',
        before: { liquidityBudget: 1000 },
        after: { liquidityBudget: 2000 },
        reason: null,
      },
    ],
  },
  listUsers: {
    query: { search: '0x7E5F' },
    response: [
      { ...adminUser, closing: { bets: 34, games: 21, mean: 0.0213, standardError: 0.0081, beats: true } },
    ],
  },
  changeUser: {
    params: { id: adminUser.id },
    body: { dailyStakeCap: 500, reason: 'Asked for it by mail.' },
    response: adminUser,
  },
  listAdminMarkets: {
    response: [
      {
        id: MARKET_ID,
        title: market.title,
        category: market.category,
        subcategory: market.subcategory,
        source: market.source,
        state: 'open',
        archived: false,
        outcomes: [
          { id: yes.id, name: yes.name },
          { id: no.id, name: no.name },
        ],
        createdAt: AT,
        endsAt: CLOSES,
        bets: 3,
        stakes: 125,
        exposure: 22.75,
        worstCase: 147.75,
        lossBudget: 1000,
      },
    ],
  },
  bulkMarkets: {
    body: { ids: [MARKET_ID], action: 'close', signed },
    response: { done: [MARKET_ID], skipped: [], message: '1 market closed.' },
  },
  createMarket: {
    body: {
      type: 'entertainment',
      category: 'Weather',
      title: market.title,
      description: market.description,
      outcomes: ['Yes', 'No'],
      eventDate: CLOSES,
      probabilities: [50, 50],
    },
    response: { id: MARKET_ID },
  },
  importCsv: {
    body: {
      csv: 'title,type,category,outcomes\nWill it snow in Oslo on Monday?,entertainment,Weather,Yes|No\n',
      dryRun: true,
    },
    response: { imported: 1, rejected: [], message: '1 market would be opened.' },
  },
  healthLive: { response: { status: 'live', version: '0.1.0+0123456789' } },
  healthReady: { response: { status: 'ready' } },
  healthBetting: { response: { status: 'open', reasons: [] } },
};
