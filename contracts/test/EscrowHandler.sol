// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BetEscrow} from "../src/BetEscrow.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {HostileUsdc} from "./HostileUsdc.sol";

/// @notice Does one thing after another to the escrow, good and bad, and keeps books of its own of what must be.
contract EscrowHandler is EscrowTest {
    uint256 private constant MARKETS = 3;
    uint256 private constant BETTORS = 4;

    bytes32[] public betIds;
    mapping(bytes32 betId => uint256) public timesEnded;
    mapping(bytes32 betId => uint256) public amountEnded;
    mapping(bytes16 marketId => bool) public wasFinal;
    mapping(bytes16 marketId => IBetEscrow.MarketState) public finalState;
    uint256 public stakesTaken;
    uint256 public paidOut;
    uint256 public withdrawn;
    uint256 public minted;
    uint256 public skipped;
    uint256 public cashedOut;
    uint256 public waiting;
    uint256 public timesSetAside;

    constructor() {
        setUp();
        openMarket(marketOf(1));
        openMarket(marketOf(2));
        minted = 10_000 * USD;
        for (uint256 i = 0; i < BETTORS; i++) {
            usdc.mint(bettorOf(i), 5_000 * USD);
        }
    }

    function usdcOf() external view returns (HostileUsdc) {
        return usdc;
    }

    function escrowOf() external view returns (BetEscrow) {
        return escrow;
    }

    function betCount() external view returns (uint256) {
        return betIds.length;
    }

    function marketOf(uint256 i) public pure returns (bytes16) {
        return i == 0 ? MARKET : i == 1 ? bytes16("market-2") : bytes16("market-3");
    }

    function bettorOf(uint256 i) public pure returns (address) {
        return vm.addr(0xb0b0 + i);
    }

    // ---- bets ------------------------------------------------------------------------------------------

    /// @dev What is asked may be too much for market or wallet, or come twice in its batch; mostly it is neither.
    function bet(uint256 seed, uint64 stake, uint64 odds, bool twice) external {
        if (escrow.paused()) return;
        uint256 bettor = seed % BETTORS;
        IBetEscrow.Bet memory b = aBet();
        b.marketId = marketOf((seed >> 8) % MARKETS);
        b.bettor = bettorOf(bettor);
        b.outcome = uint8((seed >> 16) % 3);
        b.stake = uint64(bound(stake, 1, (seed >> 24) % 4 == 0 ? 700 * USD : 60 * USD));
        b.odds = uint64(bound(odds, USD, (seed >> 32) % 4 == 0 ? 20 * USD : 4 * USD));
        IBetEscrow.SignedBet memory signed = signWith(b, 0xb0b0 + bettor);
        IBetEscrow.SignedBet[] memory batch = new IBetEscrow.SignedBet[](twice ? 2 : 1);
        batch[0] = signed;
        if (twice) batch[1] = signed;
        uint256 taken = escrow.placeBets(batch);
        assertTrue(taken <= 1, "a bet is taken once");
        if (taken == 0) {
            skipped++;
            return;
        }
        betIds.push(b.betId);
        stakesTaken += b.stake;
    }

    function cashOut(uint256 seed, uint64 amount) external {
        if (betIds.length == 0) return;
        bytes32 betId = betIds[seed % betIds.length];
        IBetEscrow.StoredBet memory b = escrow.bet(betId);
        IBetEscrow.CashOut memory offer =
            IBetEscrow.CashOut(betId, uint64(bound(amount, 1, 2 * uint256(b.payout))), uint64(block.timestamp) + 60);
        bytes32 digest = escrow.cashOutDigest(offer);
        uint256 key;
        for (uint256 i = 0; i < BETTORS; i++) {
            if (bettorOf(i) == b.bettor) key = 0xb0b0 + i;
        }
        try escrow.cashOut(offer, signature(key, digest), signature(SIGNER_KEY, digest)) {
            end(betId, offer.amount);
            paidOut += offer.amount;
            cashedOut++;
        } catch {}
    }

    // ---- ends ------------------------------------------------------------------------------------------

    function proposeFor(uint256 seed, uint8 result) external {
        vm.prank(resolver);
        try escrow.proposeResult(marketOf(seed % MARKETS), result % 4 == 3 ? VOID : result % 4, EVIDENCE) {} catch {}
    }

    function objectTo(uint256 seed) external {
        bytes16 marketId = marketOf(seed % MARKETS);
        vm.prank(guardian);
        try escrow.objectToResult(marketId, EVIDENCE) {
            note(marketId);
        } catch {}
    }

    function finaliseFor(uint256 seed) external {
        bytes16 marketId = marketOf(seed % MARKETS);
        vm.prank(finaliser);
        try escrow.finaliseResult(marketId) {
            note(marketId);
        } catch {}
    }

    /// @dev Any bets, also such that got theirs, and one of them twice.
    function pay(uint256 seed, uint8 count) external {
        if (betIds.length == 0) return;
        bytes32[] memory batch = new bytes32[](2 + (count % 5));
        for (uint256 i = 0; i + 1 < batch.length; i++) {
            batch[i] = betIds[((seed % betIds.length) + i) % betIds.length];
        }
        batch[batch.length - 1] = batch[0];
        payAll(batch);
    }

    function payAll(bytes32[] memory batch) public {
        IBetEscrow.BetState[] memory before = new IBetEscrow.BetState[](batch.length);
        for (uint256 i = 0; i < batch.length; i++) {
            before[i] = escrow.bet(batch[i]).state;
        }
        escrow.payBets(batch);
        for (uint256 i = 0; i < batch.length; i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(batch[i]);
            bool isFirst = true;
            for (uint256 j = 0; j < i; j++) {
                if (batch[j] == batch[i]) isFirst = false;
            }
            if (!isFirst || before[i] == b.state) continue;
            note(b.marketId);
            uint256 amount = finalState[b.marketId] == IBetEscrow.MarketState.Void ? b.stake : b.payout;
            end(batch[i], amount);
            if (b.state == IBetEscrow.BetState.Paid) {
                paidOut += amount;
            } else {
                waiting += amount;
                timesSetAside++;
            }
        }
    }

    function claim(uint256 seed) external {
        address bettor = bettorOf(seed % BETTORS);
        uint256 amount = escrow.setAside(bettor);
        try escrow.claimSetAside(bettor) {
            paidOut += amount;
            waiting -= amount;
        } catch {}
    }

    // ---- the house and the world -----------------------------------------------------------------------

    function withdraw(uint256 amount) external {
        amount = bound(amount, 0, 3_000 * USD);
        vm.prank(owner);
        try escrow.withdraw(owner, amount) {
            withdrawn += amount;
        } catch {}
    }

    function fund(uint64 amount) external {
        amount = uint64(bound(amount, 0, 500 * USD));
        usdc.mint(address(escrow), amount);
        minted += amount;
    }

    function setLimits(uint256 seed, uint64 maxHouseLoss) external {
        vm.prank(riskManager);
        try escrow.setMarketLimits(marketOf(seed % MARKETS), uint64(bound(maxHouseLoss, 0, 2000 * USD)), 100 * USD) {}
            catch {}
    }

    function blacklist(uint256 seed, bool refused) external {
        usdc.setBlacklisted(bettorOf(seed % BETTORS), refused);
    }

    function pauseOrNot(uint256 seed) external {
        bool pauses = seed % 4 == 0;
        if (pauses == escrow.paused()) return;
        vm.prank(owner);
        if (pauses) escrow.pause();
        else escrow.unpause();
    }

    /// @dev Mostly minutes, so that bets are made; now and then long enough for an end.
    function pass(uint256 seed) external {
        uint256 period = seed % 8 == 0 ? 1 days : seed % 8 == 1 ? 2 hours : 10 minutes;
        vm.warp(block.timestamp + period);
    }

    // ---- its own books ---------------------------------------------------------------------------------

    function end(bytes32 betId, uint256 amount) private {
        timesEnded[betId]++;
        amountEnded[betId] += amount;
    }

    function note(bytes16 marketId) private {
        IBetEscrow.MarketState state = escrow.market(marketId).state;
        if (state != IBetEscrow.MarketState.Resolved && state != IBetEscrow.MarketState.Void) return;
        if (!wasFinal[marketId]) (wasFinal[marketId], finalState[marketId]) = (true, state);
    }

    function signWith(IBetEscrow.Bet memory b, uint256 key)
        private
        view
        returns (IBetEscrow.SignedBet memory signed)
    {
        bytes32 betHash = escrow.hashOf(b);
        signed.bet = b;
        (signed.v, signed.r, signed.s) = vm.sign(key, authorizationDigest(b, betHash));
        signed.acceptedUntil = uint64(block.timestamp) + 30;
        signed.acceptance = signature(SIGNER_KEY, escrow.acceptanceDigest(betHash, signed.acceptedUntil));
    }
}
