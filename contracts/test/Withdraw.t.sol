// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract WithdrawTest is EscrowTest {
    function test_withdrawsFreeMoney() public {
        place(aBet(0, 10 * USD, 3 * USD));
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.HouseWithdrew(bob, 9_980 * USD);
        withdraw(bob, 9_980 * USD);
        assertEq(usdc.balanceOf(bob), 10_980 * USD, "taken out");
        assertEq(escrow.free(), 0, "none is left");
        assertSolvent();
    }

    function test_cannotWithdrawReservedMoney() public {
        place(aBet(0, 10 * USD, 3 * USD));
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.NotFree.selector, 9_980 * USD + 1, 9_980 * USD));
        withdraw(owner, 9_980 * USD + 1);
    }

    function test_cannotWithdrawMoneySetAside() public {
        bytes32 betId = place(aBet(0, 10 * USD, 3 * USD));
        usdc.setBlacklisted(alice, true);
        resolve(0);
        escrow.payBets(ids(betId));
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.NotFree.selector, 9_980 * USD + 1, 9_980 * USD));
        withdraw(owner, 9_980 * USD + 1);
    }

    function test_onlyTheOwnerMayCallIt() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, riskManager));
        vm.prank(riskManager);
        escrow.withdraw(riskManager, 1);
    }

    function test_cannotBeReentered() public {
        usdc.setReentry(address(escrow), abi.encodeCall(escrow.payBets, (ids(bytes32("none")))));
        withdraw(owner, USD);
        assertTrue(!usdc.reenterWorked(), "the inner call fails");
    }

    /// @dev Nothing is free, and nothing underflows, if the token took away reserved money.
    function test_nothingIsFreeIfMoneyIsMissing() public {
        place(aBet(0, 10 * USD, 3 * USD));
        vm.prank(address(escrow));
        usdc.transfer(bob, 10_000 * USD);
        assertEq(escrow.free(), 0, "nothing");
        assertSkipped(signBoth(aBet(1, 10 * USD, 2 * USD)), IBetEscrow.SkipReason.FundsTooLow);
    }

    function withdraw(address to, uint256 amount) private {
        vm.prank(owner);
        escrow.withdraw(to, amount);
    }
}
