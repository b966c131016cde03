// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract ProposeResultTest is EscrowTest {
    function test_opensTheWindow() public {
        vm.warp(START + 1 days);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.ResultProposed(MARKET, 2, EVIDENCE, START + 1 days + WINDOW);
        propose(2);
        IBetEscrow.Market memory m = escrow.market(MARKET);
        assertTrue(m.state == IBetEscrow.MarketState.Proposed, "state");
        assertEq(m.result, 2, "result");
        assertEq(m.evidenceHash, EVIDENCE, "evidence");
        assertEq(m.objectionEndsAt, START + 1 days + WINDOW, "window");
    }

    function test_isTheResolversAlone() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NotHolder.selector, Roles.Role.Resolver, finaliser));
        vm.prank(finaliser);
        escrow.proposeResult(MARKET, VOID, EVIDENCE);
    }

    function test_ofAnUnknownMarketIsRefused() public {
        refuses(bytes16("none"), 0, EVIDENCE, abi.encodeWithSelector(IBetEscrow.MarketMissing.selector, bytes16("none")));
    }

    function test_beforeTheCloseIsRefusedAndAVoidIsNot() public {
        vm.warp(START + 1 days - 1);
        refuses(MARKET, 0, EVIDENCE, abi.encodeWithSelector(IBetEscrow.MarketNotClosed.selector, MARKET));
        propose(VOID);
    }

    function test_ofAnUnknownOutcomeIsRefused() public {
        vm.warp(START + 1 days);
        refuses(MARKET, 3, EVIDENCE, abi.encodeWithSelector(IBetEscrow.ResultUnknown.selector, MARKET, 3));
    }

    function test_withoutEvidenceIsRefused() public {
        vm.warp(START + 1 days);
        refuses(MARKET, 0, 0, abi.encodeWithSelector(IBetEscrow.EvidenceMissing.selector));
    }

    function test_twiceIsRefused() public {
        propose(VOID);
        refuses(MARKET, VOID, EVIDENCE, abi.encodeWithSelector(IBetEscrow.MarketNotOpen.selector, MARKET));
        vm.warp(block.timestamp + WINDOW);
        finalise();
        refuses(MARKET, VOID, EVIDENCE, abi.encodeWithSelector(IBetEscrow.MarketNotOpen.selector, MARKET));
    }

    function test_ofAMarketThatWasLeftFor14DaysIsRefused() public {
        vm.warp(START + 15 days);
        refuses(MARKET, 0, EVIDENCE, abi.encodeWithSelector(IBetEscrow.MarketAbandoned.selector, MARKET));
        vm.warp(START + 15 days - 1);
        propose(0);
    }

    function refuses(bytes16 marketId, uint8 result, bytes32 evidence, bytes memory because) private {
        vm.expectRevert(because);
        vm.prank(resolver);
        escrow.proposeResult(marketId, result, evidence);
    }
}

contract ObjectToResultTest is EscrowTest {
    bytes32 private constant REASON = keccak256("the source says otherwise");

    function setUp() public override {
        super.setUp();
        place(aBet());
        vm.warp(START + 1 days);
        propose(0);
    }

    function test_sendsTheMarketBackOnce() public {
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

    function test_theSecondTimeMakesItVoid() public {
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

    function test_isTheGuardiansAlone() public {
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

    function test_ofAMarketThatWasLeftFor14DaysIsRefused() public {
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

    function test_ofAnOutcomeThatNobodyBetOnFreesAll() public {
        propose(2);
        vm.warp(block.timestamp + WINDOW);
        finalise();
        assertEq(escrow.totalReserved(), 0, "nothing is owed");
    }

    function test_isTheFinalisersAlone() public {
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

    function test_ofAMarketThatWasLeftFor14DaysIsRefused() public {
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
