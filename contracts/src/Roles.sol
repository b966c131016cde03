// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title Who may do what
/// @notice Each role belongs to one account. The owner offers a role, and the new account must take it, so a mistyped
/// address never gets it. No account holds two roles that check each other, and the owner holds no role.
abstract contract Roles is Ownable2Step {
    /// @notice The roles.
    enum Role {
        /// Proposes results.
        Resolver,
        /// Makes proposed results final.
        Finaliser,
        /// May object to proposed results, and do nothing else.
        Guardian,
        /// Signs acceptances of bets and cash-outs.
        AcceptanceSigner,
        /// Opens markets and sets how much the house may lose on them.
        RiskManager
    }

    /// @notice The first holders of the roles.
    struct Holders {
        /// Gets `Role.Resolver`.
        address resolver;
        /// Gets `Role.Finaliser`.
        address finaliser;
        /// Gets `Role.Guardian`.
        address guardian;
        /// Gets `Role.AcceptanceSigner`.
        address acceptanceSigner;
        /// Gets `Role.RiskManager`.
        address riskManager;
    }

    uint256 private constant ROLES = 5;

    mapping(Role role => address) private _holders;
    mapping(Role role => address) private _offered;

    /// @notice The owner offered a role to an account, or withdrew the offer if the account is the zero address.
    event RoleOffered(Role indexed role, address indexed account);
    /// @notice An account took a role.
    event RoleTaken(Role indexed role, address indexed account);

    /// @notice The caller does not hold the role.
    error NotHolder(Role role, address caller);
    /// @notice The role was not offered to the caller.
    error NotOffered(Role role, address caller);
    /// @notice The account would hold two roles that check each other, or the owner would hold a role.
    error RolesInOneHand(Role role, address account);
    /// @notice A role needs a holder, so the zero address cannot take it.
    error ZeroAddress();
    /// @notice The owner cannot resign: without one, no one could unpause or withdraw free money.
    error OwnerNeeded();

    /// @notice Gives each role to its first holder. None of them may be the owner.
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

    /// @notice Offers a role, which is handed over when the account takes it. The zero address withdraws the offer.
    function offerRole(Role role, address account) external onlyOwner {
        _offered[role] = account;
        emit RoleOffered(role, account);
    }

    /// @notice Takes a role that was offered to the caller. The previous holder loses it.
    function takeRole(Role role) external {
        if (_offered[role] != msg.sender) revert NotOffered(role, msg.sender);
        delete _offered[role];
        _take(role, msg.sender);
    }

    /// @notice The account that holds a role.
    function holderOf(Role role) public view returns (address) {
        return _holders[role];
    }

    /// @notice The account that a role is offered to; the zero address if there is no offer.
    function offeredTo(Role role) external view returns (address) {
        return _offered[role];
    }

    /// @notice Always reverts with `OwnerNeeded`.
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

    /// @dev The new owner must hold no role.
    function _transferOwnership(address newOwner) internal override {
        for (uint256 i = 0; i < ROLES; i++) {
            if (newOwner != address(0) && _holders[Role(i)] == newOwner) revert RolesInOneHand(Role(i), newOwner);
        }
        super._transferOwnership(newOwner);
    }

    /// @dev The three roles that end a market check each other, and the risk manager checks the acceptance signer.
    function _watches(Role one, Role other) private pure returns (bool) {
        if (one == other) return false;
        if (_endsMarkets(one) && _endsMarkets(other)) return true;
        return !_endsMarkets(one) && !_endsMarkets(other);
    }

    function _endsMarkets(Role role) private pure returns (bool) {
        return role == Role.Resolver || role == Role.Finaliser || role == Role.Guardian;
    }
}
