// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HostileUsdc} from "./HostileUsdc.sol";

/// @notice A hostile token that tracks what it moves on its own account.
contract TalliedUsdc is HostileUsdc {
    /// What an account gained, or lost if negative, apart from requested and reported moves.
    mapping(address account => int256) public beside;
    /// A fee that the sender pays on top of the amount, which arrives in full.
    uint256 public feeOnTop;

    function setFeeOnTop(uint256 basisPoints) external {
        feeOnTop = basisPoints;
    }

    /// @dev A too short answer means that nothing was moved.
    function transfer(address to, uint256 value) public override returns (bool) {
        if (answersTooShort) {
            beside[msg.sender] -= int256(value);
            beside[to] += int256(value);
        }
        return super.transfer(to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        uint256 fee = (value * feeBasisPoints) / 10_000;
        if (fee > 0) beside[to] -= int256(fee);
        uint256 onTop = (value * feeOnTop) / 10_000;
        if (onTop == 0) return;
        beside[from] -= int256(onTop);
        super._update(from, address(0xfee), onTop);
    }
}
