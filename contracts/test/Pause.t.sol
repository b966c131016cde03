// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract PauseTest is EscrowTest {
    function test_onlyTheOwnerMayPauseAndUnpause() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, guardian));
        vm.prank(guardian);
        escrow.pause();
        vm.prank(owner);
        escrow.pause();
        assertTrue(escrow.paused(), "paused");
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, guardian));
        vm.prank(guardian);
        escrow.unpause();
        vm.prank(owner);
        escrow.unpause();
        assertTrue(!escrow.paused(), "on again");
    }

    function test_doesNotStopResults() public {
        vm.prank(owner);
        escrow.pause();
        openMarket(bytes16("market-2"));
        resolve(0);
        assertEq(stateOf(MARKET), uint256(IBetEscrow.MarketState.Resolved), "resolved");
    }
}
