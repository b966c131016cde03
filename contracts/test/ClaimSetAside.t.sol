// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract ClaimSetAsideTest is EscrowTest {
    bytes32 private betId;

    function setUp() public override {
        super.setUp();
        betId = place(aBet());
        resolve(0);
        usdc.setBlacklisted(alice, true);
        escrow.payBets(ids(betId));
    }

    function test_paysWhenTheTokenAllowsIt() public {
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.TransferRefused.selector, alice, 20 * USD));
        escrow.claimSetAside(alice);
        assertEq(escrow.setAside(alice), 20 * USD, "it waits on");

        usdc.setBlacklisted(alice, false);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.SetAsideClaimed(alice, 20 * USD);
        vm.prank(bob);
        escrow.claimSetAside(alice);
        assertEq(usdc.balanceOf(alice), 1010 * USD, "paid to its owner, whoever asked");
        assertEq(escrow.setAside(alice), 0, "nothing waits");
        assertEq(escrow.totalSetAside(), 0, "anywhere");
    }

    function test_refusesABettorWithNothingSetAside() public {
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.NothingSetAside.selector, bob));
        escrow.claimSetAside(bob);
    }

    function test_cannotBeReentered() public {
        usdc.setBlacklisted(alice, false);
        usdc.setReentry(address(escrow), abi.encodeCall(escrow.claimSetAside, (alice)));
        escrow.claimSetAside(alice);
        assertTrue(!usdc.reenterWorked(), "the inner call fails");
        assertEq(usdc.balanceOf(alice), 1010 * USD, "paid once");
    }

    /// @dev The inner call would succeed on its own, with less gas than the token gets.
    function test_noOtherCallIsEnteredFromIt() public {
        usdc.setBlacklisted(alice, false);
        usdc.setReentry(address(escrow), abi.encodeCall(escrow.payBets, (ids(bytes32("none")))));
        escrow.claimSetAside(alice);
        assertTrue(!usdc.reenterWorked(), "the inner call fails");
        assertEq(usdc.balanceOf(alice), 1010 * USD, "and the outer one does not");
    }
}
