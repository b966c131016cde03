// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {IReceiveWithAuthorization} from "../src/IReceiveWithAuthorization.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract PlaceBetsTest is EscrowTest {
    function test_movesExactlyTheStakeIntoTheBet() public {
        IBetEscrow.Bet memory b = aBet(1, 25 * USD, 3_500_000);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.BetPlaced(b.betId, MARKET, alice, 1, 25 * USD, 87_500_000);
        place(b);
        assertEq(usdc.balanceOf(alice), 975 * USD, "the wallet paid the stake");
        assertEq(usdc.balanceOf(address(escrow)), 10_025 * USD, "the escrow holds it");
        IBetEscrow.StoredBet memory stored = escrow.bet(b.betId);
        assertEq(stored.bettor, alice, "bettor");
        assertEq(stored.stake, 25 * USD, "stake");
        assertEq(stored.outcome, 1, "outcome");
        assertEq(stored.payout, 87_500_000, "payout");
        assertTrue(stored.marketId == MARKET, "market");
        assertTrue(stored.state == IBetEscrow.BetState.Open, "state");
        assertEq(escrow.owedOn(MARKET, 1), 87_500_000, "owed");
        IBetEscrow.Market memory m = escrow.market(MARKET);
        assertEq(m.reserve, 87_500_000, "reserve");
        assertEq(m.openStakes, 25 * USD, "stakes");
        assertTrue(m.received == 25_000_000, "received");
        assertEq(escrow.totalReserved(), 87_500_000, "all reserves");
        assertEq(escrow.free(), 10_025 * USD - 87_500_000, "free");
    }

    function test_reservesTheLargestPayoutOrAllStakes() public {
        place(aBet(0, 100 * USD, 1_100_000));
        place(aBet(1, 100 * USD, 1_200_000));
        assertEq(escrow.totalReserved(), 200 * USD, "all stakes are more than 110 and 120");
        place(aBet(1, 100 * USD, 1_500_000));
        assertEq(escrow.totalReserved(), 300 * USD, "all stakes are more than 270");
        place(aBet(1, 100 * USD, 2 * USD));
        assertEq(escrow.totalReserved(), 470 * USD, "470 is more than all stakes");
    }

    function test_addsTheReservesOfAllMarkets() public {
        openMarket(bytes16("market-2"));
        IBetEscrow.Bet memory other = aBet(2, 10 * USD, 5 * USD);
        other.marketId = bytes16("market-2");
        place(aBet(0, 10 * USD, 2 * USD));
        place(other);
        assertEq(escrow.totalReserved(), 70 * USD, "20 and 50");
    }

    function test_roundsThePayoutDown() public {
        IBetEscrow.Bet memory b = aBet(0, 10_001, 1_999_999);
        place(b);
        assertEq(escrow.bet(b.betId).payout, 20_001, "20001.989999 micro");
    }

    function test_anyoneCanSendAnAcceptedBet() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        vm.prank(alice);
        assertEq(escrow.placeBets(one(signed)), 1, "without the house");
    }

    function test_takesTheGoodBetsOfABatchWithABadOne() public {
        IBetEscrow.SignedBet[] memory batch = new IBetEscrow.SignedBet[](4);
        batch[0] = signBoth(aBet());
        batch[1] = signBoth(aBet(0, 5000 * USD, 1_010_000));
        batch[2] = batch[0];
        IBetEscrow.Bet memory ofBob = aBet();
        ofBob.bettor = bob;
        batch[3] = signBoth(ofBob);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.BetSkipped(batch[1].bet.betId, MARKET, IBetEscrow.SkipReason.AuthorizationRefused);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.BetSkipped(batch[0].bet.betId, MARKET, IBetEscrow.SkipReason.DuplicateBet);
        assertEq(escrow.placeBets(batch), 2, "two of four");
        assertEq(usdc.balanceOf(alice), 990 * USD, "Alice paid once");
        assertEq(usdc.balanceOf(bob), 990 * USD, "Bob paid once");
        assertEq(escrow.totalReserved(), 40 * USD, "two payouts of 20");
    }

    function test_refusesAnEmptyBatch() public {
        vm.expectRevert(IBetEscrow.BatchEmpty.selector);
        escrow.placeBets(new IBetEscrow.SignedBet[](0));
    }

    function test_isStoppedByAPause() public {
        IBetEscrow.SignedBet[] memory batch = one(signBoth(aBet()));
        vm.prank(owner);
        escrow.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        escrow.placeBets(batch);
        vm.prank(owner);
        escrow.unpause();
        assertEq(escrow.placeBets(batch), 1, "and goes on after it");
    }

    // ---- skipped bets and their reasons ----------------------------------------------------------------

    function test_skipsAnUnknownMarket() public {
        IBetEscrow.Bet memory b = aBet();
        b.marketId = bytes16("none");
        assertSkipped(signBoth(b), IBetEscrow.SkipReason.UnknownMarket);
    }

    function test_skipsFromTheClose() public {
        vm.warp(START + 1 days - 1);
        assertEq(escrow.placeBets(one(signBoth(aBet(), START + 1 days))), 1, "a second before it");
        IBetEscrow.SignedBet memory late = signBoth(aBet(), START + 1 days);
        vm.warp(START + 1 days);
        assertSkipped(late, IBetEscrow.SkipReason.MarketClosed);
    }

    function test_skipsAfterAProposal() public {
        propose(VOID);
        assertSkipped(signBoth(aBet()), IBetEscrow.SkipReason.MarketClosed);
    }

    function test_skipsAnUnknownOutcome() public {
        assertSkipped(signBoth(aBet(3, 10 * USD, 2 * USD)), IBetEscrow.SkipReason.UnknownOutcome);
        place(aBet(2, 10 * USD, 2 * USD));
    }

    function test_skipsLessThanACent() public {
        assertSkipped(signBoth(aBet(0, 9_999, 2 * USD)), IBetEscrow.SkipReason.StakeTooSmall);
        place(aBet(0, 10_000, 2 * USD));
    }

    function test_skipsOddsOutOfRange() public {
        assertSkipped(signBoth(aBet(0, 10 * USD, USD)), IBetEscrow.SkipReason.OddsOutOfRange);
        assertSkipped(signBoth(aBet(0, USD, 100 * USD + 1)), IBetEscrow.SkipReason.OddsOutOfRange);
        place(aBet(0, USD, 100 * USD));
        place(aBet(0, 10 * USD, USD + 1));
    }

    function test_skipsABetThatWasAlreadyTaken() public {
        IBetEscrow.Bet memory b = aBet();
        place(b);
        assertSkipped(signBoth(b), IBetEscrow.SkipReason.DuplicateBet);
        b.stake = 11 * USD;
        assertSkipped(signBoth(b), IBetEscrow.SkipReason.DuplicateBet);
    }

    function test_skipsAfterTheBetsDeadline() public {
        IBetEscrow.Bet memory b = aBet();
        b.deadline = uint64(block.timestamp);
        assertSkipped(signBoth(b), IBetEscrow.SkipReason.BetExpired);
        b.deadline = uint64(block.timestamp) + 1;
        place(b);
    }

    function test_skipsAfterTheAcceptance() public {
        assertSkipped(signBoth(aBet(), uint64(block.timestamp)), IBetEscrow.SkipReason.AcceptanceExpired);
        assertEq(escrow.placeBets(one(signBoth(aBet(), uint64(block.timestamp) + 1))), 1, "a second before it");
    }

    function test_skipsAnAcceptanceOfMoreThanAMinute() public {
        assertSkipped(signBoth(aBet(), uint64(block.timestamp) + 61), IBetEscrow.SkipReason.AcceptanceTooLong);
        assertEq(escrow.placeBets(one(signBoth(aBet(), uint64(block.timestamp) + 60))), 1, "a minute is taken");
    }

    function test_skipsAnAcceptancePastTheClose() public {
        vm.warp(START + 1 days - 10);
        assertSkipped(signBoth(aBet(), START + 1 days + 1), IBetEscrow.SkipReason.AcceptanceTooLong);
    }

    function test_skipsWhatTheHouseDidNotAccept() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        signed.acceptance = signature(ALICE_KEY, escrow.acceptanceDigest(escrow.hashOf(signed.bet), signed.acceptedUntil));
        assertSkipped(signed, IBetEscrow.SkipReason.AcceptanceInvalid);
        signed.acceptance = "";
        assertSkipped(signed, IBetEscrow.SkipReason.AcceptanceInvalid);
        signed.acceptance = new bytes(65);
        assertSkipped(signed, IBetEscrow.SkipReason.AcceptanceInvalid);
    }

    function test_skipsAnAcceptanceForAnotherTime() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        signed.acceptedUntil += 1;
        assertSkipped(signed, IBetEscrow.SkipReason.AcceptanceInvalid);
    }

    /// @dev If any part of the bet is changed, neither the acceptance nor the authorization is valid for it.
    function testFuzz_noPartOfABetCanBeChanged(uint8 part, uint64 by) public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        by = uint64(bound(by, 1, 1000));
        part = part % 7;
        if (part == 0) signed.bet.betId = bytes32(uint256(signed.bet.betId) + by);
        if (part == 1) signed.bet.bettor = bob;
        if (part == 2) signed.bet.outcome = uint8(1 + (by % 2));
        if (part == 3) signed.bet.stake += by;
        if (part == 4) signed.bet.odds += by;
        if (part == 5) signed.bet.deadline += by;
        if (part == 6) {
            openMarket(bytes16("market-2"));
            signed.bet.marketId = bytes16("market-2");
        }
        assertSkipped(signed, IBetEscrow.SkipReason.AcceptanceInvalid);
        // The house accepts it, but the wallet's signature is for another bet.
        signed.acceptance = signature(SIGNER_KEY, escrow.acceptanceDigest(escrow.hashOf(signed.bet), signed.acceptedUntil));
        assertSkipped(signed, IBetEscrow.SkipReason.AuthorizationRefused);
    }

    /// @dev For any stake and odds: the accepted payout, rounded down, is owed, or the house would lose too much.
    function testFuzz_owesTheStakeAtItsOdds(uint64 stake, uint64 odds) public {
        stake = uint64(bound(stake, 10_000, 1000 * USD));
        odds = uint64(bound(odds, USD + 1, 100 * USD));
        uint256 payout = uint256(stake) * odds / USD;
        IBetEscrow.Bet memory b = aBet(1, stake, odds);
        if (payout - stake > 1000 * USD) {
            assertSkipped(signBoth(b), IBetEscrow.SkipReason.HouseLossTooLarge);
            return;
        }
        place(b);
        assertEq(escrow.bet(b.betId).payout, payout, "of the bet");
        assertEq(escrow.owedOn(MARKET, 1), payout, "on its outcome");
        assertEq(escrow.totalReserved(), payout, "which is what is reserved");
        assertEq(usdc.balanceOf(alice), 1000 * USD - stake, "the stake alone left the wallet");
        assertSolvent();
    }

    function test_skipsIfTheHouseCouldLoseTooMuch() public {
        assertSkipped(signBoth(aBet(0, 500 * USD, 3 * USD + 1)), IBetEscrow.SkipReason.HouseLossTooLarge);
        place(aBet(0, 500 * USD, 3 * USD));
        assertSkipped(signBoth(aBet(0, 10_000, 1_100_000)), IBetEscrow.SkipReason.HouseLossTooLarge);
        place(aBet(1, 10_000, 1_100_000));
        place(aBet(0, 10_000, 2 * USD));
    }

    function test_skipsAPayoutBeyondAnyMoney() public {
        assertSkipped(
            signBoth(aBet(0, type(uint64).max, 2 * USD)), IBetEscrow.SkipReason.HouseLossTooLarge
        );
    }

    /// @dev Only the payout's size prevents it here: as an amount it would be truncated.
    function test_skipsAPayoutBeyond64Bits() public {
        vm.prank(riskManager);
        escrow.setMarketLimits(MARKET, type(uint64).max, 100 * USD);
        usdc.mint(alice, 1 << 63);
        usdc.mint(address(escrow), 1 << 64);
        assertSkipped(signBoth(aBet(0, 1 << 63, 2 * USD + 1)), IBetEscrow.SkipReason.HouseLossTooLarge);
        place(aBet(0, 1 << 63, 2 * USD - 1));
    }

    /// @dev A void costs the house what cash-outs paid above their stakes.
    function test_skipsIfAVoidWouldCostTooMuch() public {
        IBetEscrow.CashOut memory offer =
            IBetEscrow.CashOut(place(aBet(0, 10 * USD, 2 * USD)), 12 * USD, uint64(block.timestamp) + 60);
        bytes32 digest = escrow.cashOutDigest(offer);
        escrow.cashOut(offer, signature(ALICE_KEY, digest), signature(SIGNER_KEY, digest));
        place(aBet(1, 100 * USD, 1_100_000));
        place(aBet(2, 100 * USD, 1_100_000));
        // With the next bet 210 would have to be refunded, of which 208 came in. Its own payout is far from the
        // limit.
        vm.prank(riskManager);
        escrow.setMarketLimits(MARKET, 2 * USD - 1, 100 * USD);
        assertSkipped(signBoth(aBet(0, 10 * USD, 1_100_000)), IBetEscrow.SkipReason.HouseLossTooLarge);
        vm.prank(riskManager);
        escrow.setMarketLimits(MARKET, 2 * USD, 100 * USD);
        place(aBet(0, 10 * USD, 1_100_000));
    }

    function test_skipsABetThatItCouldNotPay() public {
        vm.prank(owner);
        escrow.withdraw(owner, 9_990 * USD);
        assertSkipped(signBoth(aBet(0, 10 * USD, 2 * USD + 1)), IBetEscrow.SkipReason.FundsTooLow);
        place(aBet(0, 10 * USD, 2 * USD));
        assertEq(escrow.free(), 0, "all of it is bound");
        place(aBet(1, 10 * USD, 2 * USD));
        assertEq(escrow.free(), 10 * USD, "a stake on the other side binds nothing more");
    }

    function test_skipsABetThatTheWalletDoesNotPay() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        vm.prank(alice);
        usdc.transfer(bob, 995 * USD);
        assertSkipped(signed, IBetEscrow.SkipReason.AuthorizationRefused);
        vm.prank(bob);
        usdc.transfer(alice, 995 * USD);
        assertEq(escrow.placeBets(one(signed)), 1, "once the funds are back");
    }

    function test_skipsAWalletThatTheTokenRefuses() public {
        usdc.setBlacklisted(alice, true);
        assertSkipped(signBoth(aBet()), IBetEscrow.SkipReason.AuthorizationRefused);
    }

    function test_skipsAnAuthorizationThatTheBettorCanceled() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        bytes32 betHash = escrow.hashOf(signed.bet);
        bytes32 message = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), alice, betHash));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), message));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(BOB_KEY, digest);
        vm.expectRevert();
        usdc.cancelAuthorization(alice, betHash, v, r, s);
        (v, r, s) = vm.sign(ALICE_KEY, digest);
        usdc.cancelAuthorization(alice, betHash, v, r, s);
        assertSkipped(signed, IBetEscrow.SkipReason.AuthorizationRefused);
        vm.expectRevert();
        usdc.cancelAuthorization(alice, betHash, v, r, s);
    }

    function test_skipsASignatureOfAnotherWallet() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        (signed.v, signed.r, signed.s) = vm.sign(BOB_KEY, authorizationDigest(signed.bet, escrow.hashOf(signed.bet)));
        assertSkipped(signed, IBetEscrow.SkipReason.AuthorizationRefused);
    }

    /// @dev Otherwise anyone could move the stake without the contract, which would record no bet for it.
    function test_onlyTheEscrowCanSendAnAuthorizationToTheToken() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        address[3] memory others = [bob, alice, owner];
        for (uint256 i = 0; i < others.length; i++) {
            vm.prank(others[i]);
            (bool ok, bytes memory answer) = address(usdc).call(authorizationCall(signed));
            assertTrue(!ok, "refused");
            assertEq(
                keccak256(answer),
                keccak256(abi.encodeWithSignature("Error(string)", "FiatTokenV2: caller must be the payee")),
                "for who sent it"
            );
        }
        assertEq(usdc.balanceOf(alice), 1000 * USD, "nothing left the wallet");
        assertEq(escrow.placeBets(one(signed)), 1, "and the bet is still taken");
        assertEq(usdc.balanceOf(alice), 990 * USD, "for its stake");
    }

    // ---- a token that does more than it should ---------------------------------------------------------

    function test_refusesTheBatchOfATokenThatTakesAFee() public {
        usdc.setFee(1);
        IBetEscrow.SignedBet[] memory batch = one(signBoth(aBet()));
        vm.expectRevert(
            abi.encodeWithSelector(IBetEscrow.TokenMismatch.selector, 10_010 * USD, 10_010 * USD - 1000)
        );
        escrow.placeBets(batch);
    }

    function test_aTokenThatBurnsAllGasFailsOnlyItsOwnBet() public {
        usdc.setBurnsGas(true);
        assertSkipped(signBoth(aBet()), IBetEscrow.SkipReason.AuthorizationRefused);
    }

    /// @dev Copying such a long answer would take as much gas as making it. A token that uses all its gas returns
    /// nothing.
    function test_aTokenThatReturnsMuchDataCostsNothing() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        bytes memory data = abi.encodeCall(escrow.placeBets, (one(signed)));
        usdc.setBurnsGas(true);
        // First access costs more.
        gasOf(data);
        uint256 ofAllGas = gasOf(data);
        answerAtLength(true);
        assertTrue(gasOf(data) <= ofAllGas, "the answer is not copied");
        assertSkipped(signed, IBetEscrow.SkipReason.AuthorizationRefused);
        (bool ok, bytes memory answer) = address(usdc).call{gas: 120_000}(authorizationCall(signed));
        assertTrue(!ok && answer.length > 200_000, "so long an answer");
    }

    function test_revertsIfTooLittleGasIsLeft() public {
        IBetEscrow.SignedBet[] memory batch = one(signBoth(aBet()));
        (bool ok, bytes memory answer) =
            address(escrow).call{gas: 200_000}(abi.encodeCall(escrow.placeBets, (batch)));
        assertTrue(!ok, "refused");
        assertEq(bytes32(bytes4(answer)), bytes32(IBetEscrow.GasTooLow.selector), "for want of gas");
    }

    function test_cannotBeReentered() public {
        bytes32 first = place(aBet());
        bytes[4] memory calls = [
            abi.encodeCall(escrow.placeBets, (one(signBoth(aBet())))),
            abi.encodeCall(escrow.payBets, (ids(first))),
            abi.encodeCall(escrow.claimSetAside, (alice)),
            abi.encodeCall(
                escrow.cashOut, (IBetEscrow.CashOut(first, USD, uint64(block.timestamp) + 60), "", "")
            )
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            usdc.setReentry(address(escrow), calls[i]);
            place(aBet());
            assertTrue(!usdc.reenterWorked(), "the inner call fails");
        }
    }

    /// @dev The call to the token that moves the stake of a bet.
    function authorizationCall(IBetEscrow.SignedBet memory signed) private view returns (bytes memory) {
        IBetEscrow.Bet memory b = signed.bet;
        return abi.encodeCall(
            IReceiveWithAuthorization.receiveWithAuthorization,
            (b.bettor, address(escrow), b.stake, 0, b.deadline, escrow.hashOf(b), signed.v, signed.r, signed.s)
        );
    }
}
