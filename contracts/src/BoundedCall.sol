// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Calls that can neither spend all gas nor answer too much
library BoundedCall {
    /// @notice Calls with a limit of gas and says whether it went well.
    /// @dev Of what comes back at most 4 bytes are copied, so that a callee cannot make its caller pay for memory.
    /// @param needsTrue whether an answer, if there is one, must be `true`, as of a token's `transfer`
    function tryCall(address target, uint256 gasLimit, bytes memory data, bool needsTrue) internal returns (bool ok) {
        assembly ("memory-safe") {
            ok := call(gasLimit, target, 0, add(data, 0x20), mload(data), 0, 0)
            if and(ok, needsTrue) {
                switch returndatasize()
                case 0 { ok := gt(extcodesize(target), 0) }
                default {
                    // A bool is a word; its last 4 bytes tell true from false.
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
