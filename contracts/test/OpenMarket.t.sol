// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract OpenMarketTest is EscrowTest {
    bytes16 private constant OTHER = bytes16("market-2");

    function test_storesItsTerms() public {
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.MarketOpened(OTHER, 2, START + 1, keccak256("r"), 7, 3 * USD);
        open(2, START + 1, 3 * USD);
        IBetEscrow.Market memory m = escrow.market(OTHER);
        assertEq(uint256(m.state), uint256(IBetEscrow.MarketState.Open), "state");
        assertEq(m.outcomes, 2, "outcomes");
        assertEq(m.result, VOID, "result");
        assertEq(m.objections, 0, "objections");
        assertEq(m.closesAt, START + 1, "close");
        assertEq(m.rulesHash, keccak256("r"), "rules");
        assertEq(m.maxHouseLoss, 7, "house loss");
        assertEq(m.maxOdds, 3 * USD, "odds");
        assertEq(m.reserve, 0, "reserve");
    }

    function test_onlyTheRiskManagerMayCallIt() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NotHolder.selector, Roles.Role.RiskManager, owner));
        vm.prank(owner);
        escrow.openMarket(OTHER, 2, START + 1, 0, 0, 2 * USD);
    }

    function test_refusesAMarketThatExists() public {
        open(2, START + 1, 3 * USD);
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.MarketExists.selector, OTHER));
        vm.prank(riskManager);
        escrow.openMarket(OTHER, 2, START + 1, 0, 0, 2 * USD);
    }

    function test_allowsTwoTo32Outcomes() public {
        open(32, START + 1, 3 * USD);
        refuses(1, START + 1, 3 * USD, abi.encodeWithSelector(IBetEscrow.OutcomesOutOfRange.selector, 1));
        refuses(33, START + 1, 3 * USD, abi.encodeWithSelector(IBetEscrow.OutcomesOutOfRange.selector, 33));
    }

    function test_mustCloseInTheFutureWithinTwoYears() public {
        open(2, START + 730 days, 3 * USD);
        refuses(2, START, 3 * USD, abi.encodeWithSelector(IBetEscrow.CloseOutOfRange.selector, START));
        uint64 late = START + 730 days + 1;
        refuses(2, late, 3 * USD, abi.encodeWithSelector(IBetEscrow.CloseOutOfRange.selector, late));
    }

    function test_allowsOddsAboveOneUpToAThousand() public {
        open(2, START + 1, 1000 * USD);
        uint64 tooHigh = 1000 * USD + 1;
        refuses(2, START + 1, USD, abi.encodeWithSelector(IBetEscrow.OddsLimitOutOfRange.selector, USD));
        refuses(2, START + 1, tooHigh, abi.encodeWithSelector(IBetEscrow.OddsLimitOutOfRange.selector, tooHigh));
    }

    function open(uint8 outcomes, uint64 closesAt, uint64 maxOdds) private {
        vm.prank(riskManager);
        escrow.openMarket(OTHER, outcomes, closesAt, keccak256("r"), 7, maxOdds);
    }

    function refuses(uint8 outcomes, uint64 closesAt, uint64 maxOdds, bytes memory because) private {
        vm.expectRevert(because);
        vm.prank(riskManager);
        escrow.openMarket(bytes16("market-3"), outcomes, closesAt, 0, 0, maxOdds);
    }
}
