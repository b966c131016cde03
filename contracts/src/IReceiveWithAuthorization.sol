// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The part of EIP-3009 that moves a stake
/// @notice The form with v, r and s, which every USDC contract supports.
interface IReceiveWithAuthorization {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}
