// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {BetEscrow} from "../src/BetEscrow.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {HostileUsdc} from "./HostileUsdc.sol";

contract WithdrawTest is EscrowTest {
    function test_takesOutWhatIsFree() public {
        place(aBet(0, 10 * USD, 3 * USD));
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.HouseWithdrew(bob, 9_980 * USD);
        withdraw(bob, 9_980 * USD);
        assertEq(usdc.balanceOf(bob), 10_980 * USD, "taken out");
        assertEq(escrow.free(), 0, "none is left");
        assertSolvent();
    }

    function test_neverWhatIsBound() public {
        place(aBet(0, 10 * USD, 3 * USD));
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.NotFree.selector, 9_980 * USD + 1, 9_980 * USD));
        withdraw(owner, 9_980 * USD + 1);
    }

    function test_neverWhatIsSetAside() public {
        bytes32 betId = place(aBet(0, 10 * USD, 3 * USD));
        usdc.setBlacklisted(alice, true);
        resolve(0);
        escrow.payBets(ids(betId));
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.NotFree.selector, 9_980 * USD + 1, 9_980 * USD));
        withdraw(owner, 9_980 * USD + 1);
    }

    function test_isTheOwnersAlone() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, riskManager));
        vm.prank(riskManager);
        escrow.withdraw(riskManager, 1);
    }

    function test_cannotBeEnteredAgain() public {
        usdc.setReentry(address(escrow), abi.encodeCall(escrow.payBets, (ids(bytes32("none")))));
        withdraw(owner, USD);
        assertTrue(!usdc.reenterWorked(), "the inner call fails");
    }

    /// @dev Nothing is free, and nothing underflows, when the token took away what was bound.
    function test_nothingIsFreeOfWhatIsMissing() public {
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

contract PauseTest is EscrowTest {
    function test_isTheOwnersAlone() public {
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

    function test_stopsNoResult() public {
        vm.prank(owner);
        escrow.pause();
        openMarket(bytes16("market-2"));
        resolve(0);
        assertEq(stateOf(MARKET), uint256(IBetEscrow.MarketState.Resolved), "resolved");
    }
}

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

    function test_areOfferedByTheOwnerAlone() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, resolver));
        vm.prank(resolver);
        escrow.offerRole(Roles.Role.Resolver, NEW);
    }

    function test_areTakenByWhoTheyWereOfferedTo() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NotOffered.selector, Roles.Role.Resolver, NEW));
        vm.prank(NEW);
        escrow.takeRole(Roles.Role.Resolver);
        offer(Roles.Role.Resolver, NEW);
        offer(Roles.Role.Resolver, address(0));
        vm.expectRevert(abi.encodeWithSelector(Roles.NotOffered.selector, Roles.Role.Resolver, NEW));
        vm.prank(NEW);
        escrow.takeRole(Roles.Role.Resolver);
    }

    function test_thatWatchEachOtherAreNotInOneHand() public {
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

    function test_thatDoNotWatchEachOtherMayBe() public {
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

    function test_refusesATokenOfOtherDecimals() public {
        HostileUsdc other = new HostileUsdc();
        other.setDecimals(18);
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.TokenDecimals.selector, 18));
        deploy(other, owner, _holders(), WINDOW);
    }

    function test_takesAWindowOfAtMostAWeek() public {
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

    function test_refusesWatchersInOneHand() public {
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
