// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract SetMarketLimitsTest is EscrowTest {
    function test_appliesToLaterBets() public {
        place(aBet(0, 10 * USD, 2 * USD));
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.MarketLimitsChanged(MARKET, 10 * USD, 3 * USD);
        set(10 * USD, 3 * USD);
        assertSkipped(signBoth(aBet(0, 10 * USD, 2 * USD)), IBetEscrow.SkipReason.HouseLossTooLarge);
        assertSkipped(signBoth(aBet(0, 10 * USD, 3 * USD + 1)), IBetEscrow.SkipReason.OddsOutOfRange);
        place(aBet(1, 10 * USD, 2 * USD));
    }

    function test_onlyTheRiskManagerMayCallIt() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NotHolder.selector, Roles.Role.RiskManager, signer));
        vm.prank(signer);
        escrow.setMarketLimits(MARKET, 0, 2 * USD);
    }

    function test_refusesAnUnknownMarketAndOneThatIsEnding() public {
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.MarketNotOpen.selector, bytes16("none")));
        vm.prank(riskManager);
        escrow.setMarketLimits(bytes16("none"), 0, 2 * USD);

        propose(VOID);
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.MarketNotOpen.selector, MARKET));
        set(0, 2 * USD);
    }

    function test_refusesOddsOutOfRange() public {
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.OddsLimitOutOfRange.selector, USD));
        set(0, USD);
    }

    function set(uint64 maxHouseLoss, uint64 maxOdds) private {
        vm.prank(riskManager);
        escrow.setMarketLimits(MARKET, maxHouseLoss, maxOdds);
    }
}
