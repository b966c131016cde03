import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CONTRACTS = fileURLToPath(new URL('../contracts/src/', import.meta.url));

/** A change to the contracts that someone could make by mistake, and that their tests must notice. */
export interface ContractMutant {
  readonly what: string;
  readonly file: 'BetEscrow.sol' | 'BoundedCall.sol' | 'Roles.sol';
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

const escrow = (what: string, from: string, to: string): ContractMutant => ({
  what,
  file: 'BetEscrow.sol',
  from,
  to,
});
const roles = (what: string, from: string, to: string): ContractMutant => ({
  what,
  file: 'Roles.sol',
  from,
  to,
});
const call = (what: string, from: string, to: string): ContractMutant => ({
  what,
  file: 'BoundedCall.sol',
  from,
  to,
});

export const CONTRACT_MUTANTS: readonly ContractMutant[] = [
  escrow(
    'anyone opens markets',
    ') external onlyHolder(Role.RiskManager) {\n        Market storage m = _markets[marketId];\n        if (m.state != MarketState.None)',
    ') external {\n        Market storage m = _markets[marketId];\n        if (m.state != MarketState.None)',
  ),
  escrow(
    'a market is opened over another',
    'if (m.state != MarketState.None) revert MarketExists(marketId);',
    '',
  ),
  escrow(
    'a market closes in the past',
    'if (closesAt <= block.timestamp || closesAt',
    'if (closesAt < block.timestamp || closesAt',
  ),
  escrow(
    'bets in the second of the close',
    'block.timestamp >= m.closesAt) {\n            return (false, SkipReason.MarketClosed',
    'block.timestamp > m.closesAt) {\n            return (false, SkipReason.MarketClosed',
  ),
  escrow(
    'bets under a result',
    'if (m.state != MarketState.Open || block.timestamp >= m.closesAt) {\n            return',
    'if (block.timestamp >= m.closesAt) {\n            return',
  ),
  escrow('an outcome too many', 'if (b.outcome >= m.outcomes) return', 'if (b.outcome > m.outcomes) return'),
  escrow(
    'less than a cent is staked',
    'if (b.stake < MIN_STAKE) return (false, SkipReason.StakeTooSmall, 0, 0);',
    '',
  ),
  escrow('odds above the limit of the market', '|| b.odds > m.maxOdds) return', ') return'),
  escrow(
    'a bet is taken twice',
    'if (_bets[b.betId].state != BetState.None) return (false, SkipReason.DuplicateBet, 0, 0);',
    '',
  ),
  escrow('an acceptance for an hour', 'ACCEPTANCE_PERIOD = 60 seconds', 'ACCEPTANCE_PERIOD = 1 hours'),
  escrow('an acceptance past the close', ' || signed.acceptedUntil > m.closesAt) {', ') {'),
  escrow(
    'an acceptance that is over',
    'if (block.timestamp >= signed.acceptedUntil)',
    'if (block.timestamp > signed.acceptedUntil)',
  ),
  escrow(
    'a bet without the house',
    'if (!_isAccepted(acceptanceDigest(betHash, signed.acceptedUntil), signed.acceptance)) {',
    'if (false) {',
  ),
  escrow(
    'the house loses what it wants not',
    'return (false, SkipReason.HouseLossTooLarge, 0, 0);\n        }\n        if (totalReserved',
    'fits = false;\n        }\n        if (totalReserved',
  ),
  escrow(
    'bets that could not be paid',
    'if (totalReserved - m.reserve + reserve + totalSetAside > balance + b.stake) {',
    'if (totalReserved - m.reserve + reserve > balance + b.stake * 1_000_000) {',
  ),
  escrow(
    'the largest payout alone is reserved at a bet',
    '_larger(m.largestPayout, _owed[b.marketId][b.outcome] + returned), uint256(m.openStakes) + b.stake',
    '_larger(m.largestPayout, _owed[b.marketId][b.outcome] + returned), 0',
  ),
  escrow(
    'payouts of other bets on the outcome are forgotten',
    '_owed[b.marketId][b.outcome] + returned), uint256',
    'returned), uint256',
  ),
  escrow('the nonce leaves the odds open', 'b.stake, b.odds, b.bettor,', 'b.stake, b.bettor,'),
  escrow(
    'the nonce leaves the outcome open',
    'b.betId, b.marketId, b.outcome, b.stake',
    'b.betId, b.marketId, b.stake',
  ),
  escrow(
    'the nonce leaves the chain open',
    'b.deadline, block.chainid, address(this)',
    'b.deadline, address(this)',
  ),
  escrow('the nonce leaves the contract open', 'block.chainid, address(this)', 'block.chainid'),
  escrow(
    'a fee of the token goes unnoticed',
    'if (balance != expected) revert TokenMismatch(expected, balance);',
    '',
  ),
  escrow('stakes do not count as received', 'm.received += int128(uint128(b.stake));', ''),
  escrow(
    'owed amounts are not added up',
    'uint128 owed = _owed[b.marketId][b.outcome] + payout;',
    'uint128 owed = payout;',
  ),
  escrow(
    'bets while paused',
    'nonReentrant whenNotPaused returns (uint256 taken)',
    'nonReentrant returns (uint256 taken)',
  ),
  escrow('bets entered again', 'external nonReentrant whenNotPaused', 'external whenNotPaused'),
  escrow(
    'cash-outs entered again',
    'bytes calldata acceptance)\n        external\n        nonReentrant\n',
    'bytes calldata acceptance)\n        external\n',
  ),
  escrow(
    'claims entered again',
    'function claimSetAside(address bettor) external nonReentrant {',
    'function claimSetAside(address bettor) external {',
  ),
  escrow('too little gas fails a good bet', '        _requireGas(AUTHORIZATION_GAS);\n', ''),
  escrow(
    'a cash-out without its bettor',
    'if (_signerOf(digest, bettorSignature) != bettor) revert CashOutNotSigned(offer.betId);',
    '',
  ),
  escrow(
    'a cash-out without the house',
    'if (!_isAccepted(digest, acceptance)) revert CashOutNotAccepted(offer.betId);',
    '',
  ),
  escrow(
    'a cash-out of a bet that has ended',
    'if (b.state != BetState.Open) revert BetNotOpen(offer.betId);',
    '',
  ),
  escrow('a cash-out leaves its payout owed', '_owed[marketId][b.outcome] -= b.payout;', ''),
  escrow('a cash-out is not counted against the house', 'm.received -= int128(uint128(offer.amount));', ''),
  escrow(
    'a cash-out takes reserved money',
    '|| totalReserved + totalSetAside + offer.amount > token.balanceOf(address(this))',
    '|| offer.amount > token.balanceOf(address(this))',
  ),
  escrow(
    'a result before the close',
    'if (block.timestamp < m.closesAt) revert MarketNotClosed(marketId);',
    '',
  ),
  escrow(
    'a result without evidence',
    'if (evidenceHash == 0) revert EvidenceMissing();\n\n        m.state',
    'm.state',
  ),
  escrow(
    'a result is final at once',
    'if (block.timestamp < m.objectionEndsAt) revert ObjectionPending(marketId);',
    '',
  ),
  escrow(
    'objections without end',
    'if (block.timestamp >= m.objectionEndsAt) revert ObjectionEnded(marketId);',
    '',
  ),
  escrow('the second objection is as the first', 'if (m.objections > 1) {', 'if (m.objections > 2) {'),
  escrow('a result keeps all reserves', '        _setReserve(m, owed);\n', ''),
  escrow(
    'a bet is paid twice',
    '        b.state = BetState.Paid;\n        _setReserve',
    '        _setReserve',
  ),
  escrow(
    'losers are paid',
    'else if (state == MarketState.Resolved && b.outcome == m.result) amount',
    'else if (state == MarketState.Resolved) amount',
  ),
  escrow(
    'a void pays payouts',
    'if (state == MarketState.Void) amount = b.stake;',
    'if (state == MarketState.Void) amount = b.payout;',
  ),
  escrow('a payout leaves its reserve', '_setReserve(m, m.reserve - amount);', ''),
  escrow('set-aside money belongs to the house', '        totalSetAside += amount;\n', ''),
  escrow('a claim is paid for ever', '        setAside[bettor] = 0;\n', ''),
  escrow(
    'a claim that failed is gone',
    'if (!_send(bettor, amount)) revert TransferRefused(bettor, amount);',
    '_send(bettor, amount);',
  ),
  escrow('the house takes reserved money', 'if (amount > available) revert NotFree(amount, available);', ''),
  escrow('an operator may stay away for a year', 'ABANDONED_AFTER = 14 days', 'ABANDONED_AFTER = 365 days'),
  escrow(
    'a late result ends an abandoned market',
    'if (stateOf(marketId) != m.state) revert MarketAbandoned(marketId);',
    '',
  ),
  escrow(
    'an abandoned market keeps its largest payout',
    'if (state == MarketState.Void && m.state != MarketState.Void) _makeVoid(marketId, m);',
    '',
  ),
  escrow('any token', 'if (decimals != 6) revert TokenDecimals(decimals);', ''),
  escrow(
    'outcomes without end',
    'if (outcomes < 2 || outcomes > MAX_OUTCOMES) revert OutcomesOutOfRange(outcomes);',
    'if (outcomes < 2) revert OutcomesOutOfRange(outcomes);',
  ),
  escrow(
    'odds of a market without end',
    'if (maxOdds <= ODDS_UNIT || maxOdds > MAX_ODDS) revert',
    'if (maxOdds <= ODDS_UNIT) revert',
  ),
  escrow(
    'limits of a market that is ending',
    'if (stateOf(marketId) != MarketState.Open) revert MarketNotOpen(marketId);\n        _requireOddsLimit',
    '_requireOddsLimit',
  ),
  escrow('odds of one', 'if (b.odds <= ODDS_UNIT || b.odds', 'if (b.odds < ODDS_UNIT || b.odds'),
  escrow(
    'a bet in the second of its deadline',
    'if (block.timestamp >= b.deadline) return',
    'if (block.timestamp > b.deadline) return',
  ),
  escrow(
    'payouts are rounded up',
    '(uint256(b.stake) * b.odds) / ODDS_UNIT',
    '(uint256(b.stake) * b.odds + ODDS_UNIT - 1) / ODDS_UNIT',
  ),
  escrow(
    'a payout beyond 64 bits is cut',
    'if (returned > type(uint64).max) return (false, SkipReason.HouseLossTooLarge, 0, 0);',
    '',
  ),
  escrow('stakes are not open', 'm.openStakes += b.stake;', ''),
  escrow(
    'the largest payout stays what it was',
    'if (owed > m.largestPayout) m.largestPayout = owed;',
    'if (m.largestPayout == 0) m.largestPayout = owed;',
  ),
  escrow(
    'a taken bet reserves its payout alone',
    'm.received += int128(uint128(b.stake));\n        _setReserve(m, _larger(m.largestPayout, m.openStakes));',
    'm.received += int128(uint128(b.stake));\n        _setReserve(m, m.largestPayout);',
  ),
  escrow(
    'other markets are not counted',
    'totalReserved = totalReserved - m.reserve + reserve;',
    'totalReserved = reserve;',
  ),
  escrow(
    'a cash-out after the close',
    'if (m.state != MarketState.Open || block.timestamp >= m.closesAt) revert MarketNotOpen(marketId);',
    'if (m.state != MarketState.Open) revert MarketNotOpen(marketId);',
  ),
  escrow(
    'a cash-out of an offer that is over',
    'if (block.timestamp >= offer.deadline) revert CashOutExpired(offer.betId);',
    '',
  ),
  escrow('a cash-out of nothing', 'if (offer.amount == 0) revert CashOutTooSmall(offer.betId);', ''),
  escrow('a cash-out leaves its bet open', 'b.state = BetState.CashedOut;', ''),
  escrow('a cash-out leaves its stake open', 'm.openStakes -= b.stake;', ''),
  escrow('a cash-out leaves the largest payout', 'm.largestPayout = _largestOwed(marketId, m.outcomes);', ''),
  escrow(
    'the last outcome is not looked at',
    'for (uint8 i = 0; i < outcomes; i++) {',
    'for (uint8 i = 0; i + 1 < outcomes; i++) {',
  ),
  escrow(
    'a cash-out without the limit of the house',
    '!_isWithinLoss(m.reserve, m.received, m.maxHouseLoss)\n                || ',
    '',
  ),
  escrow(
    'a result for an outcome too many',
    'if (result >= m.outcomes) revert ResultUnknown(marketId, result);',
    'if (result > m.outcomes) revert ResultUnknown(marketId, result);',
  ),
  escrow(
    'a result over another',
    'if (m.state != MarketState.Open) revert MarketNotOpen(marketId);\n        if (result',
    'if (result',
  ),
  escrow('anyone proposes', '        onlyHolder(Role.Resolver)\n', ''),
  escrow(
    'anyone objects',
    'function objectToResult(bytes16 marketId, bytes32 reasonHash) external onlyHolder(Role.Guardian)',
    'function objectToResult(bytes16 marketId, bytes32 reasonHash) external',
  ),
  escrow(
    'anyone makes results final',
    'function finaliseResult(bytes16 marketId) external onlyHolder(Role.Finaliser)',
    'function finaliseResult(bytes16 marketId) external',
  ),
  escrow('the window is none', 'uint64(block.timestamp) + objectionWindow;', 'uint64(block.timestamp);'),
  escrow(
    'a result that was objected to is made final',
    'm.state = MarketState.Open;\n        m.result = VOID_RESULT;\n        m.evidenceHash = 0;',
    'm.result = VOID_RESULT;\n        m.evidenceHash = 0;',
  ),
  escrow('a void keeps its largest payout', '        _setReserve(m, m.openStakes);\n', ''),
  escrow(
    'payouts stop with a pause',
    'function payBets(bytes32[] calldata betIds) external nonReentrant returns',
    'function payBets(bytes32[] calldata betIds) external nonReentrant whenNotPaused returns',
  ),
  escrow(
    'payouts entered again',
    'function payBets(bytes32[] calldata betIds) external nonReentrant returns',
    'function payBets(bytes32[] calldata betIds) external returns',
  ),
  escrow('a payout that the token refused is gone', '        setAside[bettor] += amount;\n', ''),
  escrow('a claim stays bound', '        totalSetAside -= amount;\n', ''),
  escrow('too little gas fails a good payout', '        _requireGas(TRANSFER_GAS);\n', ''),
  escrow(
    'anyone withdraws',
    'function withdraw(address to, uint256 amount) external onlyOwner nonReentrant',
    'function withdraw(address to, uint256 amount) external nonReentrant',
  ),
  escrow('anyone pauses', 'function pause() external onlyOwner', 'function pause() external'),
  escrow('anyone unpauses', 'function unpause() external onlyOwner', 'function unpause() external'),
  escrow(
    'set-aside money counts as free',
    'uint256 bound = totalReserved + totalSetAside;',
    'uint256 bound = totalReserved;',
  ),
  escrow(
    'a window of a year',
    'if (objectionWindow_ > MAX_OBJECTION_WINDOW) revert WindowOutOfRange(objectionWindow_);',
    '',
  ),
  roles('anyone offers roles', 'external onlyOwner {\n        _offered', 'external {\n        _offered'),
  roles('anyone takes roles', 'if (_offered[role] != msg.sender) revert NotOffered(role, msg.sender);', ''),
  roles('an offer is taken again and again', '        delete _offered[role];\n', ''),
  roles(
    'watchers in one hand',
    'if (_holders[other] == account && _watches(role, other)) revert RolesInOneHand(role, account);',
    '',
  ),
  roles('the owner holds roles', 'if (account == owner()) revert RolesInOneHand(role, account);', ''),
  roles('roles are for anyone', 'if (_holders[role] != msg.sender) revert NotHolder(role, msg.sender);', ''),
  roles('a role for the zero address', 'if (account == address(0)) revert ZeroAddress();', ''),
  roles(
    'the owner’s successor holds a role',
    'if (newOwner != address(0) && _holders[Role(i)] == newOwner) revert RolesInOneHand(Role(i), newOwner);',
    '',
  ),
  roles('the owner leaves for good', 'revert OwnerNeeded();', ''),
  roles(
    'who limits the loss also accepts',
    'return !_endsMarkets(one) && !_endsMarkets(other);',
    'return false;',
  ),
  call('a short answer is taken', 'ok := gt(returndatasize(), 31)', 'ok := 1'),
  call('an answer of false is taken', 'ok := eq(mload(0), 1)', 'ok := 1'),
  call('an account without code is a token', 'ok := gt(extcodesize(target), 0)', 'ok := 1'),
  call(
    'the whole answer is copied',
    'mload(data), 0, 0)\n',
    'mload(data), 0, 0)\n            returndatacopy(mload(0x40), 0, returndatasize())\n',
  ),
  call(
    'an answer of true is copied whole',
    'returndatacopy(28, 28, 4)',
    'returndatacopy(28, 28, 4)\n returndatacopy(mload(0x40), 0, returndatasize())',
  ),
  call('all gas goes into a call', 'call(gasLimit, target', 'call(gas(), target'),
];

/** What is wrong with the list: each change must be unique, and its place must occur once in its file. */
export function misplacedMutants(): string[] {
  return CONTRACT_MUTANTS.flatMap(({ what, file, from }, i) => {
    const found = readFileSync(CONTRACTS + file, 'utf8').split(from).length - 1;
    const isNamedBefore = CONTRACT_MUTANTS.findIndex((other) => other.what === what) < i;
    return [
      ...(found === 1 ? [] : [`"${what}" is ${found} times in ${file}, expected once`]),
      ...(isNamedBefore ? [`two changes are named "${what}"`] : []),
    ];
  });
}
