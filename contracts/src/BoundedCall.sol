// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Calls that can neither spend all gas nor return too much data
library BoundedCall {
    /// @notice Makes a call with a gas limit and returns whether it succeeded.
    /// @dev Copies at most 4 bytes of the returned data, so the callee cannot make the caller pay for memory.
    /// @param needsTrue whether the call must return `true` or nothing, like a token's `transfer`
    function tryCall(address target, uint256 gasLimit, bytes memory data, bool needsTrue) internal returns (bool ok) {
        assembly ("memory-safe") {
            ok := call(gasLimit, target, 0, add(data, 0x20), mload(data), 0, 0)
            if and(ok, needsTrue) {
                switch returndatasize()
                case 0 { ok := gt(extcodesize(target), 0) }
                default {
                    // A bool is a 32-byte word; its last 4 bytes are enough to recognize `true`.
                    ok := gt(returndatasize(), 31)
                    if ok {
                        mstore(0, 0)
                        returndatacopy(28, 28, 4)
                        ok := eq(mload(0), 1)
                    }
                }
            }
        }
    }
}
