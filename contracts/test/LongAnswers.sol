// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {HostileUsdc} from "./HostileUsdc.sol";

/// @notice The code of a token that moves nothing, and answers with as many bytes as its gas pays for.
contract LongAnswers is HostileUsdc {
    bool private immutable _refuses;

    /// @param refuses or else it answers `true`
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

    /// @dev So many words of memory cost 3 gas each, and a 512th of their square. Some gas is left for the way there.
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
