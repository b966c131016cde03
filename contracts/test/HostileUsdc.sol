// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {UsdcLookAlike} from "../src/practice/UsdcLookAlike.sol";

/// @notice The look-alike with everything a token could do to its holders.
contract HostileUsdc is UsdcLookAlike {
    uint256 public feeBasisPoints;
    bool public answersFalse;
    bool public answersNothing;
    bool public answersTooShort;
    /// Called once in the middle of a transfer or an authorization.
    address public reenterTarget;
    bytes public reenterCall;
    bool public reenterWorked;
    /// Burns gas until none is left.
    bool public burnsGas;
    /// Returns this many bytes.
    uint256 public bombBytes;
    uint8 private _decimals = 6;

    function setFee(uint256 basisPoints) external {
        feeBasisPoints = basisPoints;
    }

    function setAnswers(bool answersFalse_, bool answersNothing_, bool answersTooShort_) external {
        (answersFalse, answersNothing, answersTooShort) = (answersFalse_, answersNothing_, answersTooShort_);
    }

    function setReentry(address target, bytes calldata data) external {
        (reenterTarget, reenterCall, reenterWorked) = (target, data, false);
    }

    function setBurnsGas(bool burns) external {
        burnsGas = burns;
    }

    function setBomb(uint256 size) external {
        bombBytes = size;
    }

    function setDecimals(uint8 decimals_) external {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function transfer(address to, uint256 value) public virtual override returns (bool) {
        if (answersFalse) return false;
        super.transfer(to, value);
        if (answersNothing) {
            assembly {
                return(0, 0)
            }
        }
        if (answersTooShort) {
            assembly {
                mstore(0, not(0))
                return(0, 31)
            }
        }
        return true;
    }

    function _update(address from, address to, uint256 value) internal virtual override {
        uint256 size = bombBytes;
        if (size > 0) {
            assembly {
                revert(0, size)
            }
        }
        while (burnsGas) {}
        address target = reenterTarget;
        if (target != address(0)) {
            reenterTarget = address(0);
            (bool ok,) = target.call(reenterCall);
            reenterWorked = ok;
        }
        uint256 fee = (value * feeBasisPoints) / 10_000;
        super._update(from, to, value - fee);
        if (fee > 0) super._update(from, address(0xfee), fee);
    }
}
