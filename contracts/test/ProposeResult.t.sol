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

    function test_onlyTheResolverMayCallIt() public {
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

    function test_ofAMarketAbandonedFor14DaysIsRefused() public {
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
