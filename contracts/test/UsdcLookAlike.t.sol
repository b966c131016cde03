// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {ApprovingCode, RefusingCode} from "./WalletCode.sol";

/// @notice The real token's behaviour with accounts that have code, so tests on the look-alike cover it.
contract UsdcLookAlikeTest is EscrowTest {
    address private constant BOB = address(0xb0b);

    function test_asksAnAccountWithCodeInsteadOfItsKey() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        vm.etch(alice, address(new RefusingCode()).code);
        assertSkipped(signed, IBetEscrow.SkipReason.AuthorizationRefused);
        vm.etch(alice, address(new ApprovingCode()).code);
        assertEq(escrow.placeBets(one(signed)), 1, "taken once the code says so");
    }

    function test_refusesCodeThatDoesNotAnswer() public {
        IBetEscrow.SignedBet memory signed = signBoth(aBet());
        vm.etch(alice, hex"00");
        assertSkipped(signed, IBetEscrow.SkipReason.AuthorizationRefused);
    }

    function test_acceptsTheSignatureAsBytes() public {
        IBetEscrow.Bet memory b = aBet();
        bytes32 nonce = escrow.hashOf(b);
        bytes memory signed = signature(keyOf(alice), authorizationDigest(b, nonce));
        uint256 before = usdc.balanceOf(address(escrow));
        vm.prank(address(escrow));
        usdc.receiveWithAuthorization(alice, address(escrow), b.stake, 0, b.deadline, nonce, signed);
        assertEq(usdc.balanceOf(address(escrow)), before + b.stake, "the stake is there");
        assertTrue(usdc.authorizationState(alice, nonce), "used");
    }

    function test_anyoneCanSendATransfer() public {
        bytes32 nonce = keccak256("a transfer");
        bytes32 structHash = keccak256(
            abi.encode(usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), alice, BOB, 5 * USD, 0, block.timestamp + 60, nonce)
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), structHash));
        bytes memory signed = signature(keyOf(alice), digest);
        vm.prank(BOB);
        usdc.transferWithAuthorization(alice, BOB, 5 * USD, 0, block.timestamp + 60, nonce, signed);
        assertEq(usdc.balanceOf(BOB), 5 * USD, "moved");
    }
}
