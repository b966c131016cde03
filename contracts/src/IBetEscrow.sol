// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The contract that holds live stakes
/// @notice Holds USDC for exactly the bets that were signed, refuses bets that it could not pay, pays winners, and
/// refunds every stake if the operator disappears. Amounts are micro-USDC (6 decimals), odds micro-odds (1.85 is 1_850_000).
interface IBetEscrow {
    // ---- markets ---------------------------------------------------------------------------------------

    /// @notice The state of a market.
    enum MarketState {
        /// The market was never opened.
        None,
        /// Takes bets until `closesAt`, then waits for its result.
        Open,
        /// The resolver proposed a result; the guardian may object until `objectionEndsAt`.
        Proposed,
        /// The outcome `result` won, and its bets can be paid.
        Resolved,
        /// No outcome won, and every open stake can be refunded.
        Void
    }

    /// @notice A market as the contract stores it.
    struct Market {
        /// As last written. An abandoned market may still be stored as open or proposed; see `stateOf`.
        MarketState state;
        /// Outcomes are numbered from 0.
        uint8 outcomes;
        /// The outcome that was proposed or has won; `VOID_RESULT` if none.
        uint8 result;
        /// How often the guardian has objected.
        uint8 objections;
        /// Unix seconds. The market takes bets before this time, and an outcome may be proposed from then on.
        uint64 closesAt;
        /// Unix seconds. The guardian may object before this time, and the result may be made final from then on.
        uint64 objectionEndsAt;
        /// The highest odds that the market allows.
        uint64 maxOdds;
        /// The most that the house may lose on the market.
        uint64 maxHouseLoss;
        /// The sum of the stakes of bets that were not cashed out. Payments do not lower it.
        uint64 openStakes;
        /// Stakes received, minus cash-outs paid; negative if more was paid.
        int128 received;
        /// The money reserved for the market: its largest payout, or all its stakes if they are more.
        uint128 reserve;
        /// What the market owes on the outcome with the largest total payout.
        uint128 largestPayout;
        /// The hash of the rules that decide the result. The rules never change.
        bytes32 rulesHash;
        /// The hash of the evidence for the last proposed result; 0 before a proposal and after the first objection.
        bytes32 evidenceHash;
    }

    // ---- bets ------------------------------------------------------------------------------------------

    /// @notice The state of a bet. A lost bet stays open, with nothing reserved for it.
    enum BetState {
        /// The bet was never taken.
        None,
        /// The bet was taken, and nothing was paid for it.
        Open,
        /// The bet won and was paid, or its stake was refunded.
        Paid,
        /// The bettor sold the bet back to the house.
        CashedOut,
        /// The token refused the payment, so the contract set it aside for the bettor.
        SetAside
    }

    /// @notice A bet as the bettor signed it. Its hash is the nonce of the USDC authorization.
    struct Bet {
        /// A random id, issued with the quote.
        bytes32 betId;
        /// The market of the bet.
        bytes16 marketId;
        /// The wallet that pays the stake and gets the payout.
        address bettor;
        /// The number of the outcome, from 0.
        uint8 outcome;
        /// In micro-USDC.
        uint64 stake;
        /// In micro-odds: how many micro-USDC each USDC staked returns if the bet wins.
        uint64 odds;
        /// Unix seconds. The authorization cannot be used from this time on.
        uint64 deadline;
    }

    /// @notice A bet with the authorization that moves exactly `bet.stake` into it, and with the house's acceptance.
    struct SignedBet {
        /// The bet that bettor and house signed.
        Bet bet;
        /// First part of the bettor's signature of the EIP-3009 `ReceiveWithAuthorization`.
        uint8 v;
        /// Second part of that signature.
        bytes32 r;
        /// Third part of that signature.
        bytes32 s;
        /// Unix seconds. The acceptance is valid before it: for at most `ACCEPTANCE_PERIOD`, and not after the close.
        uint64 acceptedUntil;
        /// The house's signature of the acceptance (EIP-712).
        bytes acceptance;
    }

    /// @notice A taken bet as the contract stores it.
    struct StoredBet {
        /// The wallet that paid the stake and gets the payout.
        address bettor;
        /// In micro-USDC.
        uint64 stake;
        /// The number of the outcome, from 0.
        uint8 outcome;
        /// The state of the bet.
        BetState state;
        /// What the bet returns if its outcome wins, stake included, in micro-USDC.
        uint64 payout;
        /// The market of the bet.
        bytes16 marketId;
    }

    /// @notice Why a bet in a batch was skipped. The bet has not failed for good: it may still be taken later while its
    /// acceptance and its authorization are valid.
    enum SkipReason {
        /// There is no market with this id.
        UnknownMarket,
        /// The market has closed, has ended, or has a proposed result.
        MarketClosed,
        /// The market has fewer outcomes.
        UnknownOutcome,
        /// The stake is less than a cent.
        StakeTooSmall,
        /// The odds are not above 1, or are above the market's highest odds.
        OddsOutOfRange,
        /// A bet with this id was taken before.
        DuplicateBet,
        /// The house's acceptance has expired.
        AcceptanceExpired,
        /// The house's acceptance is valid for longer than the contract allows.
        AcceptanceTooLong,
        /// The house did not sign this acceptance.
        AcceptanceInvalid,
        /// The bettor's deadline has passed.
        BetExpired,
        /// The house could lose more on the market than it allows.
        HouseLossTooLarge,
        /// The contract could not pay everyone.
        FundsTooLow,
        /// The token did not move the stake: a low balance, a used or invalid authorization, or a blacklist.
        AuthorizationRefused
    }

    /// @notice The house's offer to buy back an open bet, which the bettor signs too.
    struct CashOut {
        /// The bet to sell.
        bytes32 betId;
        /// What the bettor gets for the bet, in micro-USDC.
        uint64 amount;
        /// Unix seconds. The offer is valid before this time.
        uint64 deadline;
    }

    // ---- events ----------------------------------------------------------------------------------------

    /// @notice A market was opened.
    /// @param closesAt Unix seconds; the market takes bets before this time
    /// @param rulesHash the hash of the rules that decide the result
    /// @param maxHouseLoss the most that the house may lose on the market
    /// @param maxOdds the highest odds that the market allows
    event MarketOpened(
        bytes16 indexed marketId, uint8 outcomes, uint64 closesAt, bytes32 rulesHash, uint64 maxHouseLoss, uint64 maxOdds
    );
    /// @notice The risk manager changed a market's limits.
    event MarketLimitsChanged(bytes16 indexed marketId, uint64 maxHouseLoss, uint64 maxOdds);
    /// @notice A bet was taken, and the contract received its stake.
    /// @param payout what the bet returns if its outcome wins, stake included
    event BetPlaced(
        bytes32 indexed betId,
        bytes16 indexed marketId,
        address indexed bettor,
        uint8 outcome,
        uint64 stake,
        uint64 payout
    );
    /// @notice A bet in a batch was skipped, and its stake was not moved.
    event BetSkipped(bytes32 indexed betId, bytes16 indexed marketId, SkipReason reason);
    /// @notice A bettor sold a bet back to the house.
    /// @param amount what the bettor was paid
    event BetCashedOut(bytes32 indexed betId, bytes16 indexed marketId, uint64 amount);
    /// @notice A result was proposed.
    /// @param result the outcome, or `VOID_RESULT`
    /// @param evidenceHash the hash of the evidence for the result
    /// @param objectionEndsAt Unix seconds; the result can be made final from this time on
    event ResultProposed(bytes16 indexed marketId, uint8 result, bytes32 evidenceHash, uint64 objectionEndsAt);
    /// @notice The guardian objected to a proposed result, which is no longer valid.
    /// @param result the result that was proposed
    /// @param reasonHash the hash of the guardian's reason
    event ResultObjected(bytes16 indexed marketId, uint8 result, bytes32 reasonHash);
    /// @notice A result is final, and the winning bets can be paid.
    /// @param owed the sum of their payouts
    event MarketResolved(bytes16 indexed marketId, uint8 result, uint128 owed);
    /// @notice A market is void, and every open stake can be refunded.
    /// @param owed the sum of those stakes
    event MarketVoided(bytes16 indexed marketId, uint128 owed);
    /// @notice A winner was paid, or a stake was refunded.
    event BetPaid(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount);
    /// @notice The token refused a payment, so the contract set it aside for the bettor.
    event PayoutSetAside(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount);
    /// @notice Everything that was set aside for the bettor was paid.
    event SetAsideClaimed(address indexed bettor, uint256 amount);
    /// @notice The owner withdrew money that no bet can need.
    event HouseWithdrew(address indexed to, uint256 amount);

    // ---- errors ----------------------------------------------------------------------------------------

    /// @notice A market with this id already exists.
    error MarketExists(bytes16 marketId);
    /// @notice There is no market with this id.
    error MarketMissing(bytes16 marketId);
    /// @notice A market must have 2 to 32 outcomes.
    error OutcomesOutOfRange(uint8 outcomes);
    /// @notice A market must close in the future, within two years.
    error CloseOutOfRange(uint64 closesAt);
    /// @notice A market's highest odds must be above 1 and at most 1000.
    error OddsLimitOutOfRange(uint64 maxOdds);
    /// @notice The market does not allow this now: it is unknown, has closed, has a proposed result, or has ended.
    error MarketNotOpen(bytes16 marketId);
    /// @notice No result is proposed for the market.
    error MarketNotProposed(bytes16 marketId);
    /// @notice An outcome can be proposed only after the close, because the market still takes bets.
    error MarketNotClosed(bytes16 marketId);
    /// @notice The market has had no final result for 14 days since its close, so it is permanently void.
    error MarketAbandoned(bytes16 marketId);
    /// @notice The market has no such outcome.
    error ResultUnknown(bytes16 marketId, uint8 result);
    /// @notice A result needs the hash of its evidence, and an objection the hash of its reason.
    error EvidenceMissing();
    /// @notice The objection window has ended.
    error ObjectionEnded(bytes16 marketId);
    /// @notice The guardian may still object.
    error ObjectionPending(bytes16 marketId);
    /// @notice The batch is empty.
    error BatchEmpty();
    /// @notice So little gas is left that a good bet or payment could fail, so the whole batch reverts.
    error GasTooLow();
    /// @notice The token moved a different amount than requested, so it cannot be held safely for bettors.
    error TokenMismatch(uint256 expected, uint256 received);
    /// @notice The bet was never taken, or has ended.
    error BetNotOpen(bytes32 betId);
    /// @notice The offer has expired.
    error CashOutExpired(bytes32 betId);
    /// @notice A bet cannot be sold for zero.
    error CashOutTooSmall(bytes32 betId);
    /// @notice The bettor did not sign this offer.
    error CashOutNotSigned(bytes32 betId);
    /// @notice The house did not sign this offer.
    error CashOutNotAccepted(bytes32 betId);
    /// @notice The rest could then not pay everyone else, or the house could lose more on the market than it allows.
    error CashOutUnaffordable(bytes32 betId);
    /// @notice Nothing is set aside for this bettor.
    error NothingSetAside(address bettor);
    /// @notice The token still refuses the payment, so the money stays set aside.
    error TransferRefused(address to, uint256 amount);
    /// @notice Bets may need part of the requested amount.
    error NotFree(uint256 asked, uint256 free);
    /// @notice The token does not have 6 decimals, so it is not USDC.
    error TokenDecimals(uint8 decimals);
    /// @notice The objection window may be at most 7 days.
    error WindowOutOfRange(uint64 window);

    // ---- what the risk manager does --------------------------------------------------------------------

    /// @notice Opens a market. Its outcomes, close and rules never change. Only the risk manager may call this.
    /// @param outcomes the number of outcomes, 2 to 32; they are numbered from 0
    /// @param closesAt Unix seconds; bets are taken before this time, and an outcome may be proposed from then on
    /// @param rulesHash the hash of the rules that decide the result
    /// @param maxHouseLoss the most that the house may lose on the market, in micro-USDC
    /// @param maxOdds the highest odds that the market allows, in micro-odds
    function openMarket(
        bytes16 marketId,
        uint8 outcomes,
        uint64 closesAt,
        bytes32 rulesHash,
        uint64 maxHouseLoss,
        uint64 maxOdds
    ) external;

    /// @notice Changes the limits for new bets and cash-outs on an open market. Bets that were taken stay valid. Only the
    /// risk manager may call this.
    function setMarketLimits(bytes16 marketId, uint64 maxHouseLoss, uint64 maxOdds) external;

    // ---- what anyone can do ----------------------------------------------------------------------------

    /// @notice Takes accepted bets, each with its stake from its bettor's wallet. Skips a bet that it cannot take, with an
    /// event that gives the reason, and takes the others. Bettors can send accepted bets themselves, without the house.
    /// @return taken how many bets were taken
    function placeBets(SignedBet[] calldata bets) external returns (uint256 taken);

    /// @notice Sells an open bet back to the house. Bettor and house must both have signed the offer, and the contract
    /// must still be able to pay everyone else, with the house losing no more than it allows.
    /// @param bettorSignature the bettor's signature of the offer
    /// @param acceptance the house's signature of the offer
    function cashOut(
        CashOut calldata offer,
        bytes calldata bettorSignature,
        bytes calldata acceptance
    ) external;

    /// @notice Pays bets of ended markets: the winning bets, or every stake if a market is void. A batch may mix markets.
    /// Skips bets that get nothing or were already paid. If a market has no result 14 days after its close, anyone can
    /// refund all its stakes with this.
    /// @return paid how many bets were paid or set aside
    function payBets(bytes32[] calldata betIds) external returns (uint256 paid);

    /// @notice Tries again to pay a bettor what the token refused before.
    function claimSetAside(address bettor) external;

    // ---- how a market ends -----------------------------------------------------------------------------

    /// @notice Proposes which outcome won, after the close, or at any time that the market is void (`VOID_RESULT`). A
    /// proposal stops betting. Only the resolver may call this.
    /// @param evidenceHash the hash of the evidence for the result, never 0
    function proposeResult(bytes16 marketId, uint8 result, bytes32 evidenceHash) external;

    /// @notice Rejects a proposed result in the window. A second objection voids the market. Only the guardian may call this.
    /// @param reasonHash the hash of the guardian's reason, never 0
    function objectToResult(bytes16 marketId, bytes32 reasonHash) external;

    /// @notice Makes a proposed result final after the objection window. Only the finaliser may call this.
    function finaliseResult(bytes16 marketId) external;

    // ---- what the owner does ---------------------------------------------------------------------------

    /// @notice Withdraws money that no bet can need. Only the owner may call this.
    function withdraw(address to, uint256 amount) external;

    /// @notice Stops new bets and nothing else. Only the owner may call this.
    function pause() external;

    /// @notice Allows new bets again. Only the owner may call this.
    function unpause() external;

    // ---- what anyone can read --------------------------------------------------------------------------

    /// @notice A market as last written.
    function market(bytes16 marketId) external view returns (Market memory);

    /// @notice A market's current state: void if it has no final result 14 days after its close, even if not yet recorded.
    function stateOf(bytes16 marketId) external view returns (MarketState);

    /// @notice What the market owes if an outcome wins.
    function owedOn(bytes16 marketId, uint8 outcome) external view returns (uint128);

    /// @notice A bet as stored.
    function bet(bytes32 betId) external view returns (StoredBet memory);

    /// @notice The nonce of the authorization that pays for a bet.
    function hashOf(Bet calldata signed) external view returns (bytes32);

    /// @notice What the house signs to accept a bet.
    function acceptanceDigest(bytes32 betHash, uint64 acceptedUntil) external view returns (bytes32);

    /// @notice What both bettor and house sign for a cash-out.
    function cashOutDigest(CashOut calldata offer) external view returns (bytes32);

    /// @notice What is set aside for a bettor because the token refused to pay it.
    function setAside(address bettor) external view returns (uint256);

    /// @notice What the house may withdraw.
    function free() external view returns (uint256);

    /// @notice The total reserved for all markets.
    function totalReserved() external view returns (uint256);

    /// @notice The total set aside for all bettors.
    function totalSetAside() external view returns (uint256);
}
