// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What live stakes rest in
/// @notice Holds USDC for exactly the bets that were signed, refuses bets it could not pay, pays winners, and gives every
/// stake back when the operator does not return. Amounts are micro-USDC (6 decimals), odds are micro-odds (1.85 is 1_850_000).
interface IBetEscrow {
    // ---- markets ---------------------------------------------------------------------------------------

    enum MarketState {
        None,
        /// Takes bets until `closesAt`, and waits for its result from then on.
        Open,
        /// A result was proposed; the guardian may object until `objectionEndsAt`.
        Proposed,
        /// `result` won: its bets are paid.
        Resolved,
        /// Every open stake goes back.
        Void
    }

    struct Market {
        MarketState state;
        /// Outcomes are numbered from 0.
        uint8 outcomes;
        /// The outcome that was proposed or has won; `VOID_RESULT` for none.
        uint8 result;
        /// How often the guardian has objected.
        uint8 objections;
        /// Unix seconds. Bets are taken before it, results from then on.
        uint64 closesAt;
        /// Unix seconds: a proposed result is final from then on.
        uint64 objectionEndsAt;
        /// The highest odds that are taken.
        uint64 maxOdds;
        /// The most that the house may lose on the market.
        uint64 maxHouseLoss;
        /// Stakes of bets that have not ended.
        uint64 openStakes;
        /// Stakes taken, minus cash-outs paid; below zero when more was paid.
        int128 received;
        /// What is set aside for the market: its largest payout, or all its stakes if they are more.
        uint128 reserve;
        /// What it owes on the outcome that it owes most on.
        uint128 largestPayout;
        bytes32 rulesHash;
        bytes32 evidenceHash;
    }

    // ---- bets ------------------------------------------------------------------------------------------

    enum BetState {
        None,
        Open,
        /// Paid as a winner, or its stake was given back.
        Paid,
        CashedOut,
        /// The token refused the payment: it waits under the bettor's name.
        SetAside
    }

    /// @notice A bet as the bettor signed it: its hash is the nonce of the USDC authorization.
    struct Bet {
        /// Random, issued with the quote.
        bytes32 betId;
        bytes16 marketId;
        address bettor;
        uint8 outcome;
        uint64 stake;
        uint64 odds;
        /// Unix seconds: the authorization cannot be used from then on.
        uint64 deadline;
    }

    /// @notice What moves exactly `bet.stake` into exactly this bet, and the house's word that it takes it.
    struct SignedBet {
        Bet bet;
        /// The bettor's signature of EIP-3009 `ReceiveWithAuthorization`.
        uint8 v;
        bytes32 r;
        bytes32 s;
        /// Unix seconds: the acceptance holds before it, at most `ACCEPTANCE_PERIOD` long and never past the close.
        uint64 acceptedUntil;
        /// The house's signature of the acceptance (EIP-712).
        bytes acceptance;
    }

    struct StoredBet {
        address bettor;
        uint64 stake;
        uint8 outcome;
        BetState state;
        /// What it returns if its outcome wins, stake included.
        uint64 payout;
        bytes16 marketId;
    }

    /// @notice Why a bet of a batch was left out. It says nothing of later: the same bet may still be taken while its
    /// acceptance and its authorization hold.
    enum SkipReason {
        UnknownMarket,
        MarketClosed,
        UnknownOutcome,
        StakeTooSmall,
        OddsOutOfRange,
        DuplicateBet,
        AcceptanceExpired,
        AcceptanceTooLong,
        AcceptanceInvalid,
        BetExpired,
        HouseLossTooLarge,
        FundsTooLow,
        AuthorizationRefused
    }

    /// @notice Offered by the house for an open bet, and signed by its bettor.
    struct CashOut {
        bytes32 betId;
        uint64 amount;
        /// Unix seconds.
        uint64 deadline;
    }

    // ---- events ----------------------------------------------------------------------------------------

    event MarketOpened(
        bytes16 indexed marketId, uint8 outcomes, uint64 closesAt, bytes32 rulesHash, uint64 maxHouseLoss, uint64 maxOdds
    );
    event MarketLimitsChanged(bytes16 indexed marketId, uint64 maxHouseLoss, uint64 maxOdds);
    event BetPlaced(
        bytes32 indexed betId,
        bytes16 indexed marketId,
        address indexed bettor,
        uint8 outcome,
        uint64 stake,
        uint64 payout
    );
    event BetSkipped(bytes32 indexed betId, bytes16 indexed marketId, SkipReason reason);
    event BetCashedOut(bytes32 indexed betId, bytes16 indexed marketId, uint64 amount);
    event ResultProposed(bytes16 indexed marketId, uint8 result, bytes32 evidenceHash, uint64 objectionEndsAt);
    event ResultObjected(bytes16 indexed marketId, uint8 result, bytes32 reasonHash);
    event MarketResolved(bytes16 indexed marketId, uint8 result, uint128 owed);
    event MarketVoided(bytes16 indexed marketId, uint128 owed);
    event BetPaid(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount);
    event PayoutSetAside(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount);
    event SetAsideClaimed(address indexed bettor, uint256 amount);
    event HouseWithdrew(address indexed to, uint256 amount);

    // ---- errors ----------------------------------------------------------------------------------------

    error MarketExists(bytes16 marketId);
    error MarketMissing(bytes16 marketId);
    error OutcomesOutOfRange(uint8 outcomes);
    error CloseOutOfRange(uint64 closesAt);
    error OddsLimitOutOfRange(uint64 maxOdds);
    error MarketNotOpen(bytes16 marketId);
    error MarketNotProposed(bytes16 marketId);
    error MarketNotClosed(bytes16 marketId);
    /// @notice 14 days have passed since the close: the market is void for ever.
    error MarketAbandoned(bytes16 marketId);
    error ResultUnknown(bytes16 marketId, uint8 result);
    error EvidenceMissing();
    error ObjectionEnded(bytes16 marketId);
    error ObjectionPending(bytes16 marketId);
    error BatchEmpty();
    /// @notice So little gas is left that a good bet or payment could fail for that alone: nothing of the batch is done.
    error GasTooLow();
    /// @notice The token moved another amount than was asked: it cannot be held for bettors.
    error TokenMismatch(uint256 expected, uint256 received);
    error BetNotOpen(bytes32 betId);
    error CashOutExpired(bytes32 betId);
    error CashOutTooSmall(bytes32 betId);
    error CashOutNotSigned(bytes32 betId);
    error CashOutNotAccepted(bytes32 betId);
    /// @notice What is left could then not pay everybody else.
    error CashOutUnaffordable(bytes32 betId);
    error NothingSetAside(address bettor);
    error TransferRefused(address to, uint256 amount);
    error NotFree(uint256 asked, uint256 free);
    error TokenDecimals(uint8 decimals);
    error WindowOutOfRange(uint64 window);

    // ---- what the risk manager does --------------------------------------------------------------------

    /// @notice Opens a market. Its outcomes, close and rules never change.
    function openMarket(
        bytes16 marketId,
        uint8 outcomes,
        uint64 closesAt,
        bytes32 rulesHash,
        uint64 maxHouseLoss,
        uint64 maxOdds
    ) external;

    /// @notice Sets what the house may lose on an open market from now on; bets that were taken stand.
    function setMarketLimits(bytes16 marketId, uint64 maxHouseLoss, uint64 maxOdds) external;

    // ---- what anybody does -----------------------------------------------------------------------------

    /// @notice Takes accepted bets, each with its stake from its bettor's wallet. One that cannot be taken is left out
    /// with an event that says why; the others go through. The bettor can send an accepted bet without the house.
    /// @return taken how many were taken
    function placeBets(SignedBet[] calldata bets) external returns (uint256 taken);

    /// @notice Sells an open bet back to the house: signed by the bettor, accepted by the house, and only while the
    /// market can then pay everybody else.
    function cashOut(
        CashOut calldata offer,
        bytes calldata bettorSignature,
        bytes calldata acceptance
    ) external;

    /// @notice Pays bets of markets that have ended, winners or the stakes of a void, in batches of any markets. Bets
    /// that get nothing, and those that were paid, are passed by. From 14 days after the close without a result this is
    /// how everybody's stake is taken back.
    /// @return paid how many were paid or set aside
    function payBets(bytes32[] calldata betIds) external returns (uint256 paid);

    /// @notice Tries again to pay what the token refused before.
    function claimSetAside(address bettor) external;

    // ---- how a market ends -----------------------------------------------------------------------------

    /// @notice Proposes which outcome won, from the close on; or that the market is void (`VOID_RESULT`), at any time,
    /// which stops its betting. Only the resolver.
    function proposeResult(bytes16 marketId, uint8 result, bytes32 evidenceHash) external;

    /// @notice Sends a proposed result back, once; the second time the market is void. Only the guardian, in the window.
    function objectToResult(bytes16 marketId, bytes32 reasonHash) external;

    /// @notice Makes a proposed result final after the window. Only the finaliser.
    function finaliseResult(bytes16 marketId) external;

    // ---- what the owner does ---------------------------------------------------------------------------

    /// @notice Takes out what no bet can need.
    function withdraw(address to, uint256 amount) external;

    /// @notice Stops new bets. Nothing else stops.
    function pause() external;

    function unpause() external;

    // ---- what anybody reads ----------------------------------------------------------------------------

    function market(bytes16 marketId) external view returns (Market memory);

    /// @notice Where a market stands now: one that was left without a result for 14 days is void though nobody wrote it.
    function stateOf(bytes16 marketId) external view returns (MarketState);

    /// @notice What the market owes if an outcome wins.
    function owedOn(bytes16 marketId, uint8 outcome) external view returns (uint128);

    function bet(bytes32 betId) external view returns (StoredBet memory);

    /// @notice The nonce of the authorization that pays for a bet.
    function hashOf(Bet calldata signed) external view returns (bytes32);

    /// @notice What the house signs to accept a bet.
    function acceptanceDigest(bytes32 betHash, uint64 acceptedUntil) external view returns (bytes32);

    /// @notice What bettor and house sign for a cash-out.
    function cashOutDigest(CashOut calldata offer) external view returns (bytes32);

    function setAside(address bettor) external view returns (uint256);

    /// @notice What the house may withdraw.
    function free() external view returns (uint256);

    function totalReserved() external view returns (uint256);

    function totalSetAside() external view returns (uint256);
}
