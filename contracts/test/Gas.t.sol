// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";

/// @notice The gas of bets and payouts in batches, recorded in `snapshots` and compared on every run.
contract GasTest is EscrowTest {
    uint256 private constant BETS = 50;
    uint256 private constant PAYOUTS = 100;
    /// @dev Includes 2,600 for reading the bettor's code, which the real token does, and the look-alike too.
    uint256 private constant BET_BAR = 117_600;
    uint256 private constant PAYOUT_BAR = 45_000;

    /// @dev Every bettor is new to the token, the escrow and the market, which costs the most.
    function test_aBatchOf50Bets() public {
        IBetEscrow.SignedBet[] memory batch = new IBetEscrow.SignedBet[](BETS);
        for (uint256 i = 0; i < BETS; i++) {
            batch[i] = betOf(0xbe7_000 + i, uint8(i % 3));
        }
        assertEq(escrow.placeBets(batch), BETS, "all are taken");
        uint256 gas = vm.snapshotGasLastCall("placeBets of 50");
        assertTrue(gas / BETS <= BET_BAR, "gas per bet");
    }

    function test_aBatchOf100Payouts() public {
        bytes32[] memory betIds = new bytes32[](PAYOUTS);
        for (uint256 i = 0; i < PAYOUTS; i++) {
            IBetEscrow.SignedBet memory signed = betOf(0xbe7_000 + i, 0);
            escrow.placeBets(one(signed));
            betIds[i] = signed.bet.betId;
        }
        resolve(0);
        assertEq(escrow.payBets(betIds), PAYOUTS, "all are paid");
        uint256 gas = vm.snapshotGasLastCall("payBets of 100");
        assertTrue(gas / PAYOUTS <= PAYOUT_BAR, "gas per payout");
    }

    function betOf(uint256 key, uint8 outcome) private returns (IBetEscrow.SignedBet memory signed) {
        address bettor = vm.addr(key);
        usdc.mint(bettor, USD);
        IBetEscrow.Bet memory b = aBet(outcome, USD, 2 * USD);
        b.bettor = bettor;
        bytes32 betHash = escrow.hashOf(b);
        signed.bet = b;
        (signed.v, signed.r, signed.s) = vm.sign(key, authorizationDigest(b, betHash));
        signed.acceptedUntil = uint64(block.timestamp) + 30;
        signed.acceptance = signature(SIGNER_KEY, escrow.acceptanceDigest(betHash, signed.acceptedUntil));
    }
}
