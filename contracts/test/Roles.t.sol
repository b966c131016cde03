// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract RolesTest is EscrowTest {
    address private constant NEW = address(0x4e3);

    function test_changeHandsInTwoSteps() public {
        for (uint256 i = 0; i < 5; i++) {
            Roles.Role role = Roles.Role(i);
            address holder = address(uint160(0x1000 + i));
            address before = escrow.holderOf(role);
            vm.expectEmit(true, true, true, true);
            emit Roles.RoleOffered(role, holder);
            offer(role, holder);
            assertEq(escrow.offeredTo(role), holder, "offered");
            assertEq(escrow.holderOf(role), before, "and not taken");
            vm.expectEmit(true, true, true, true);
            emit Roles.RoleTaken(role, holder);
            vm.prank(holder);
            escrow.takeRole(role);
            assertEq(escrow.holderOf(role), holder, "taken");
            assertEq(escrow.offeredTo(role), address(0), "once");
        }
    }

    function test_aRoleCountsFromTheMomentItIsTaken() public {
        offer(Roles.Role.RiskManager, NEW);
        vm.expectRevert(abi.encodeWithSelector(Roles.NotHolder.selector, Roles.Role.RiskManager, NEW));
        vm.prank(NEW);
        escrow.setMarketLimits(MARKET, 0, 2 * USD);
        vm.prank(NEW);
        escrow.takeRole(Roles.Role.RiskManager);
        vm.prank(NEW);
        escrow.setMarketLimits(MARKET, 0, 2 * USD);
        vm.expectRevert(abi.encodeWithSelector(Roles.NotHolder.selector, Roles.Role.RiskManager, riskManager));
        vm.prank(riskManager);
        escrow.setMarketLimits(MARKET, 0, 2 * USD);
    }

    function test_aNewSignerAcceptsFromThenOn() public {
        IBetEscrow.SignedBet memory old = signBoth(aBet());
        offer(Roles.Role.AcceptanceSigner, NEW);
        vm.prank(NEW);
        escrow.takeRole(Roles.Role.AcceptanceSigner);
        assertSkipped(old, IBetEscrow.SkipReason.AcceptanceInvalid);
    }

    function test_onlyTheOwnerMayOfferThem() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, resolver));
        vm.prank(resolver);
        escrow.offerRole(Roles.Role.Resolver, NEW);
    }

    function test_onlyTheAccountThatWasOfferedARoleMayTakeIt() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NotOffered.selector, Roles.Role.Resolver, NEW));
        vm.prank(NEW);
        escrow.takeRole(Roles.Role.Resolver);
        offer(Roles.Role.Resolver, NEW);
        offer(Roles.Role.Resolver, address(0));
        vm.expectRevert(abi.encodeWithSelector(Roles.NotOffered.selector, Roles.Role.Resolver, NEW));
        vm.prank(NEW);
        escrow.takeRole(Roles.Role.Resolver);
    }

    function test_thatCheckEachOtherNeedDifferentHolders() public {
        refusesToTake(Roles.Role.Finaliser, resolver);
        refusesToTake(Roles.Role.Resolver, finaliser);
        refusesToTake(Roles.Role.Guardian, resolver);
        refusesToTake(Roles.Role.Resolver, guardian);
        refusesToTake(Roles.Role.Guardian, finaliser);
        refusesToTake(Roles.Role.RiskManager, signer);
        refusesToTake(Roles.Role.AcceptanceSigner, riskManager);
        for (uint256 i = 0; i < 5; i++) {
            refusesToTake(Roles.Role(i), owner);
        }
    }

    function test_thatDoNotCheckEachOtherMayShareAHolder() public {
        offer(Roles.Role.RiskManager, resolver);
        vm.prank(resolver);
        escrow.takeRole(Roles.Role.RiskManager);
        offer(Roles.Role.Resolver, resolver);
        vm.prank(resolver);
        escrow.takeRole(Roles.Role.Resolver);
        assertEq(escrow.holderOf(Roles.Role.RiskManager), resolver, "both");
    }

    function test_theOwnerChangesInTwoStepsAndHoldsNoRole() public {
        vm.prank(owner);
        escrow.transferOwnership(NEW);
        assertEq(escrow.owner(), owner, "not before it is taken");
        vm.prank(NEW);
        escrow.acceptOwnership();
        assertEq(escrow.owner(), NEW, "taken");
        vm.prank(NEW);
        escrow.transferOwnership(guardian);
        vm.expectRevert(
            abi.encodeWithSelector(Roles.RolesInOneHand.selector, Roles.Role.Guardian, guardian)
        );
        vm.prank(guardian);
        escrow.acceptOwnership();
    }

    function test_thereIsAlwaysAnOwner() public {
        vm.expectRevert(Roles.OwnerNeeded.selector);
        vm.prank(owner);
        escrow.renounceOwnership();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, alice));
        vm.prank(alice);
        escrow.renounceOwnership();
    }

    function offer(Roles.Role role, address account) private {
        vm.prank(owner);
        escrow.offerRole(role, account);
    }

    function refusesToTake(Roles.Role role, address account) private {
        offer(role, account);
        vm.expectRevert(abi.encodeWithSelector(Roles.RolesInOneHand.selector, role, account));
        vm.prank(account);
        escrow.takeRole(role);
    }
}
