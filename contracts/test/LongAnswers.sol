// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {HostileUsdc} from "./HostileUsdc.sol";

/// @notice The code of a token that moves nothing and returns as many bytes as its gas pays for.
contract LongAnswers is HostileUsdc {
    bool private immutable _refuses;

    /// @param refuses whether it reverts; otherwise it returns `true`
    constructor(bool refuses) {
        _refuses = refuses;
    }

    function transfer(address, uint256) public view override returns (bool) {
        _answer();
    }

    function receiveWithAuthorization(
        address,
        address,
        uint256,
        uint256,
        uint256,
        bytes32,
        uint8,
        bytes32,
        bytes32
    ) external view override {
        _answer();
    }

    /// @dev Memory costs 3 gas per word plus a 512th of the square of the words. Some gas is kept for getting there.
    function _answer() private view {
        uint256 spare = gasleft() - 3000;
        uint256 size = 32 * ((Math.sqrt(1536 * 1536 + 2048 * spare) - 1536) / 2);
        bool refuses = _refuses;
        assembly {
            mstore(0, 1)
            if refuses { revert(0, size) }
            return(0, size)
        }
    }
}
