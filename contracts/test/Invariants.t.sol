// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BetEscrow} from "../src/BetEscrow.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Assertions} from "./Assertions.sol";
import {EscrowHandler} from "./EscrowHandler.sol";
import {HostileUsdc} from "./HostileUsdc.sol";

/// @notice What holds after whatever sequence of calls.
contract InvariantsTest is Assertions {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    uint64 private constant USD = 1_000_000;

    EscrowHandler private handler;
    BetEscrow private escrow;
    HostileUsdc private usdc;

    function setUp() public {
        handler = new EscrowHandler();
        escrow = handler.escrowOf();
        usdc = handler.usdcOf();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() public view returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](16);
        // Bets and the passing of time come more often than the rest.
        selectors[0] = EscrowHandler.bet.selector;
        selectors[1] = EscrowHandler.bet.selector;
        selectors[2] = EscrowHandler.bet.selector;
        selectors[3] = EscrowHandler.cashOut.selector;
        selectors[4] = EscrowHandler.proposeFor.selector;
        selectors[5] = EscrowHandler.objectTo.selector;
        selectors[6] = EscrowHandler.finaliseFor.selector;
        selectors[7] = EscrowHandler.pay.selector;
        selectors[8] = EscrowHandler.pay.selector;
        selectors[9] = EscrowHandler.claim.selector;
        selectors[10] = EscrowHandler.withdraw.selector;
        selectors[11] = EscrowHandler.fund.selector;
        selectors[12] = EscrowHandler.setLimits.selector;
        selectors[13] = EscrowHandler.blacklist.selector;
        selectors[14] = EscrowHandler.pauseOrNot.selector;
        selectors[15] = EscrowHandler.pass.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    /// @dev All in one, so that each sequence is run once.
    function invariant_theBooksHold() public view {
        whatIsBoundIsThere();
        reservesAreWhatTheBetsNeed();
        everyBetEndsAtMostOnceAndGetsNoMoreThanItsDue();
        anEndIsForEver();
    }

    function whatIsBoundIsThere() private view {
        assertTrue(
            escrow.totalReserved() + escrow.totalSetAside() <= usdc.balanceOf(address(escrow)),
            "balance covers reserves and what is set aside"
        );
        assertEq(
            usdc.balanceOf(address(escrow)),
            handler.minted() + handler.stakesTaken() - handler.paidOut() - handler.withdrawn(),
            "nothing came or went beside what was asked for"
        );
        assertEq(escrow.totalSetAside(), handler.waiting(), "what waits for its owners");
    }

    function reservesAreWhatTheBetsNeed() private view {
        uint256 all;
        for (uint256 i = 0; i < 3; i++) {
            bytes16 marketId = handler.marketOf(i);
            IBetEscrow.Market memory m = escrow.market(marketId);
            (uint256[3] memory owed, uint256 stakes) = openOf(marketId);
            uint256 largest = max(owed[0], max(owed[1], owed[2]));
            uint256 needed = max(largest, stakes);
            if (m.state == IBetEscrow.MarketState.Resolved) needed = owed[m.result];
            else if (m.state == IBetEscrow.MarketState.Void) needed = stakes;
            assertEq(m.reserve, needed, "the reserve of a market");
            all += m.reserve;
        }
        assertEq(escrow.totalReserved(), all, "all reserves");
    }

    function everyBetEndsAtMostOnceAndGetsNoMoreThanItsDue() private view {
        for (uint256 i = 0; i < handler.betCount(); i++) {
            bytes32 betId = handler.betIds(i);
            IBetEscrow.StoredBet memory b = escrow.bet(betId);
            assertTrue(handler.timesEnded(betId) <= 1, "a bet ends at most once");
            bool ended = b.state != IBetEscrow.BetState.Open;
            assertEq(handler.timesEnded(betId), ended ? 1 : 0, "and its state says so");
            if (b.state == IBetEscrow.BetState.CashedOut) continue;
            assertTrue(handler.amountEnded(betId) <= max(b.payout, b.stake), "nothing beyond its payout");
        }
    }

    function anEndIsForEver() private view {
        for (uint256 i = 0; i < 3; i++) {
            bytes16 marketId = handler.marketOf(i);
            if (!handler.wasFinal(marketId)) continue;
            assertTrue(escrow.market(marketId).state == handler.finalState(marketId), "as it ended");
        }
    }

    /// @dev Whatever happened: once the operator is gone for 14 days, everybody's money leaves for its owner.
    function afterInvariant() public {
        for (uint256 i = 0; i < 4; i++) {
            usdc.setBlacklisted(handler.bettorOf(i), false);
        }
        vm.warp(block.timestamp + 30 days);
        if (handler.betCount() > 0) {
            bytes32[] memory all = new bytes32[](handler.betCount());
            for (uint256 i = 0; i < all.length; i++) {
                all[i] = handler.betIds(i);
            }
            handler.payAll(all);
        }
        for (uint256 i = 0; i < 4; i++) {
            handler.claim(i);
        }
        assertEq(escrow.totalReserved(), 0, "nothing is reserved");
        assertEq(escrow.totalSetAside(), 0, "nothing waits");
        for (uint256 i = 0; i < handler.betCount(); i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(handler.betIds(i));
            if (escrow.stateOf(b.marketId) == IBetEscrow.MarketState.Void) {
                assertTrue(b.state != IBetEscrow.BetState.Open, "every stake of a void has gone back");
            }
        }
    }

    /// @dev What the handler does is more than refusals: some walks of its own, always the same, reach every end.
    function test_walksReachEveryEnd() public {
        uint256[8] memory reached;
        for (uint256 walk = 0; walk < 16; walk++) {
            setUp();
            for (uint256 i = 0; i < 250; i++) {
                step(uint256(keccak256(abi.encode(walk, i))));
            }
            reached[0] += handler.betCount();
            reached[1] += handler.skipped();
            reached[2] += handler.cashedOut();
            reached[3] += handler.paidOut();
            reached[4] += handler.timesSetAside();
            reached[5] += handler.withdrawn();
            for (uint256 i = 0; i < 3; i++) {
                IBetEscrow.MarketState state = escrow.market(handler.marketOf(i)).state;
                if (state == IBetEscrow.MarketState.Resolved) reached[6]++;
                if (state == IBetEscrow.MarketState.Void) reached[7]++;
            }
        }
        assertTrue(reached[0] > 100, "bets are taken");
        assertTrue(reached[1] > 0, "bets are left out");
        assertTrue(reached[2] > 0, "bets are sold back");
        assertTrue(reached[3] > 0, "bets are paid");
        assertTrue(reached[4] > 0, "payouts are set aside");
        assertTrue(reached[5] > 0, "the house withdraws");
        assertTrue(reached[6] > 0, "markets are resolved");
        assertTrue(reached[7] > 0, "markets are void");
    }

    /// @dev As often as in the sequences: bets three times of sixteen, payouts twice.
    function step(uint256 seed) private {
        uint256 what = seed % 16;
        uint256 rest = seed >> 8;
        if (what < 3) handler.bet(rest, uint64(seed >> 64), uint64(seed >> 128), seed >> 254 == 0);
        else if (what == 3) handler.cashOut(rest, uint64(seed >> 64));
        else if (what == 4) handler.proposeFor(rest, uint8(seed >> 64));
        else if (what == 5) handler.objectTo(rest);
        else if (what == 6) handler.finaliseFor(rest);
        else if (what < 9) handler.pay(rest, uint8(seed >> 64));
        else if (what == 9) handler.claim(rest);
        else if (what == 10) handler.withdraw(rest);
        else if (what == 11) handler.fund(uint64(rest));
        else if (what == 12) handler.setLimits(rest, uint64(seed >> 64));
        else if (what == 13) handler.blacklist(rest, seed >> 255 == 0);
        else if (what == 14) handler.pauseOrNot(rest);
        else handler.pass(rest);
    }

    function openOf(bytes16 marketId) private view returns (uint256[3] memory owed, uint256 stakes) {
        for (uint256 i = 0; i < handler.betCount(); i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(handler.betIds(i));
            if (b.marketId != marketId || b.state != IBetEscrow.BetState.Open) continue;
            owed[b.outcome] += b.payout;
            stakes += b.stake;
        }
    }

    function max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}
