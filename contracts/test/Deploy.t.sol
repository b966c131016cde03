// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BetEscrow} from "../src/BetEscrow.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {HostileUsdc} from "./HostileUsdc.sol";

contract DeployTest is EscrowTest {
    function test_keepsItsTokenWindowAndHolders() public view {
        assertEq(address(escrow.token()), address(usdc), "token");
        assertEq(escrow.objectionWindow(), WINDOW, "window");
        assertEq(escrow.owner(), owner, "owner");
        assertEq(escrow.holderOf(Roles.Role.Resolver), resolver, "resolver");
        assertEq(escrow.holderOf(Roles.Role.Finaliser), finaliser, "finaliser");
        assertEq(escrow.holderOf(Roles.Role.Guardian), guardian, "guardian");
        assertEq(escrow.holderOf(Roles.Role.AcceptanceSigner), signer, "acceptance signer");
        assertEq(escrow.holderOf(Roles.Role.RiskManager), riskManager, "risk manager");
    }

    function test_refusesATokenWithOtherDecimals() public {
        HostileUsdc other = new HostileUsdc();
        other.setDecimals(18);
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.TokenDecimals.selector, 18));
        deploy(other, owner, _holders(), WINDOW);
    }

    function test_allowsAWindowOfAtMostAWeek() public {
        deploy(usdc, owner, _holders(), 7 days);
        deploy(usdc, owner, _holders(), 0);
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.WindowOutOfRange.selector, 7 days + 1));
        deploy(usdc, owner, _holders(), 7 days + 1);
    }

    function test_needsEveryHolder() public {
        Roles.Holders memory holders = _holders();
        holders.guardian = address(0);
        vm.expectRevert(Roles.ZeroAddress.selector);
        deploy(usdc, owner, holders, WINDOW);
    }

    function test_refusesOneHolderForRolesThatCheckEachOther() public {
        Roles.Holders memory holders = _holders();
        holders.finaliser = resolver;
        vm.expectRevert(
            abi.encodeWithSelector(Roles.RolesInOneHand.selector, Roles.Role.Finaliser, resolver)
        );
        deploy(usdc, owner, holders, WINDOW);
    }

    function test_bindsEverySignatureToItsChainAndContract() public {
        IBetEscrow.Bet memory b = aBet();
        BetEscrow other = deploy(usdc, owner, _holders(), WINDOW);
        bytes32 betHash = escrow.hashOf(b);
        bytes32 acceptance = escrow.acceptanceDigest(betHash, 1);
        bytes32 cashOut = escrow.cashOutDigest(IBetEscrow.CashOut(b.betId, 1, 1));
        assertTrue(betHash != other.hashOf(b), "the bet");
        assertTrue(acceptance != other.acceptanceDigest(betHash, 1), "the acceptance");
        assertTrue(cashOut != other.cashOutDigest(IBetEscrow.CashOut(b.betId, 1, 1)), "the cash-out");
        vm.chainId(1);
        assertTrue(betHash != escrow.hashOf(b), "the bet on another chain");
        assertTrue(acceptance != escrow.acceptanceDigest(betHash, 1), "the acceptance");
        assertTrue(cashOut != escrow.cashOutDigest(IBetEscrow.CashOut(b.betId, 1, 1)), "the cash-out");
    }
}
