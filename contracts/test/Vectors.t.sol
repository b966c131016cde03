// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";

/// @notice What contract and server must agree on, to the bit: core/src/escrow/vectors.test.ts has the same vectors.
contract VectorsTest is EscrowTest {
    function setUp() public override {
        vm.chainId(137);
        super.setUp();
    }

    function test_contractAndServerHashAlike() public view {
        IBetEscrow.Bet memory b = IBetEscrow.Bet({
            betId: 0x000000000000000000000000000000000000000d6f9df7c0110c8531d0952d8d,
            marketId: 0x000000000443214c74254b635cf84653,
            bettor: 0x71C7656EC7ab88b098defB751B7401B5f6d8976F,
            outcome: 2,
            stake: 25_000_000,
            odds: 1_850_000,
            deadline: 1_800_000_300
        });
        assertEq(address(usdc), 0x5615dEB798BB3E4dFa0139dFa1b3D433Cc23b72f, "where the token is");
        assertEq(address(escrow), 0x2e234DAe75C793f67A35089C9d99245E1C58470b, "where the escrow is");
        bytes32 betHash = escrow.hashOf(b);
        assertEq(betHash, 0x4caef575727b25f8edfd7f5e8a46d0714f01cdfbea7921f29bb4895bd1c693d0, "the bet");
        assertEq(escrow.acceptanceDigest(betHash, 1_800_000_030), 0x53fdd8dd585d0a158f353462b8a4e124051e9d3de68d44e770e18871a08b06e7, "its acceptance");
        assertEq(authorizationDigest(b, betHash), 0xfae2cd4521d2126bfe284d895d97977ec3b83b380ebac6cf8dded8a4d86e4a68, "the authorization of its stake");
        bytes32 cashOut = escrow.cashOutDigest(IBetEscrow.CashOut(b.betId, 20_000_000, 1_800_000_060));
        assertEq(cashOut, 0x71218d4eb80d8520a6f3e1b9e72c484fddd46d7de86f27067c5573118ba8bc72, "its cash-out");
    }
}
