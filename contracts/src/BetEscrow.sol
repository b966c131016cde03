// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BoundedCall} from "./BoundedCall.sol";
import {IBetEscrow} from "./IBetEscrow.sol";
import {IReceiveWithAuthorization} from "./IReceiveWithAuthorization.sol";
import {Roles} from "./Roles.sol";

/// @title The escrow of live stakes
/// @notice `IBetEscrow` documents what it promises. It cannot be upgraded, and no one can change what was signed.
contract BetEscrow is IBetEscrow, Roles, EIP712, Pausable, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice The result of a void market, where no outcome won.
    uint8 public constant VOID_RESULT = type(uint8).max;
    /// @notice The most outcomes that a market may have, because a cash-out reads each of them.
    uint8 public constant MAX_OUTCOMES = 32;
    /// @notice The smallest stake: one cent.
    uint64 public constant MIN_STAKE = 10_000;
    /// @notice Odds of 1, at which a bet returns only its stake.
    uint64 public constant ODDS_UNIT = 1_000_000;
    /// @notice The highest odds that a market may allow.
    uint64 public constant MAX_ODDS = 1000 * ODDS_UNIT;
    /// @notice The longest time for which the house's acceptance of a bet may be valid.
    uint64 public constant ACCEPTANCE_PERIOD = 60 seconds;
    /// @notice A market that has no result this long after its close is permanently void.
    uint64 public constant ABANDONED_AFTER = 14 days;
    /// @notice The longest time from a market's opening to its close.
    uint64 public constant MAX_OPEN_PERIOD = 730 days;
    /// @notice The longest objection window. It must leave time to make a result final before the market is abandoned.
    uint64 public constant MAX_OBJECTION_WINDOW = 7 days;

    /// @dev USDC uses about 50,000 gas for an authorization and 45,000 for a transfer, including its proxy.
    uint256 private constant AUTHORIZATION_GAS = 120_000;
    uint256 private constant TRANSFER_GAS = 100_000;
    /// @dev The most gas that recording a bet or a set-aside payout uses after the call.
    uint256 private constant RECORDING_GAS = 130_000;

    bytes32 private constant ACCEPTANCE_TYPE = keccak256("Acceptance(bytes32 bet,uint64 acceptedUntil)");
    bytes32 private constant CASH_OUT_TYPE = keccak256("CashOut(bytes32 betId,uint64 amount,uint64 deadline)");

    /// @notice The USDC token that this contract holds.
    IERC20 public immutable token;
    /// @notice How long the guardian has to object, in seconds.
    uint64 public immutable objectionWindow;

    mapping(bytes16 marketId => Market) private _markets;
    mapping(bytes16 marketId => mapping(uint8 outcome => uint128)) private _owed;
    mapping(bytes32 betId => StoredBet) private _bets;

    /// @inheritdoc IBetEscrow
    mapping(address bettor => uint256) public setAside;
    /// @inheritdoc IBetEscrow
    uint256 public totalReserved;
    /// @inheritdoc IBetEscrow
    uint256 public totalSetAside;

    /// @notice Refuses a token without 6 decimals, and too long a window. Only owner and role holders can change later.
    /// @param holders the first holders of the roles; none of them may be the owner
    /// @param objectionWindow_ how long the guardian has to object, in seconds
    constructor(IERC20 token_, address owner_, Holders memory holders, uint64 objectionWindow_)
        Roles(owner_, holders)
        EIP712("Tallystone BetEscrow", "1")
    {
        uint8 decimals = IERC20Metadata(address(token_)).decimals();
        if (decimals != 6) revert TokenDecimals(decimals);
        if (objectionWindow_ > MAX_OBJECTION_WINDOW) revert WindowOutOfRange(objectionWindow_);
        token = token_;
        objectionWindow = objectionWindow_;
    }

    // ---- markets ---------------------------------------------------------------------------------------

    /// @inheritdoc IBetEscrow
    function openMarket(
        bytes16 marketId,
        uint8 outcomes,
        uint64 closesAt,
        bytes32 rulesHash,
        uint64 maxHouseLoss,
        uint64 maxOdds
    ) external onlyHolder(Role.RiskManager) {
        Market storage m = _markets[marketId];
        if (m.state != MarketState.None) revert MarketExists(marketId);
        if (outcomes < 2 || outcomes > MAX_OUTCOMES) revert OutcomesOutOfRange(outcomes);
        if (closesAt <= block.timestamp || closesAt > block.timestamp + MAX_OPEN_PERIOD) {
            revert CloseOutOfRange(closesAt);
        }
        _requireOddsLimit(maxOdds);

        m.state = MarketState.Open;
        m.outcomes = outcomes;
        m.result = VOID_RESULT;
        m.closesAt = closesAt;
        m.rulesHash = rulesHash;
        m.maxHouseLoss = maxHouseLoss;
        m.maxOdds = maxOdds;
        emit MarketOpened(marketId, outcomes, closesAt, rulesHash, maxHouseLoss, maxOdds);
    }

    /// @inheritdoc IBetEscrow
    function setMarketLimits(bytes16 marketId, uint64 maxHouseLoss, uint64 maxOdds)
        external
        onlyHolder(Role.RiskManager)
    {
        if (stateOf(marketId) != MarketState.Open) revert MarketNotOpen(marketId);
        _requireOddsLimit(maxOdds);
        Market storage m = _markets[marketId];
        m.maxHouseLoss = maxHouseLoss;
        m.maxOdds = maxOdds;
        emit MarketLimitsChanged(marketId, maxHouseLoss, maxOdds);
    }

    // ---- bets ------------------------------------------------------------------------------------------

    /// @inheritdoc IBetEscrow
    function placeBets(SignedBet[] calldata bets) external nonReentrant whenNotPaused returns (uint256 taken) {
        if (bets.length == 0) revert BatchEmpty();
        uint256 balance = token.balanceOf(address(this));
        for (uint256 i = 0; i < bets.length; i++) {
            SignedBet calldata signed = bets[i];
            (bool fits, SkipReason reason, bytes32 betHash, uint64 payout) = _judge(signed, balance);
            if (fits && !_collect(signed, betHash)) (fits, reason) = (false, SkipReason.AuthorizationRefused);
            if (!fits) {
                emit BetSkipped(signed.bet.betId, signed.bet.marketId, reason);
                continue;
            }
            uint256 expected = balance + signed.bet.stake;
            balance = token.balanceOf(address(this));
            if (balance != expected) revert TokenMismatch(expected, balance);
            _record(signed.bet, payout);
            taken++;
        }
    }

    /// @dev Checks whether a bet may be taken, before its stake is requested from the token.
    function _judge(SignedBet calldata signed, uint256 balance)
        private
        view
        returns (bool fits, SkipReason reason, bytes32 betHash, uint64 payout)
    {
        Bet calldata b = signed.bet;
        Market storage m = _markets[b.marketId];
        if (m.state == MarketState.None) return (false, SkipReason.UnknownMarket, 0, 0);
        if (m.state != MarketState.Open || block.timestamp >= m.closesAt) {
            return (false, SkipReason.MarketClosed, 0, 0);
        }
        if (b.outcome >= m.outcomes) return (false, SkipReason.UnknownOutcome, 0, 0);
        if (b.stake < MIN_STAKE) return (false, SkipReason.StakeTooSmall, 0, 0);
        if (b.odds <= ODDS_UNIT || b.odds > m.maxOdds) return (false, SkipReason.OddsOutOfRange, 0, 0);
        if (_bets[b.betId].state != BetState.None) return (false, SkipReason.DuplicateBet, 0, 0);
        if (block.timestamp >= b.deadline) return (false, SkipReason.BetExpired, 0, 0);
        if (block.timestamp >= signed.acceptedUntil) return (false, SkipReason.AcceptanceExpired, 0, 0);
        if (signed.acceptedUntil > block.timestamp + ACCEPTANCE_PERIOD || signed.acceptedUntil > m.closesAt) {
            return (false, SkipReason.AcceptanceTooLong, 0, 0);
        }
        betHash = hashOf(b);
        if (!_isAccepted(acceptanceDigest(betHash, signed.acceptedUntil), signed.acceptance)) {
            return (false, SkipReason.AcceptanceInvalid, 0, 0);
        }

        // Rounded down, so a bet is never owed more than it was accepted for.
        uint256 returned = (uint256(b.stake) * b.odds) / ODDS_UNIT;
        if (returned > type(uint64).max) return (false, SkipReason.HouseLossTooLarge, 0, 0);
        uint256 reserve = _larger(
            _larger(m.largestPayout, _owed[b.marketId][b.outcome] + returned), uint256(m.openStakes) + b.stake
        );
        if (!_isWithinLoss(reserve, int256(m.received) + int256(uint256(b.stake)), m.maxHouseLoss)) {
            return (false, SkipReason.HouseLossTooLarge, 0, 0);
        }
        if (totalReserved - m.reserve + reserve + totalSetAside > balance + b.stake) {
            return (false, SkipReason.FundsTooLow, 0, 0);
        }
        // Fits in 64 bits, as checked above.
        return (true, reason, betHash, uint64(returned));
    }

    /// @dev Requests the stake from the token. Reverts if there is too little gas, so a good bet does not fail for that.
    function _collect(SignedBet calldata signed, bytes32 betHash) private returns (bool) {
        _requireGas(AUTHORIZATION_GAS);
        Bet calldata b = signed.bet;
        return BoundedCall.tryCall(
            address(token),
            AUTHORIZATION_GAS,
            abi.encodeCall(
                IReceiveWithAuthorization.receiveWithAuthorization,
                (b.bettor, address(this), b.stake, 0, b.deadline, betHash, signed.v, signed.r, signed.s)
            ),
            false
        );
    }

    function _record(Bet calldata b, uint64 payout) private {
        Market storage m = _markets[b.marketId];
        uint128 owed = _owed[b.marketId][b.outcome] + payout;
        _owed[b.marketId][b.outcome] = owed;
        if (owed > m.largestPayout) m.largestPayout = owed;
        m.openStakes += b.stake;
        m.received += int128(uint128(b.stake));
        _setReserve(m, _larger(m.largestPayout, m.openStakes));
        _bets[b.betId] = StoredBet({
            bettor: b.bettor,
            stake: b.stake,
            outcome: b.outcome,
            state: BetState.Open,
            payout: payout,
            marketId: b.marketId
        });
        emit BetPlaced(b.betId, b.marketId, b.bettor, b.outcome, b.stake, payout);
    }

    /// @inheritdoc IBetEscrow
    function cashOut(CashOut calldata offer, bytes calldata bettorSignature, bytes calldata acceptance)
        external
        nonReentrant
    {
        StoredBet storage b = _bets[offer.betId];
        if (b.state != BetState.Open) revert BetNotOpen(offer.betId);
        bytes16 marketId = b.marketId;
        Market storage m = _markets[marketId];
        if (m.state != MarketState.Open || block.timestamp >= m.closesAt) revert MarketNotOpen(marketId);
        if (block.timestamp >= offer.deadline) revert CashOutExpired(offer.betId);
        if (offer.amount == 0) revert CashOutTooSmall(offer.betId);
        bytes32 digest = cashOutDigest(offer);
        address bettor = b.bettor;
        if (_signerOf(digest, bettorSignature) != bettor) revert CashOutNotSigned(offer.betId);
        if (!_isAccepted(digest, acceptance)) revert CashOutNotAccepted(offer.betId);

        b.state = BetState.CashedOut;
        _owed[marketId][b.outcome] -= b.payout;
        m.largestPayout = _largestOwed(marketId, m.outcomes);
        m.openStakes -= b.stake;
        m.received -= int128(uint128(offer.amount));
        _setReserve(m, _larger(m.largestPayout, m.openStakes));
        if (
            !_isWithinLoss(m.reserve, m.received, m.maxHouseLoss)
                || totalReserved + totalSetAside + offer.amount > token.balanceOf(address(this))
        ) revert CashOutUnaffordable(offer.betId);

        emit BetCashedOut(offer.betId, marketId, offer.amount);
        token.safeTransfer(bettor, offer.amount);
    }

    // ---- how a market ends -----------------------------------------------------------------------------

    /// @inheritdoc IBetEscrow
    function proposeResult(bytes16 marketId, uint8 result, bytes32 evidenceHash)
        external
        onlyHolder(Role.Resolver)
    {
        Market storage m = _liveMarket(marketId);
        if (m.state != MarketState.Open) revert MarketNotOpen(marketId);
        if (result != VOID_RESULT) {
            if (result >= m.outcomes) revert ResultUnknown(marketId, result);
            if (block.timestamp < m.closesAt) revert MarketNotClosed(marketId);
        }
        if (evidenceHash == 0) revert EvidenceMissing();

        m.state = MarketState.Proposed;
        m.result = result;
        m.evidenceHash = evidenceHash;
        m.objectionEndsAt = uint64(block.timestamp) + objectionWindow;
        emit ResultProposed(marketId, result, evidenceHash, m.objectionEndsAt);
    }

    /// @inheritdoc IBetEscrow
    function objectToResult(bytes16 marketId, bytes32 reasonHash) external onlyHolder(Role.Guardian) {
        Market storage m = _liveMarket(marketId);
        if (m.state != MarketState.Proposed) revert MarketNotProposed(marketId);
        if (block.timestamp >= m.objectionEndsAt) revert ObjectionEnded(marketId);
        if (reasonHash == 0) revert EvidenceMissing();

        emit ResultObjected(marketId, m.result, reasonHash);
        m.objections += 1;
        if (m.objections > 1) {
            _makeVoid(marketId, m);
            return;
        }
        m.state = MarketState.Open;
        m.result = VOID_RESULT;
        m.evidenceHash = 0;
        m.objectionEndsAt = 0;
    }

    /// @inheritdoc IBetEscrow
    function finaliseResult(bytes16 marketId) external onlyHolder(Role.Finaliser) {
        Market storage m = _liveMarket(marketId);
        if (m.state != MarketState.Proposed) revert MarketNotProposed(marketId);
        if (block.timestamp < m.objectionEndsAt) revert ObjectionPending(marketId);

        if (m.result == VOID_RESULT) {
            _makeVoid(marketId, m);
            return;
        }
        m.state = MarketState.Resolved;
        uint128 owed = _owed[marketId][m.result];
        _setReserve(m, owed);
        emit MarketResolved(marketId, m.result, owed);
    }

    /// @inheritdoc IBetEscrow
    function payBets(bytes32[] calldata betIds) external nonReentrant returns (uint256 paid) {
        if (betIds.length == 0) revert BatchEmpty();
        for (uint256 i = 0; i < betIds.length; i++) {
            if (_pay(betIds[i])) paid++;
        }
    }

    function _pay(bytes32 betId) private returns (bool) {
        StoredBet storage b = _bets[betId];
        if (b.state != BetState.Open) return false;
        bytes16 marketId = b.marketId;
        Market storage m = _markets[marketId];
        MarketState state = stateOf(marketId);
        if (state == MarketState.Void && m.state != MarketState.Void) _makeVoid(marketId, m);
        uint64 amount;
        if (state == MarketState.Void) amount = b.stake;
        else if (state == MarketState.Resolved && b.outcome == m.result) amount = b.payout;
        if (amount == 0) return false;

        address bettor = b.bettor;
        b.state = BetState.Paid;
        _setReserve(m, m.reserve - amount);
        if (_send(bettor, amount)) {
            emit BetPaid(betId, marketId, bettor, amount);
            return true;
        }
        b.state = BetState.SetAside;
        setAside[bettor] += amount;
        totalSetAside += amount;
        emit PayoutSetAside(betId, marketId, bettor, amount);
        return true;
    }

    /// @inheritdoc IBetEscrow
    function claimSetAside(address bettor) external nonReentrant {
        uint256 amount = setAside[bettor];
        if (amount == 0) revert NothingSetAside(bettor);
        setAside[bettor] = 0;
        totalSetAside -= amount;
        if (!_send(bettor, amount)) revert TransferRefused(bettor, amount);
        emit SetAsideClaimed(bettor, amount);
    }

    // ---- what the owner does ---------------------------------------------------------------------------

    /// @inheritdoc IBetEscrow
    function withdraw(address to, uint256 amount) external onlyOwner nonReentrant {
        uint256 available = free();
        if (amount > available) revert NotFree(amount, available);
        emit HouseWithdrew(to, amount);
        token.safeTransfer(to, amount);
    }

    /// @inheritdoc IBetEscrow
    function pause() external onlyOwner {
        _pause();
    }

    /// @inheritdoc IBetEscrow
    function unpause() external onlyOwner {
        _unpause();
    }

    // ---- what anyone can read --------------------------------------------------------------------------

    /// @inheritdoc IBetEscrow
    function market(bytes16 marketId) external view returns (Market memory) {
        return _markets[marketId];
    }

    /// @inheritdoc IBetEscrow
    function stateOf(bytes16 marketId) public view returns (MarketState) {
        Market storage m = _markets[marketId];
        MarketState state = m.state;
        bool isUnderWay = state == MarketState.Open || state == MarketState.Proposed;
        return isUnderWay && block.timestamp >= uint256(m.closesAt) + ABANDONED_AFTER ? MarketState.Void : state;
    }

    /// @inheritdoc IBetEscrow
    function owedOn(bytes16 marketId, uint8 outcome) external view returns (uint128) {
        return _owed[marketId][outcome];
    }

    /// @inheritdoc IBetEscrow
    function bet(bytes32 betId) external view returns (StoredBet memory) {
        return _bets[betId];
    }

    /// @inheritdoc IBetEscrow
    function hashOf(Bet calldata b) public view returns (bytes32) {
        return keccak256(
            abi.encode(
                b.betId, b.marketId, b.outcome, b.stake, b.odds, b.bettor, b.deadline, block.chainid, address(this)
            )
        );
    }

    /// @inheritdoc IBetEscrow
    function acceptanceDigest(bytes32 betHash, uint64 acceptedUntil) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(ACCEPTANCE_TYPE, betHash, acceptedUntil)));
    }

    /// @inheritdoc IBetEscrow
    function cashOutDigest(CashOut calldata offer) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(CASH_OUT_TYPE, offer.betId, offer.amount, offer.deadline)));
    }

    /// @inheritdoc IBetEscrow
    function free() public view returns (uint256) {
        uint256 balance = token.balanceOf(address(this));
        uint256 bound = totalReserved + totalSetAside;
        return balance > bound ? balance - bound : 0;
    }

    // ---- helpers ---------------------------------------------------------------------------------------

    /// @dev Returns a market that exists and was not abandoned; reverts for any other.
    function _liveMarket(bytes16 marketId) private view returns (Market storage m) {
        m = _markets[marketId];
        if (m.state == MarketState.None) revert MarketMissing(marketId);
        if (stateOf(marketId) != m.state) revert MarketAbandoned(marketId);
    }

    function _makeVoid(bytes16 marketId, Market storage m) private {
        m.state = MarketState.Void;
        m.result = VOID_RESULT;
        _setReserve(m, m.openStakes);
        emit MarketVoided(marketId, m.openStakes);
    }

    /// @dev The sums fit in 128 bits: they add 64-bit amounts of a token whose supply is less than 2^64.
    function _setReserve(Market storage m, uint256 reserve) private {
        totalReserved = totalReserved - m.reserve + reserve;
        m.reserve = uint128(reserve);
    }

    function _send(address to, uint256 amount) private returns (bool) {
        _requireGas(TRANSFER_GAS);
        return BoundedCall.tryCall(
            address(token), TRANSFER_GAS, abi.encodeCall(IERC20.transfer, (to, amount)), true
        );
    }

    /// @dev A call gets at most 63/64 of the remaining gas.
    function _requireGas(uint256 callGas) private view {
        if (gasleft() < (callGas * 64) / 63 + RECORDING_GAS) revert GasTooLow();
    }

    function _isAccepted(bytes32 digest, bytes calldata signature) private view returns (bool) {
        return _signerOf(digest, signature) == holderOf(Role.AcceptanceSigner);
    }

    /// @dev Returns the zero address for an invalid signature. No role holder and no bettor has that address.
    function _signerOf(bytes32 digest, bytes calldata signature) private pure returns (address signer) {
        (signer,,) = ECDSA.tryRecover(digest, signature);
    }

    /// @dev Whether paying `reserve` out of what was received costs the house no more than `maxHouseLoss`.
    function _isWithinLoss(uint256 reserve, int256 received, uint64 maxHouseLoss) private pure returns (bool) {
        return int256(reserve) - received <= int256(uint256(maxHouseLoss));
    }

    function _largestOwed(bytes16 marketId, uint8 outcomes) private view returns (uint128 largest) {
        for (uint8 i = 0; i < outcomes; i++) {
            uint128 owed = _owed[marketId][i];
            if (owed > largest) largest = owed;
        }
    }

    function _larger(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }

    function _requireOddsLimit(uint64 maxOdds) private pure {
        if (maxOdds <= ODDS_UNIT || maxOdds > MAX_ODDS) revert OddsLimitOutOfRange(maxOdds);
    }
}
