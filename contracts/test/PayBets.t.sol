// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";

contract PayBetsTest is EscrowTest {
    bytes32 private ofAlice;
    bytes32 private ofBob;

    function setUp() public override {
        super.setUp();
        ofAlice = place(aBet(0, 10 * USD, 2 * USD));
        IBetEscrow.Bet memory b = aBet(1, 10 * USD, 5 * USD);
        b.bettor = bob;
        ofBob = place(b);
    }

    function test_paysTheWinnersAndSkipsTheOthers() public {
        resolve(1);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.BetPaid(ofBob, MARKET, bob, 50 * USD);
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 1, "one winner");
        assertEq(usdc.balanceOf(bob), 1040 * USD, "paid");
        assertEq(usdc.balanceOf(alice), 990 * USD, "not paid");
        assertTrue(escrow.bet(ofBob).state == IBetEscrow.BetState.Paid, "ended");
        assertEq(escrow.market(MARKET).reserve, 0, "nothing is owed");
        assertEq(escrow.totalReserved(), 0, "anywhere");
        assertEq(escrow.free(), 9_970 * USD, "what the house kept");
    }

    function test_refundsEveryStakeOfAVoidMarket() public {
        propose(VOID);
        vm.warp(block.timestamp + WINDOW);
        finalise();
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 2, "both");
        assertEq(usdc.balanceOf(alice), 1000 * USD, "Alice is whole");
        assertEq(usdc.balanceOf(bob), 1000 * USD, "Bob is whole");
        assertEq(escrow.totalReserved(), 0, "nothing is owed");
    }

    function test_paysEachBetOnce() public {
        resolve(0);
        assertEq(escrow.payBets(ids(ofAlice, ofAlice)), 1, "in one batch");
        assertEq(escrow.payBets(ids(ofAlice)), 0, "nor later");
        assertEq(usdc.balanceOf(alice), 1010 * USD, "20 for 10");
    }

    function test_lowersTheReserveByExactlyEachPayout() public {
        bytes32 second = place(aBet(0, 20 * USD, 3 * USD));
        resolve(0);
        assertEq(escrow.market(MARKET).reserve, 80 * USD, "20 and 60");
        escrow.payBets(ids(ofAlice));
        assertEq(escrow.market(MARKET).reserve, 60 * USD, "60 are left");
        assertEq(escrow.totalReserved(), 60 * USD, "in all");
        escrow.payBets(ids(second));
        assertEq(escrow.totalReserved(), 0, "none is left");
    }

    /// @dev In any order and any batches, each bet is paid the same, once.
    function testFuzz_paysTheSameInAnyOrder(uint256 seed, uint8 result) public {
        bytes32[] memory all = new bytes32[](8);
        (all[0], all[1]) = (ofAlice, ofBob);
        for (uint256 i = 2; i < all.length; i++) {
            IBetEscrow.Bet memory b = aBet(uint8(i % 3), uint64(i) * USD, USD + uint64(i) * 100_000);
            if (i % 2 == 0) b.bettor = bob;
            all[i] = place(b);
        }
        result = uint8(bound(result, 0, 2));
        uint256[2] memory due = [usdc.balanceOf(alice), usdc.balanceOf(bob)];
        for (uint256 i = 0; i < all.length; i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(all[i]);
            if (b.outcome == result) due[b.bettor == alice ? 0 : 1] += b.payout;
        }
        resolve(result);
        for (uint256 i = all.length - 1; i > 0; i--) {
            uint256 j = uint256(keccak256(abi.encode(seed, i))) % (i + 1);
            (all[i], all[j]) = (all[j], all[i]);
        }
        for (uint256 i = 0; i < all.length; i += 2) escrow.payBets(ids(all[i], all[i + 1]));
        assertEq(escrow.payBets(all), 0, "each was paid");
        assertEq(usdc.balanceOf(alice), due[0], "Alice");
        assertEq(usdc.balanceOf(bob), due[1], "Bob");
        assertEq(escrow.totalReserved(), 0, "nothing is owed");
    }

    function test_paysNothingBeforeTheEnd() public {
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 0, "open");
        vm.warp(START + 1 days);
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 0, "closed");
        propose(0);
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 0, "proposed");
        assertEq(escrow.payBets(ids(bytes32("none"))), 0, "unknown");
    }

    function test_refusesAnEmptyBatch() public {
        vm.expectRevert(IBetEscrow.BatchEmpty.selector);
        escrow.payBets(new bytes32[](0));
    }

    function test_worksWhileNewBetsArePaused() public {
        vm.prank(owner);
        escrow.pause();
        resolve(0);
        assertEq(escrow.payBets(ids(ofAlice)), 1, "paid");
    }

    // ---- an operator who disappears --------------------------------------------------------------------

    function test_14DaysAfterTheCloseEveryStakeIsRefunded() public {
        vm.warp(START + 15 days - 1);
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 0, "a second before");
        vm.warp(START + 15 days);
        assertEq(stateOf(MARKET), uint256(IBetEscrow.MarketState.Void), "void");
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.MarketVoided(MARKET, 20 * USD);
        vm.prank(address(0xbeef));
        assertEq(escrow.payBets(ids(ofAlice)), 1, "by anybody");
        assertEq(usdc.balanceOf(alice), 1000 * USD, "to its owner");
        assertEq(escrow.totalReserved(), 10 * USD, "Bob's is left");
        assertTrue(escrow.market(MARKET).state == IBetEscrow.MarketState.Void, "for ever");
        assertEq(escrow.payBets(ids(ofBob)), 1, "and then Bob's");
        assertEq(escrow.totalReserved(), 0, "none is left");
    }

    function test_aResultThatWasNeverMadeFinalDoesNotCount() public {
        vm.warp(START + 1 days);
        propose(1);
        vm.warp(START + 15 days);
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 2, "both stakes");
        assertEq(usdc.balanceOf(bob), 1000 * USD, "no payout");
    }

    function test_aFinalResultStaysFinal() public {
        resolve(1);
        vm.warp(START + 3650 days);
        assertEq(stateOf(MARKET), uint256(IBetEscrow.MarketState.Resolved), "resolved");
        assertEq(escrow.payBets(ids(ofAlice, ofBob)), 1, "the winner alone");
    }

    // ---- payments that the token refuses ---------------------------------------------------------------

    function test_setsAsideWhatTheTokenRefusesAndPaysTheOthers() public {
        bytes32 second = place(aBet(1, 10 * USD, 2 * USD));
        usdc.setBlacklisted(bob, true);
        resolve(1);
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.PayoutSetAside(ofBob, MARKET, bob, 50 * USD);
        assertEq(escrow.payBets(ids(ofBob, second)), 2, "both ended");
        assertEq(usdc.balanceOf(alice), 1000 * USD, "Alice is paid");
        assertTrue(escrow.bet(ofBob).state == IBetEscrow.BetState.SetAside, "Bob's waits");
        assertEq(escrow.setAside(bob), 50 * USD, "under his name");
        assertEq(escrow.totalSetAside(), 50 * USD, "in all");
        assertEq(escrow.totalReserved(), 0, "of no market any more");
        assertEq(escrow.free(), usdc.balanceOf(address(escrow)) - 50 * USD, "and not the house's");
        assertEq(escrow.payBets(ids(ofBob)), 0, "once");
    }

    function test_addsUpWhatIsSetAside() public {
        IBetEscrow.Bet memory b = aBet(1, 10 * USD, 3 * USD);
        b.bettor = bob;
        bytes32 second = place(b);
        usdc.setBlacklisted(bob, true);
        resolve(1);
        escrow.payBets(ids(ofBob, second));
        assertEq(escrow.setAside(bob), 80 * USD, "50 and 30");
        assertEq(escrow.totalSetAside(), 80 * USD, "in all");
    }

    function test_setsAsideUnlessTheTokenReturnsTrue() public {
        resolve(0);
        usdc.setAnswers(true, false, false);
        escrow.payBets(ids(ofAlice));
        assertEq(escrow.setAside(alice), 20 * USD, "it said false");
    }

    function test_treatsAShortAnswerAsARefusal() public {
        resolve(0);
        usdc.setAnswers(false, false, true);
        escrow.payBets(ids(ofAlice));
        assertEq(escrow.setAside(alice), 20 * USD, "31 bytes are no answer");
    }

    function test_acceptsATokenThatReturnsNothing() public {
        resolve(0);
        usdc.setAnswers(false, true, false);
        escrow.payBets(ids(ofAlice));
        assertEq(escrow.setAside(alice), 0, "as many tokens do");
        assertTrue(escrow.bet(ofAlice).state == IBetEscrow.BetState.Paid, "paid");
    }

    function test_setsAsideIfTheTokenIsGone() public {
        resolve(0);
        vm.etch(address(usdc), "");
        escrow.payBets(ids(ofAlice));
        assertEq(escrow.setAside(alice), 20 * USD, "nobody answered");
    }

    function test_aTokenThatBurnsAllGasBlocksNoOne() public {
        resolve(0);
        usdc.setBurnsGas(true);
        uint256 before = gasleft();
        assertEq(escrow.payBets(ids(ofAlice)), 1, "set aside");
        assertTrue(before - gasleft() < 300_000, "for a limited price");
        assertEq(escrow.setAside(alice), 20 * USD, "for later");
    }

    /// @dev Copying such a long answer would take as much gas as making it. A token that uses all its gas returns
    /// nothing.
    function test_aTokenThatReturnsMuchDataCostsNothing() public {
        bytes32[4] memory betIds;
        for (uint256 i = 0; i < betIds.length; i++) {
            betIds[i] = place(aBet(0, USD, 2 * USD));
        }
        resolve(0);
        usdc.setBurnsGas(true);
        // First access costs more.
        gasOf(abi.encodeCall(escrow.payBets, (ids(betIds[0]))));
        uint256 ofAllGas = gasOf(abi.encodeCall(escrow.payBets, (ids(betIds[1]))));
        answerAtLength(true);
        uint256 ofARefusal = gasOf(abi.encodeCall(escrow.payBets, (ids(betIds[2]))));
        assertTrue(ofARefusal <= ofAllGas, "a refusal is not copied");
        assertEq(escrow.setAside(alice), 6 * USD, "and is one");
        answerAtLength(false);
        uint256 ofAPayment = gasOf(abi.encodeCall(escrow.payBets, (ids(betIds[3]))));
        assertTrue(ofAPayment <= ofAllGas, "nor is what says that all went well");
        assertTrue(escrow.bet(betIds[3]).state == IBetEscrow.BetState.Paid, "and it is believed");
        (bool ok, bytes memory answer) =
            address(usdc).call{gas: 100_000}(abi.encodeCall(usdc.transfer, (alice, 2 * USD)));
        assertTrue(ok && answer.length > 190_000, "so long an answer");
    }

    function test_revertsIfTooLittleGasIsLeft() public {
        resolve(0);
        (bool ok, bytes memory answer) =
            address(escrow).call{gas: 200_000}(abi.encodeCall(escrow.payBets, (ids(ofAlice))));
        assertTrue(!ok, "refused");
        assertEq(bytes32(bytes4(answer)), bytes32(IBetEscrow.GasTooLow.selector), "for want of gas");
    }

    function test_cannotBeReentered() public {
        resolve(0);
        usdc.setReentry(address(escrow), abi.encodeCall(escrow.payBets, (ids(ofAlice, ofBob))));
        escrow.payBets(ids(ofAlice));
        assertTrue(!usdc.reenterWorked(), "the inner call fails");
        assertEq(usdc.balanceOf(alice), 1010 * USD, "paid once");
    }
}
