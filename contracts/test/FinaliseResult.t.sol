// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract FinaliseResultTest is EscrowTest {
    function setUp() public override {
        super.setUp();
        place(aBet(0, 10 * USD, 2 * USD));
        place(aBet(1, 10 * USD, 5 * USD));
        vm.warp(START + 1 days);
    }

    function test_reservesWhatTheWinnersGet() public {
        propose(0);
        vm.warp(block.timestamp + WINDOW);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.MarketResolved(MARKET, 0, 20 * USD);
        finalise();
        assertEq(stateOf(MARKET), uint256(IBetEscrow.MarketState.Resolved), "resolved");
        assertEq(escrow.totalReserved(), 20 * USD, "20 instead of 50");
        assertEq(escrow.free(), 10_000 * USD, "the rest is free");
    }

    function test_ofAVoidReservesTheStakes() public {
        propose(VOID);
        vm.warp(block.timestamp + WINDOW);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.MarketVoided(MARKET, 20 * USD);
        finalise();
        assertEq(stateOf(MARKET), uint256(IBetEscrow.MarketState.Void), "void");
        assertEq(escrow.totalReserved(), 20 * USD, "the stakes");
    }

    function test_ofAnOutcomeWithoutBetsFreesEverything() public {
        propose(2);
        vm.warp(block.timestamp + WINDOW);
        finalise();
        assertEq(escrow.totalReserved(), 0, "nothing is owed");
    }

    function test_onlyTheFinaliserMayCallIt() public {
        propose(0);
        vm.warp(block.timestamp + WINDOW);
        vm.expectRevert(abi.encodeWithSelector(Roles.NotHolder.selector, Roles.Role.Finaliser, resolver));
        vm.prank(resolver);
        escrow.finaliseResult(MARKET);
    }

    function test_waitsForTheWindow() public {
        propose(0);
        vm.warp(block.timestamp + WINDOW - 1);
        refuses(MARKET, abi.encodeWithSelector(IBetEscrow.ObjectionPending.selector, MARKET));
    }

    function test_needsAProposedResult() public {
        refuses(MARKET, abi.encodeWithSelector(IBetEscrow.MarketNotProposed.selector, MARKET));
        refuses(bytes16("none"), abi.encodeWithSelector(IBetEscrow.MarketMissing.selector, bytes16("none")));
        resolve(0);
        refuses(MARKET, abi.encodeWithSelector(IBetEscrow.MarketNotProposed.selector, MARKET));
    }

    function test_ofAMarketAbandonedFor14DaysIsRefused() public {
        propose(0);
        vm.warp(START + 15 days);
        refuses(MARKET, abi.encodeWithSelector(IBetEscrow.MarketAbandoned.selector, MARKET));
        vm.warp(START + 15 days - 1);
        finalise();
    }

    function refuses(bytes16 marketId, bytes memory because) private {
        vm.expectRevert(because);
        vm.prank(finaliser);
        escrow.finaliseResult(marketId);
    }
}
