// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What live stakes rest in
/// @notice Holds USDC for exactly the bets that were signed, refuses bets it could not pay, pays winners, and gives every
/// stake back when the operator does not return. Amounts are micro-USDC (6 decimals), odds are micro-odds (1.85 is 1_850_000).
interface IBetEscrow {
    // ---- markets ---------------------------------------------------------------------------------------

    /// @notice Where a market stands.
    enum MarketState {
        /// It was never opened.
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

    /// @notice All that is known of a market.
    struct Market {
        /// As it was last written; `stateOf` says what time has made of it.
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
        /// Of the rules by which the result is found; they never change.
        bytes32 rulesHash;
        /// Of what the result rests on that was proposed last; 0 before, and after an objection that sends it back.
        bytes32 evidenceHash;
    }

    // ---- bets ------------------------------------------------------------------------------------------

    /// @notice Where a bet stands. A bet that lost stays open, and nothing is reserved for it.
    enum BetState {
        /// It was never taken.
        None,
        /// Taken, and nothing was paid for it.
        Open,
        /// Paid as a winner, or its stake was given back.
        Paid,
        /// Sold back to the house.
        CashedOut,
        /// The token refused the payment: it waits under the bettor's name.
        SetAside
    }

    /// @notice A bet as the bettor signed it: its hash is the nonce of the USDC authorization.
    struct Bet {
        /// Random, issued with the quote.
        bytes32 betId;
        /// The market that it is on.
        bytes16 marketId;
        /// Whose stake it is, and who is paid.
        address bettor;
        /// What it is on, numbered from 0.
        uint8 outcome;
        /// In micro-USDC.
        uint64 stake;
        /// In micro-odds: what it returns if it wins, for each micro-USDC staked.
        uint64 odds;
        /// Unix seconds: the authorization cannot be used from then on.
        uint64 deadline;
    }

    /// @notice What moves exactly `bet.stake` into exactly this bet, and the house's word that it takes it.
    struct SignedBet {
        /// What both have signed.
        Bet bet;
        /// The bettor's signature of EIP-3009 `ReceiveWithAuthorization`, with `r` and `s`.
        uint8 v;
        /// Its second part.
        bytes32 r;
        /// Its third part.
        bytes32 s;
        /// Unix seconds: the acceptance holds before it, at most `ACCEPTANCE_PERIOD` long and never past the close.
        uint64 acceptedUntil;
        /// The house's signature of the acceptance (EIP-712).
        bytes acceptance;
    }

    /// @notice What is kept of a bet that was taken.
    struct StoredBet {
        /// Whose stake it is, and who is paid.
        address bettor;
        /// In micro-USDC.
        uint64 stake;
        /// What it is on, numbered from 0.
        uint8 outcome;
        /// Where it stands.
        BetState state;
        /// What it returns if its outcome wins, stake included.
        uint64 payout;
        /// The market that it is on.
        bytes16 marketId;
    }

    /// @notice Why a bet of a batch was left out. It says nothing of later: the same bet may still be taken while its
    /// acceptance and its authorization hold.
    enum SkipReason {
        /// No such market was opened.
        UnknownMarket,
        /// The market takes no bets any more, or not while its result is proposed.
        MarketClosed,
        /// The market has fewer outcomes.
        UnknownOutcome,
        /// Less than a cent.
        StakeTooSmall,
        /// Not above 1, or above what the market takes.
        OddsOutOfRange,
        /// A bet with this id was taken before.
        DuplicateBet,
        /// The house's word is over.
        AcceptanceExpired,
        /// The house's word holds longer than it may.
        AcceptanceTooLong,
        /// The house did not sign this.
        AcceptanceInvalid,
        /// The bettor's own deadline is over.
        BetExpired,
        /// The house could lose more on the market than was set.
        HouseLossTooLarge,
        /// The contract could not pay everybody.
        FundsTooLow,
        /// The token did not move the stake: too little in the wallet, a used or wrong authorization, a blacklist.
        AuthorizationRefused
    }

    /// @notice Offered by the house for an open bet, and signed by its bettor.
    struct CashOut {
        /// The bet that is sold.
        bytes32 betId;
        /// What its bettor gets for it, in micro-USDC.
        uint64 amount;
        /// Unix seconds: the offer holds before it.
        uint64 deadline;
    }

    // ---- events ----------------------------------------------------------------------------------------

    /// @notice A market was opened.
    /// @param closesAt Unix seconds: bets are taken before it
    /// @param rulesHash of the rules by which its result is found
    /// @param maxHouseLoss the most that the house may lose on it
    /// @param maxOdds the highest odds that are taken
    event MarketOpened(
        bytes16 indexed marketId, uint8 outcomes, uint64 closesAt, bytes32 rulesHash, uint64 maxHouseLoss, uint64 maxOdds
    );
    /// @notice Bets are taken within other limits from now on.
    event MarketLimitsChanged(bytes16 indexed marketId, uint64 maxHouseLoss, uint64 maxOdds);
    /// @notice A bet was taken and its stake is here.
    /// @param payout what it returns if its outcome wins, stake included
    event BetPlaced(
        bytes32 indexed betId,
        bytes16 indexed marketId,
        address indexed bettor,
        uint8 outcome,
        uint64 stake,
        uint64 payout
    );
    /// @notice A bet of a batch was left out, and its stake is where it was.
    event BetSkipped(bytes32 indexed betId, bytes16 indexed marketId, SkipReason reason);
    /// @notice A bet was sold back to the house.
    /// @param amount what its bettor was paid
    event BetCashedOut(bytes32 indexed betId, bytes16 indexed marketId, uint64 amount);
    /// @notice A result was proposed.
    /// @param result the outcome, or `VOID_RESULT`
    /// @param evidenceHash of what it rests on
    /// @param objectionEndsAt Unix seconds: it can be made final from then on
    event ResultProposed(bytes16 indexed marketId, uint8 result, bytes32 evidenceHash, uint64 objectionEndsAt);
    /// @notice The guardian objected to a proposed result, which stands no more.
    /// @param result what had been proposed
    /// @param reasonHash of the guardian's reason
    event ResultObjected(bytes16 indexed marketId, uint8 result, bytes32 reasonHash);
    /// @notice A result is final: its bets can be paid.
    /// @param owed what they are owed together
    event MarketResolved(bytes16 indexed marketId, uint8 result, uint128 owed);
    /// @notice A market is void: every open stake can be taken back.
    /// @param owed all those stakes together
    event MarketVoided(bytes16 indexed marketId, uint128 owed);
    /// @notice A winner was paid, or a stake given back.
    event BetPaid(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount);
    /// @notice The token refused a payment, which now waits under the bettor's name.
    event PayoutSetAside(bytes32 indexed betId, bytes16 indexed marketId, address indexed bettor, uint64 amount);
    /// @notice All that waited under the bettor's name was paid.
    event SetAsideClaimed(address indexed bettor, uint256 amount);
    /// @notice The owner took out what no bet can need.
    event HouseWithdrew(address indexed to, uint256 amount);

    // ---- errors ----------------------------------------------------------------------------------------

    /// @notice A market has this id already.
    error MarketExists(bytes16 marketId);
    /// @notice No market has this id.
    error MarketMissing(bytes16 marketId);
    /// @notice A market has 2 to 32 outcomes.
    error OutcomesOutOfRange(uint8 outcomes);
    /// @notice A market closes later than now and within two years.
    error CloseOutOfRange(uint64 closesAt);
    /// @notice The highest odds of a market are above 1 and at most 1000.
    error OddsLimitOutOfRange(uint64 maxOdds);
    /// @notice The market takes none of this now: it is closed, has a result, or waits for one to become final.
    error MarketNotOpen(bytes16 marketId);
    /// @notice No result is proposed for the market.
    error MarketNotProposed(bytes16 marketId);
    /// @notice Bets may still come: until the close nobody has won.
    error MarketNotClosed(bytes16 marketId);
    /// @notice 14 days have passed since the close: the market is void for ever.
    error MarketAbandoned(bytes16 marketId);
    /// @notice The market has no such outcome.
    error ResultUnknown(bytes16 marketId, uint8 result);
    /// @notice A result, and an objection to one, say what they rest on.
    error EvidenceMissing();
    /// @notice The window to object is over.
    error ObjectionEnded(bytes16 marketId);
    /// @notice The guardian may still object.
    error ObjectionPending(bytes16 marketId);
    /// @notice There is nothing to do.
    error BatchEmpty();
    /// @notice So little gas is left that a good bet or payment could fail for that alone: nothing of the batch is done.
    error GasTooLow();
    /// @notice The token moved another amount than was asked: it cannot be held for bettors.
    error TokenMismatch(uint256 expected, uint256 received);
    /// @notice The bet was never taken, or has ended.
    error BetNotOpen(bytes32 betId);
    /// @notice The offer is over.
    error CashOutExpired(bytes32 betId);
    /// @notice A bet is not sold for nothing.
    error CashOutTooSmall(bytes32 betId);
    /// @notice The bettor did not sign this.
    error CashOutNotSigned(bytes32 betId);
    /// @notice The house did not sign this.
    error CashOutNotAccepted(bytes32 betId);
    /// @notice What is left could then not pay everybody else.
    error CashOutUnaffordable(bytes32 betId);
    /// @notice Nothing waits under this name.
    error NothingSetAside(address bettor);
    /// @notice The token refuses still: it waits on.
    error TransferRefused(address to, uint256 amount);
    /// @notice Bets may need what was asked for.
    error NotFree(uint256 asked, uint256 free);
    /// @notice The token is not counted in millionths: it is not USDC.
    error TokenDecimals(uint8 decimals);
    /// @notice The window to object is at most 7 days.
    error WindowOutOfRange(uint64 window);

    // ---- what the risk manager does --------------------------------------------------------------------

    /// @notice Opens a market. Its outcomes, close and rules never change. Only the risk manager.
    /// @param outcomes how many, 2 to 32; they are numbered from 0
    /// @param closesAt Unix seconds: bets are taken before it, results from then on
    /// @param rulesHash of the rules by which its result is found
    /// @param maxHouseLoss the most that the house may lose on it, in micro-USDC
    /// @param maxOdds the highest odds that are taken, in micro-odds
    function openMarket(
        bytes16 marketId,
        uint8 outcomes,
        uint64 closesAt,
        bytes32 rulesHash,
        uint64 maxHouseLoss,
        uint64 maxOdds
    ) external;

    /// @notice Sets what the house may lose on an open market from now on; bets that were taken stand. Only the
    /// risk manager.
    function setMarketLimits(bytes16 marketId, uint64 maxHouseLoss, uint64 maxOdds) external;

    // ---- what anybody does -----------------------------------------------------------------------------

    /// @notice Takes accepted bets, each with its stake from its bettor's wallet. One that cannot be taken is left out
    /// with an event that says why; the others go through. The bettor can send an accepted bet without the house.
    /// @return taken how many were taken
    function placeBets(SignedBet[] calldata bets) external returns (uint256 taken);

    /// @notice Sells an open bet back to the house: signed by the bettor, accepted by the house, and only while the
    /// market can then pay everybody else.
    /// @param bettorSignature of the offer, by whose bet it is
    /// @param acceptance the house's signature of the same
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
    /// @param evidenceHash of what the result rests on, never 0
    function proposeResult(bytes16 marketId, uint8 result, bytes32 evidenceHash) external;

    /// @notice Sends a proposed result back, once; the second time the market is void. Only the guardian, in the window.
    /// @param reasonHash of the guardian's reason, never 0
    function objectToResult(bytes16 marketId, bytes32 reasonHash) external;

    /// @notice Makes a proposed result final after the window. Only the finaliser.
    function finaliseResult(bytes16 marketId) external;

    // ---- what the owner does ---------------------------------------------------------------------------

    /// @notice Takes out what no bet can need. Only the owner.
    function withdraw(address to, uint256 amount) external;

    /// @notice Stops new bets. Nothing else stops. Only the owner.
    function pause() external;

    /// @notice Lets new bets in again. Only the owner.
    function unpause() external;

    // ---- what anybody reads ----------------------------------------------------------------------------

    /// @notice All that is known of a market, as it was last written.
    function market(bytes16 marketId) external view returns (Market memory);

    /// @notice Where a market stands now: one that was left without a result for 14 days is void though nobody wrote it.
    function stateOf(bytes16 marketId) external view returns (MarketState);

    /// @notice What the market owes if an outcome wins.
    function owedOn(bytes16 marketId, uint8 outcome) external view returns (uint128);

    /// @notice What is kept of a bet.
    function bet(bytes32 betId) external view returns (StoredBet memory);

    /// @notice The nonce of the authorization that pays for a bet.
    function hashOf(Bet calldata signed) external view returns (bytes32);

    /// @notice What the house signs to accept a bet.
    function acceptanceDigest(bytes32 betHash, uint64 acceptedUntil) external view returns (bytes32);

    /// @notice What bettor and house sign for a cash-out.
    function cashOutDigest(CashOut calldata offer) external view returns (bytes32);

    /// @notice What waits under a bettor's name, since the token refused to pay it.
    function setAside(address bettor) external view returns (uint256);

    /// @notice What the house may withdraw.
    function free() external view returns (uint256);

    /// @notice What is reserved for all markets together.
    function totalReserved() external view returns (uint256);

    /// @notice What waits under the names of all bettors together.
    function totalSetAside() external view returns (uint256);
}
