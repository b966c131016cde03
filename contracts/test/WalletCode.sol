// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice Code that an account delegates to by EIP-7702 and that accepts the account's own key.
contract ApprovingCode is IERC1271 {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return ECDSA.recover(digest, signature) == address(this) ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}

/// @notice Code with its own signature format, like many wallets, which rejects the key's signatures.
contract RefusingCode is IERC1271 {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0xffffffff;
    }
}
