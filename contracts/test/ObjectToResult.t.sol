// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract ObjectToResultTest is EscrowTest {
    bytes32 private constant REASON = keccak256("the source says otherwise");

    function setUp() public override {
        super.setUp();
        place(aBet());
        vm.warp(START + 1 days);
        propose(0);
    }

    function test_returnsTheMarketToOpenOnce() public {
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.ResultObjected(MARKET, 0, REASON);
        object();
        IBetEscrow.Market memory m = escrow.market(MARKET);
        assertTrue(m.state == IBetEscrow.MarketState.Open, "closed by its clock");
        assertEq(m.result, VOID, "no result");
        assertEq(m.evidenceHash, 0, "no evidence");
        assertEq(m.objectionEndsAt, 0, "no window");
        assertEq(m.objections, 1, "once");
        assertSkipped(signBoth(aBet()), IBetEscrow.SkipReason.MarketClosed);
        propose(1);
        vm.warp(block.timestamp + WINDOW);
        finalise();
        assertEq(stateOf(MARKET), uint256(IBetEscrow.MarketState.Resolved), "the second one stands");
    }

    function test_aSecondObjectionVoidsTheMarket() public {
        object();
        propose(1);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.ResultObjected(MARKET, 1, REASON);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.MarketVoided(MARKET, 10 * USD);
        object();
        IBetEscrow.Market memory m = escrow.market(MARKET);
        assertTrue(m.state == IBetEscrow.MarketState.Void, "void");
        assertEq(m.result, VOID, "without a result");
        assertEq(m.reserve, 10 * USD, "the stakes");
        assertEq(m.objections, 2, "twice");
    }

    function test_onlyTheGuardianMayCallIt() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NotHolder.selector, Roles.Role.Guardian, owner));
        vm.prank(owner);
        escrow.objectToResult(MARKET, REASON);
    }

    function test_endsWithTheWindow() public {
        vm.warp(START + 1 days + WINDOW);
        refuses(MARKET, REASON, abi.encodeWithSelector(IBetEscrow.ObjectionEnded.selector, MARKET));
        vm.warp(START + 1 days + WINDOW - 1);
        object();
    }

    function test_needsAReason() public {
        refuses(MARKET, 0, abi.encodeWithSelector(IBetEscrow.EvidenceMissing.selector));
    }

    function test_needsAProposedResult() public {
        object();
        refuses(MARKET, REASON, abi.encodeWithSelector(IBetEscrow.MarketNotProposed.selector, MARKET));
        refuses(
            bytes16("none"), REASON, abi.encodeWithSelector(IBetEscrow.MarketMissing.selector, bytes16("none"))
        );
    }

    function test_ofAMarketAbandonedFor14DaysIsRefused() public {
        object();
        vm.warp(START + 15 days - 1);
        propose(0);
        vm.warp(START + 15 days);
        refuses(MARKET, REASON, abi.encodeWithSelector(IBetEscrow.MarketAbandoned.selector, MARKET));
    }

    function refuses(bytes16 marketId, bytes32 reason, bytes memory because) private {
        vm.expectRevert(because);
        vm.prank(guardian);
        escrow.objectToResult(marketId, reason);
    }
}
