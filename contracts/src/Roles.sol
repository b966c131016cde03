// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title Who may do what
/// @notice Each role is one account. A role is offered by the owner and changes hands only when the new account takes it,
/// so that a slip of the pen hands it to nobody. Roles that watch each other are never in one hand, and the owner holds none.
abstract contract Roles is Ownable2Step {
    /// @notice Who does what.
    enum Role {
        /// Proposes results.
        Resolver,
        /// Makes proposed results final.
        Finaliser,
        /// May object to a proposed result, and nothing else.
        Guardian,
        /// Signs acceptances of bets and cash-outs.
        AcceptanceSigner,
        /// Opens markets and sets what the house may lose on them.
        RiskManager
    }

    /// @notice Who holds the roles at first.
    struct Holders {
        /// Of `Role.Resolver`.
        address resolver;
        /// Of `Role.Finaliser`.
        address finaliser;
        /// Of `Role.Guardian`.
        address guardian;
        /// Of `Role.AcceptanceSigner`.
        address acceptanceSigner;
        /// Of `Role.RiskManager`.
        address riskManager;
    }

    uint256 private constant ROLES = 5;

    mapping(Role role => address) private _holders;
    mapping(Role role => address) private _offered;

    /// @notice A role was offered, or with the zero address its offer taken back.
    event RoleOffered(Role indexed role, address indexed account);
    /// @notice A role changed hands.
    event RoleTaken(Role indexed role, address indexed account);

    /// @notice The caller does not hold the role.
    error NotHolder(Role role, address caller);
    /// @notice The role was not offered to the caller.
    error NotOffered(Role role, address caller);
    /// @notice Two roles that watch each other would be in one hand.
    error RolesInOneHand(Role role, address account);
    /// @notice A role needs somebody who holds it.
    error ZeroAddress();
    /// @notice Without an owner nobody could unpause, or take out what is free.
    error OwnerNeeded();

    /// @notice Gives each role to its first holder; the owner is none of them.
    constructor(address owner_, Holders memory holders) Ownable(owner_) {
        _take(Role.Resolver, holders.resolver);
        _take(Role.Finaliser, holders.finaliser);
        _take(Role.Guardian, holders.guardian);
        _take(Role.AcceptanceSigner, holders.acceptanceSigner);
        _take(Role.RiskManager, holders.riskManager);
    }

    modifier onlyHolder(Role role) {
        if (_holders[role] != msg.sender) revert NotHolder(role, msg.sender);
        _;
    }

    /// @notice Offers a role; it changes hands when the account takes it. The zero address takes the offer back.
    function offerRole(Role role, address account) external onlyOwner {
        _offered[role] = account;
        emit RoleOffered(role, account);
    }

    /// @notice Takes a role that was offered to the caller, from whoever holds it.
    function takeRole(Role role) external {
        if (_offered[role] != msg.sender) revert NotOffered(role, msg.sender);
        delete _offered[role];
        _take(role, msg.sender);
    }

    /// @notice Who holds a role.
    function holderOf(Role role) public view returns (address) {
        return _holders[role];
    }

    /// @notice Whom a role is offered to; the zero address if nobody.
    function offeredTo(Role role) external view returns (address) {
        return _offered[role];
    }

    /// @notice Refused: see `OwnerNeeded`.
    function renounceOwnership() public view override onlyOwner {
        revert OwnerNeeded();
    }

    function _take(Role role, address account) private {
        if (account == address(0)) revert ZeroAddress();
        if (account == owner()) revert RolesInOneHand(role, account);
        for (uint256 i = 0; i < ROLES; i++) {
            Role other = Role(i);
            if (_holders[other] == account && _watches(role, other)) revert RolesInOneHand(role, account);
        }
        _holders[role] = account;
        emit RoleTaken(role, account);
    }

    /// @dev Who becomes the owner must hold no role.
    function _transferOwnership(address newOwner) internal override {
        for (uint256 i = 0; i < ROLES; i++) {
            if (newOwner != address(0) && _holders[Role(i)] == newOwner) revert RolesInOneHand(Role(i), newOwner);
        }
        super._transferOwnership(newOwner);
    }

    /// @dev The three who end a market watch each other; who limits the house's loss watches who accepts bets.
    function _watches(Role one, Role other) private pure returns (bool) {
        if (one == other) return false;
        if (_endsMarkets(one) && _endsMarkets(other)) return true;
        return !_endsMarkets(one) && !_endsMarkets(other);
    }

    function _endsMarkets(Role role) private pure returns (bool) {
        return role == Role.Resolver || role == Role.Finaliser || role == Role.Guardian;
    }
}
