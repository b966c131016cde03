/**
 * What server and browser know of the escrow contract's interface: every call, view, event and error that they use.
 *
 * @see contracts/src/IBetEscrow.sol, with which contracts/test/escrow-abi.test.ts compares it
 */

const BET = [
  { name: 'betId', type: 'bytes32' },
  { name: 'marketId', type: 'bytes16' },
  { name: 'bettor', type: 'address' },
  { name: 'outcome', type: 'uint8' },
  { name: 'stake', type: 'uint64' },
  { name: 'odds', type: 'uint64' },
  { name: 'deadline', type: 'uint64' },
] as const;

const SIGNED_BET = [
  { name: 'bet', type: 'tuple', components: BET },
  { name: 'v', type: 'uint8' },
  { name: 'r', type: 'bytes32' },
  { name: 's', type: 'bytes32' },
  { name: 'acceptedUntil', type: 'uint64' },
  { name: 'acceptance', type: 'bytes' },
] as const;

const MARKET = [
  { name: 'state', type: 'uint8' },
  { name: 'outcomes', type: 'uint8' },
  { name: 'result', type: 'uint8' },
  { name: 'objections', type: 'uint8' },
  { name: 'closesAt', type: 'uint64' },
  { name: 'objectionEndsAt', type: 'uint64' },
  { name: 'maxOdds', type: 'uint64' },
  { name: 'maxHouseLoss', type: 'uint64' },
  { name: 'openStakes', type: 'uint64' },
  { name: 'received', type: 'int128' },
  { name: 'reserve', type: 'uint128' },
  { name: 'largestPayout', type: 'uint128' },
  { name: 'rulesHash', type: 'bytes32' },
  { name: 'evidenceHash', type: 'bytes32' },
] as const;

const STORED_BET = [
  { name: 'bettor', type: 'address' },
  { name: 'stake', type: 'uint64' },
  { name: 'outcome', type: 'uint8' },
  { name: 'state', type: 'uint8' },
  { name: 'payout', type: 'uint64' },
  { name: 'marketId', type: 'bytes16' },
] as const;

const MARKET_ID = { name: 'marketId', type: 'bytes16' } as const;

export const ESCROW_ABI = [
  // ---- calls -------------------------------------------------------------------------------------------
  {
    type: 'function',
    name: 'openMarket',
    stateMutability: 'nonpayable',
    inputs: [
      MARKET_ID,
      { name: 'outcomes', type: 'uint8' },
      { name: 'closesAt', type: 'uint64' },
      { name: 'rulesHash', type: 'bytes32' },
      { name: 'maxHouseLoss', type: 'uint64' },
      { name: 'maxOdds', type: 'uint64' },
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'setMarketLimits',
    stateMutability: 'nonpayable',
    inputs: [MARKET_ID, { name: 'maxHouseLoss', type: 'uint64' }, { name: 'maxOdds', type: 'uint64' }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'placeBets',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'bets', type: 'tuple[]', components: SIGNED_BET }],
    outputs: [{ name: 'taken', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'payBets',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'betIds', type: 'bytes32[]' }],
    outputs: [{ name: 'paid', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'claimSetAside',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'bettor', type: 'address' }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'proposeResult',
    stateMutability: 'nonpayable',
    inputs: [MARKET_ID, { name: 'result', type: 'uint8' }, { name: 'evidenceHash', type: 'bytes32' }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'objectToResult',
    stateMutability: 'nonpayable',
    inputs: [MARKET_ID, { name: 'reasonHash', type: 'bytes32' }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'finaliseResult',
    stateMutability: 'nonpayable',
    inputs: [MARKET_ID],
    outputs: [],
  },
  {
    type: 'function',
    name: 'withdraw',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
  // ---- views -------------------------------------------------------------------------------------------
  {
    type: 'function',
    name: 'market',
    stateMutability: 'view',
    inputs: [MARKET_ID],
    outputs: [{ name: '', type: 'tuple', components: MARKET }],
  },
  {
    type: 'function',
    name: 'stateOf',
    stateMutability: 'view',
    inputs: [MARKET_ID],
    outputs: [{ name: '', type: 'uint8' }],
  },
  {
    type: 'function',
    name: 'owedOn',
    stateMutability: 'view',
    inputs: [MARKET_ID, { name: 'outcome', type: 'uint8' }],
    outputs: [{ name: '', type: 'uint128' }],
  },
  {
    type: 'function',
    name: 'bet',
    stateMutability: 'view',
    inputs: [{ name: 'betId', type: 'bytes32' }],
    outputs: [{ name: '', type: 'tuple', components: STORED_BET }],
  },
  {
    type: 'function',
    name: 'setAside',
    stateMutability: 'view',
    inputs: [{ name: 'bettor', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'free',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'totalReserved',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'totalSetAside',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'token',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'address' }],
  },
  {
    type: 'function',
    name: 'objectionWindow',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint64' }],
  },
  {
    type: 'function',
    name: 'holderOf',
    stateMutability: 'view',
    inputs: [{ name: 'role', type: 'uint8' }],
    outputs: [{ name: '', type: 'address' }],
  },
  {
    type: 'function',
    name: 'paused',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'bool' }],
  },
  // ---- events ------------------------------------------------------------------------------------------
  {
    type: 'event',
    name: 'MarketOpened',
    inputs: [
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'outcomes', type: 'uint8', indexed: false },
      { name: 'closesAt', type: 'uint64', indexed: false },
      { name: 'rulesHash', type: 'bytes32', indexed: false },
      { name: 'maxHouseLoss', type: 'uint64', indexed: false },
      { name: 'maxOdds', type: 'uint64', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'MarketLimitsChanged',
    inputs: [
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'maxHouseLoss', type: 'uint64', indexed: false },
      { name: 'maxOdds', type: 'uint64', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'BetPlaced',
    inputs: [
      { name: 'betId', type: 'bytes32', indexed: true },
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'bettor', type: 'address', indexed: true },
      { name: 'outcome', type: 'uint8', indexed: false },
      { name: 'stake', type: 'uint64', indexed: false },
      { name: 'payout', type: 'uint64', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'BetSkipped',
    inputs: [
      { name: 'betId', type: 'bytes32', indexed: true },
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'reason', type: 'uint8', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'BetCashedOut',
    inputs: [
      { name: 'betId', type: 'bytes32', indexed: true },
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'amount', type: 'uint64', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'ResultProposed',
    inputs: [
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'result', type: 'uint8', indexed: false },
      { name: 'evidenceHash', type: 'bytes32', indexed: false },
      { name: 'objectionEndsAt', type: 'uint64', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'ResultObjected',
    inputs: [
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'result', type: 'uint8', indexed: false },
      { name: 'reasonHash', type: 'bytes32', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'MarketResolved',
    inputs: [
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'result', type: 'uint8', indexed: false },
      { name: 'owed', type: 'uint128', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'MarketVoided',
    inputs: [
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'owed', type: 'uint128', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'BetPaid',
    inputs: [
      { name: 'betId', type: 'bytes32', indexed: true },
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'bettor', type: 'address', indexed: true },
      { name: 'amount', type: 'uint64', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'PayoutSetAside',
    inputs: [
      { name: 'betId', type: 'bytes32', indexed: true },
      { name: 'marketId', type: 'bytes16', indexed: true },
      { name: 'bettor', type: 'address', indexed: true },
      { name: 'amount', type: 'uint64', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'SetAsideClaimed',
    inputs: [
      { name: 'bettor', type: 'address', indexed: true },
      { name: 'amount', type: 'uint256', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'HouseWithdrew',
    inputs: [
      { name: 'to', type: 'address', indexed: true },
      { name: 'amount', type: 'uint256', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'RoleOffered',
    inputs: [
      { name: 'role', type: 'uint8', indexed: true },
      { name: 'account', type: 'address', indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'RoleTaken',
    inputs: [
      { name: 'role', type: 'uint8', indexed: true },
      { name: 'account', type: 'address', indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'OwnershipTransferStarted',
    inputs: [
      { name: 'previousOwner', type: 'address', indexed: true },
      { name: 'newOwner', type: 'address', indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'OwnershipTransferred',
    inputs: [
      { name: 'previousOwner', type: 'address', indexed: true },
      { name: 'newOwner', type: 'address', indexed: true },
    ],
  },
  { type: 'event', name: 'Paused', inputs: [{ name: 'account', type: 'address', indexed: false }] },
  { type: 'event', name: 'Unpaused', inputs: [{ name: 'account', type: 'address', indexed: false }] },
] as const;

/** What is used of USDC, the same on every chain that has EIP-3009. */
export const USDC_ABI = [
  {
    type: 'function',
    name: 'name',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'string' }],
  },
  {
    type: 'function',
    name: 'version',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'string' }],
  },
  {
    type: 'function',
    name: 'decimals',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint8' }],
  },
  {
    type: 'function',
    name: 'DOMAIN_SEPARATOR',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'bytes32' }],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'authorizationState',
    stateMutability: 'view',
    inputs: [
      { name: 'authorizer', type: 'address' },
      { name: 'nonce', type: 'bytes32' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const;

/** As the contract numbers them. */
export const MARKET_STATES = ['none', 'open', 'proposed', 'resolved', 'void'] as const;
export type ChainMarketState = (typeof MARKET_STATES)[number];

/** Why a bet was left out of a batch, as the contract numbers the reasons. */
export const SKIP_REASONS = [
  'unknown-market',
  'market-closed',
  'unknown-outcome',
  'stake-too-small',
  'odds-out-of-range',
  'duplicate-bet',
  'acceptance-expired',
  'acceptance-too-long',
  'acceptance-invalid',
  'bet-expired',
  'house-loss-too-large',
  'funds-too-low',
  'authorization-refused',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Who may do what, as the contract numbers the roles. */
export const ESCROW_ROLES = [
  'resolver',
  'finaliser',
  'guardian',
  'acceptance-signer',
  'risk-manager',
] as const;
export type EscrowRole = (typeof ESCROW_ROLES)[number];

/** The result of a market on which nobody won. */
export const VOID_RESULT = 255;
