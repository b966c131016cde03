import { parseAbi } from 'abitype';

/**
 * The part of the escrow contract's interface that server and browser use: calls, views and events.
 *
 * @see contracts/src/IBetEscrow.sol, with which contracts/test/escrow-abi.test.ts compares it
 */
export const ESCROW_ABI = parseAbi([
  'struct Bet { bytes32 betId; bytes16 marketId; address bettor; uint8 outcome; uint64 stake; uint64 odds; uint64 deadline; }',
  'struct SignedBet { Bet bet; uint8 v; bytes32 r; bytes32 s; uint64 acceptedUntil; bytes acceptance; }',
  'struct Market { uint8 state; uint8 outcomes; uint8 result; uint8 objections; uint64 closesAt; uint64 objectionEndsAt; uint64 maxOdds; uint64 maxHouseLoss; uint64 openStakes; int128 received; uint128 reserve; uint128 largestPayout; bytes32 rulesHash; bytes32 evidenceHash; }',
  'struct StoredBet { address bettor; uint64 stake; uint8 outcome; uint8 state; uint64 payout; bytes16 marketId; }',
  'function openMarket(bytes16 marketId, uint8 outcomes, uint64 closesAt, bytes32 rulesHash, uint64 maxHouseLoss, uint64 maxOdds)',
  'function setMarketLimits(bytes16 marketId, uint64 maxHouseLoss, uint64 maxOdds)',
  'function placeBets(SignedBet[] bets) returns (uint256 taken)',
  'function payBets(bytes32[] betIds) returns (uint256 paid)',
  'function claimSetAside(address bettor)',
  'function proposeResult(bytes16 marketId, uint8 result, bytes32 evidenceHash)',
  'function objectToResult(bytes16 marketId, bytes32 reasonHash)',
  'function finaliseResult(bytes16 marketId)',
  'function withdraw(address to, uint256 amount)',
  'function market(bytes16 marketId) view returns (Market)',
  'function stateOf(bytes16 marketId) view returns (uint8)',
  'function owedOn(bytes16 marketId, uint8 outcome) view returns (uint128)',
  'function bet(bytes32 betId) view returns (StoredBet)',
  'function setAside(address bettor) view returns (uint256)',
  'function free() view returns (uint256)',
  'function totalReserved() view returns (uint256)',
  'function totalSetAside() view returns (uint256)',
  'function token() view returns (address)',
  'function objectionWindow() view returns (uint64)',
  'function holderOf(uint8 role) view returns (address)',
  'function paused() view returns (bool)',
  'event MarketOpened(bytes16 indexed marketId, uint8 outcomes, uint64 closesAt, bytes32 rulesHash, uint64 maxHouseLoss, uint64 maxOdds)',
  'event MarketLimitsChanged(bytes16 indexed marketId, uint64 maxHouseLoss, uint64 maxOdds)',
  'event BetPlaced(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint8 outcome, uint64 stake, uint64 payout)',
  'event BetSkipped(bytes32 indexed betId, bytes16 indexed marketId, uint8 reason)',
  'event BetCashedOut(bytes32 indexed betId, bytes16 indexed marketId, uint64 amount)',
  'event ResultProposed(bytes16 indexed marketId, uint8 result, bytes32 evidenceHash, uint64 objectionEndsAt)',
  'event ResultObjected(bytes16 indexed marketId, uint8 result, bytes32 reasonHash)',
  'event MarketResolved(bytes16 indexed marketId, uint8 result, uint128 owed)',
  'event MarketVoided(bytes16 indexed marketId, uint128 owed)',
  'event BetPaid(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount)',
  'event PayoutSetAside(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount)',
  'event SetAsideClaimed(address indexed bettor, uint256 amount)',
  'event HouseWithdrew(address indexed to, uint256 amount)',
  'event RoleOffered(uint8 indexed role, address indexed account)',
  'event RoleTaken(uint8 indexed role, address indexed account)',
  'event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)',
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'event Paused(address account)',
  'event Unpaused(address account)',
]);

/** The part of USDC that is used; the same on every chain with EIP-3009. */
export const USDC_ABI = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function balanceOf(address account) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

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

/** Why an accepted live bet isn't on the chain: no block included it while its acceptance was valid, or a skip. */
export type BetFailure = SkipReason | 'not-included';

/** Roles, in the contract's numbering. */
export const ESCROW_ROLES = [
  'resolver',
  'finaliser',
  'guardian',
  'acceptance-signer',
  'risk-manager',
] as const;
export type EscrowRole = (typeof ESCROW_ROLES)[number];

/** The result of a void market. */
export const VOID_RESULT = 255;
