// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract CashOutTest is EscrowTest {
    bytes32 private betId;

    function setUp() public override {
        super.setUp();
        betId = place(aBet(0, 10 * USD, 2 * USD));
    }

    function test_paysTheBettorAndFreesTheReserve() public {
        IBetEscrow.CashOut memory offer = anOffer(12 * USD);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.BetCashedOut(betId, MARKET, 12 * USD);
        cashOut(offer);
        assertEq(usdc.balanceOf(alice), 1002 * USD, "paid");
        assertTrue(escrow.bet(betId).state == IBetEscrow.BetState.CashedOut, "ended");
        IBetEscrow.Market memory m = escrow.market(MARKET);
        assertEq(m.reserve, 0, "nothing is reserved");
        assertEq(m.openStakes, 0, "no stake is open");
        assertEq(m.largestPayout, 0, "nothing is owed");
        assertTrue(m.received == -2_000_000, "2 more were paid than taken");
        assertEq(escrow.owedOn(MARKET, 0), 0, "nothing is owed on it");
        assertEq(escrow.totalReserved(), 0, "nor anywhere");
        resolve(0);
        assertEq(escrow.payBets(ids(betId)), 0, "it is not paid again");
    }

    function test_keepsTheReserveOfOtherBets() public {
        place(aBet(1, 10 * USD, 3 * USD));
        place(aBet(2, 10 * USD, 1_500_000));
        cashOut(anOffer(USD));
        assertEq(escrow.totalReserved(), 30 * USD, "the largest payout that is left");
    }

    function test_findsTheLargestPayoutOnEveryOutcome() public {
        place(aBet(1, 10 * USD, 1_500_000));
        place(aBet(2, 10 * USD, 3 * USD));
        cashOut(anOffer(USD));
        assertEq(escrow.totalReserved(), 30 * USD, "on the last one");
    }

    function test_reservesAllStakesIfTheyAreMore() public {
        place(aBet(1, 100 * USD, 1_010_000));
        bytes32 other = place(aBet(2, 100 * USD, 1_010_000));
        assertEq(escrow.totalReserved(), 210 * USD, "stakes");
        cashOut(anOffer(USD));
        assertEq(escrow.totalReserved(), 200 * USD, "the stakes that are left");
        assertTrue(escrow.bet(other).state == IBetEscrow.BetState.Open, "the others stay");
    }

    function test_happensOnce() public {
        cashOut(anOffer(USD));
        IBetEscrow.CashOut memory again = anOffer(2 * USD);
        refuses(again, abi.encodeWithSelector(IBetEscrow.BetNotOpen.selector, betId));
    }

    function test_refusesABetThatDoesNotExist() public {
        betId = bytes32("none");
        refuses(anOffer(USD), abi.encodeWithSelector(IBetEscrow.BetNotOpen.selector, betId));
    }

    function test_refusesFromTheClose() public {
        vm.warp(START + 1 days - 1);
        IBetEscrow.CashOut memory offer = anOffer(USD);
        vm.warp(START + 1 days);
        refuses(offer, abi.encodeWithSelector(IBetEscrow.MarketNotOpen.selector, MARKET));
        vm.warp(START + 1 days - 1);
        cashOut(offer);
    }

    function test_refusesAfterAProposal() public {
        propose(VOID);
        refuses(anOffer(USD), abi.encodeWithSelector(IBetEscrow.MarketNotOpen.selector, MARKET));
    }

    function test_refusesAnExpiredOffer() public {
        IBetEscrow.CashOut memory offer = anOffer(USD);
        offer.deadline = uint64(block.timestamp);
        refuses(offer, abi.encodeWithSelector(IBetEscrow.CashOutExpired.selector, betId));
        offer.deadline += 1;
        cashOut(offer);
    }

    function test_refusesAZeroAmount() public {
        refuses(anOffer(0), abi.encodeWithSelector(IBetEscrow.CashOutTooSmall.selector, betId));
    }

    function test_needsTheBettorsSignature() public {
        IBetEscrow.CashOut memory offer = anOffer(USD);
        bytes memory accepted = signature(SIGNER_KEY, escrow.cashOutDigest(offer));
        bytes memory ofBob = signature(BOB_KEY, escrow.cashOutDigest(offer));
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.CashOutNotSigned.selector, betId));
        escrow.cashOut(offer, ofBob, accepted);
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.CashOutNotSigned.selector, betId));
        escrow.cashOut(offer, "", accepted);
    }

    function test_needsTheHousesSignature() public {
        IBetEscrow.CashOut memory offer = anOffer(USD);
        bytes memory signed = signature(ALICE_KEY, escrow.cashOutDigest(offer));
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.CashOutNotAccepted.selector, betId));
        escrow.cashOut(offer, signed, signed);
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.CashOutNotAccepted.selector, betId));
        escrow.cashOut(offer, signed, "");
    }

    function test_paysOnlyTheSignedAmount() public {
        IBetEscrow.CashOut memory offer = anOffer(USD);
        bytes memory signed = signature(ALICE_KEY, escrow.cashOutDigest(offer));
        bytes memory accepted = signature(SIGNER_KEY, escrow.cashOutDigest(offer));
        offer.amount += 1;
        vm.expectRevert(abi.encodeWithSelector(IBetEscrow.CashOutNotSigned.selector, betId));
        escrow.cashOut(offer, signed, accepted);
    }

    function test_refusesIfTheHouseCouldLoseTooMuch() public {
        place(aBet(1, 500 * USD, 3 * USD));
        // Reserved 1500, received 510: the house could lose 990 of 1000, so it can pay 10 and not a micro more.
        refuses(anOffer(10 * USD + 1), abi.encodeWithSelector(IBetEscrow.CashOutUnaffordable.selector, betId));
        vm.prank(riskManager);
        escrow.setMarketLimits(MARKET, 990 * USD, 10 * USD);
        refuses(anOffer(10 * USD), abi.encodeWithSelector(IBetEscrow.CashOutUnaffordable.selector, betId));
        vm.prank(riskManager);
        escrow.setMarketLimits(MARKET, 1000 * USD, 10 * USD);
        cashOut(anOffer(10 * USD));
    }

    /// @dev Pays exactly the signed amount or nothing, depending on what others are owed and what the house may lose.
    function testFuzz_paysTheSignedAmountOrNothing(uint64 amount, uint64 stake, uint64 odds) public {
        stake = uint64(bound(stake, 10_000, 400 * USD));
        odds = uint64(bound(odds, USD + 1, 3 * USD));
        amount = uint64(bound(amount, 1, 3000 * USD));
        place(aBet(1, stake, odds));
        uint256 owed = uint256(stake) * odds / USD;
        uint256 held = usdc.balanceOf(alice);
        // It took both stakes, pays the amount, and then may have to pay what is owed on the other outcome.
        if (owed + amount > uint256(stake) + 10 * USD + 1000 * USD) {
            refuses(anOffer(amount), abi.encodeWithSelector(IBetEscrow.CashOutUnaffordable.selector, betId));
            assertEq(usdc.balanceOf(alice), held, "nothing is paid");
        } else {
            cashOut(anOffer(amount));
            assertEq(usdc.balanceOf(alice), held + amount, "paid");
            assertEq(escrow.totalReserved(), owed, "what the other bet may win");
        }
        assertSolvent();
    }

    function test_refusesMoneyReservedForOthers() public {
        place(aBet(1, 10 * USD, 3 * USD));
        vm.prank(owner);
        escrow.withdraw(owner, 9_990 * USD);
        // It has 30, and owes 30 on the other outcome.
        assertEq(usdc.balanceOf(address(escrow)), 30 * USD, "what is left");
        refuses(anOffer(1), abi.encodeWithSelector(IBetEscrow.CashOutUnaffordable.selector, betId));
        usdc.mint(address(escrow), 1);
        cashOut(anOffer(1));
        assertSolvent();
    }

    function test_revertsIfTheTokenRefuses() public {
        usdc.setBlacklisted(alice, true);
        refuses(anOffer(USD), abi.encodePacked("Blacklistable: account is blacklisted"));
        usdc.setBlacklisted(alice, false);
        usdc.setAnswers(true, false, false);
        refuses(
            anOffer(USD), abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(usdc))
        );
        assertTrue(escrow.bet(betId).state == IBetEscrow.BetState.Open, "the bet stands");
    }

    function test_worksWhileNewBetsArePaused() public {
        vm.prank(owner);
        escrow.pause();
        cashOut(anOffer(USD));
    }

    /// @dev Each inner call would succeed on its own.
    function test_cannotBeReentered() public {
        bytes32 other = place(aBet(0, 10 * USD, 2 * USD));
        IBetEscrow.CashOut memory inner = IBetEscrow.CashOut(other, USD, uint64(block.timestamp) + 60);
        bytes32 digest = escrow.cashOutDigest(inner);
        bytes[3] memory calls = [
            abi.encodeCall(
                escrow.cashOut, (inner, signature(ALICE_KEY, digest), signature(SIGNER_KEY, digest))
            ),
            abi.encodeCall(escrow.payBets, (ids(bytes32("none")))),
            abi.encodeCall(escrow.placeBets, (one(signBoth(aBet()))))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            betId = place(aBet(0, 10 * USD, 2 * USD));
            usdc.setReentry(address(escrow), calls[i]);
            cashOut(anOffer(USD));
            assertTrue(!usdc.reenterWorked(), "the inner call fails");
        }
        assertTrue(escrow.bet(other).state == IBetEscrow.BetState.Open, "the other bet stands");
        assertEq(usdc.balanceOf(alice), 953 * USD, "each is paid once");
    }

    function anOffer(uint64 amount) private view returns (IBetEscrow.CashOut memory) {
        return IBetEscrow.CashOut({betId: betId, amount: amount, deadline: uint64(block.timestamp) + 60});
    }

    function cashOut(IBetEscrow.CashOut memory offer) private {
        bytes32 digest = escrow.cashOutDigest(offer);
        escrow.cashOut(offer, signature(ALICE_KEY, digest), signature(SIGNER_KEY, digest));
    }

    function refuses(IBetEscrow.CashOut memory offer, bytes memory because) private {
        bytes32 digest = escrow.cashOutDigest(offer);
        bytes memory signed = signature(ALICE_KEY, digest);
        bytes memory accepted = signature(SIGNER_KEY, digest);
        vm.expectRevert(because);
        escrow.cashOut(offer, signed, accepted);
    }
}
