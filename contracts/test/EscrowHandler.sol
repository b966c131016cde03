// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BetEscrow} from "../src/BetEscrow.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {HostileUsdc} from "./HostileUsdc.sol";
import {TalliedUsdc} from "./TalliedUsdc.sol";

/// @notice Does one thing after another to the escrow, valid and invalid, on a token that sometimes turns hostile, and
/// keeps its own books of the expected state.
contract EscrowHandler is EscrowTest {
    uint256 private constant BETTORS = 4;
    uint256 private constant WALLET = 5_000 * USD;
    uint256 private constant MOST_MARKETS = 8;
    /// @dev Each absence voids most markets permanently: what happens before and between them must not get lost in
    /// it.
    uint256 private constant MOST_ABSENCES = 2;
    /// @dev For calls whose transfer has no gas limit, so a token that burns gas burns only this.
    uint256 private constant ENOUGH_GAS = 1_000_000;

    /// @dev A token's possible behaviours, besides blacklisting and re-entering.
    enum Mood {
        Honest,
        /// Less arrives than was sent.
        TakesFee,
        /// The sender loses more than was sent.
        TakesFeeOnTop,
        Refuses,
        AnswersNothing,
        /// Pays, but doesn't report it.
        AnswersTooShort,
        BurnsGas,
        AnswersTooMuch
    }

    enum Stage {
        Open,
        Closed,
        /// Also one that is too late.
        Proposed,
        Ended
    }

    /// @dev The handler's record of a market; an abandoned market is final and void.
    struct MarketBooks {
        bool wasFinal;
        bool wasAbandoned;
        IBetEscrow.MarketState finalState;
        uint64 closesAt;
    }

    /// @dev The handler's record of a bet: its signed payout, and what it was paid.
    struct BetBooks {
        bytes32 betId;
        uint256 payout;
        uint256 timesEnded;
        uint256 amountEnded;
    }

    /// @dev The handler's record of someone's money: what they must have if the token did what it was asked.
    struct Wallet {
        address holder;
        uint256 balance;
    }

    /// @dev The handler's record of all money.
    struct Sums {
        uint256 minted;
        uint256 stakesTaken;
        uint256 paidOut;
        uint256 withdrawn;
        uint256 waiting;
    }

    bytes32[] private _betIds;
    address[] private _bettors;
    MarketBooks[] private _markets;
    Mood private _mood;
    uint256 private _absences;
    mapping(bytes32 betId => BetBooks) private _bets;
    mapping(address holder => uint256) private _wallet;
    Sums private _sums;
    /// How often each event happened.
    mapping(bytes32 what => uint256) public times;

    constructor() {
        setUp();
        _markets.push().closesAt = START + 1 days;
        openNext(12 hours);
        openNext(6 hours);
        _sums.minted = 10_000 * USD;
        for (uint256 i = 0; i < BETTORS; i++) {
            _bettors.push(vm.addr(keyOf(i)));
            _wallet[_bettors[i]] = WALLET;
            usdc.mint(_bettors[i], WALLET);
        }
    }

    function newToken() internal override returns (HostileUsdc) {
        return new TalliedUsdc();
    }

    function usdcOf() public view returns (TalliedUsdc) {
        return TalliedUsdc(address(usdc));
    }

    function escrowOf() external view returns (BetEscrow) {
        return escrow;
    }

    function allBets() external view returns (BetBooks[] memory all) {
        all = new BetBooks[](_betIds.length);
        for (uint256 i = 0; i < all.length; i++) {
            all[i] = _bets[_betIds[i]];
        }
    }

    function allMarkets() external view returns (MarketBooks[] memory) {
        return _markets;
    }

    function allBettors() external view returns (address[] memory) {
        return _bettors;
    }

    /// @dev The wallets of the bettors and the house.
    function allWallets() external view returns (Wallet[] memory all) {
        all = new Wallet[](BETTORS + 1);
        for (uint256 i = 0; i < BETTORS; i++) {
            all[i] = Wallet(_bettors[i], _wallet[_bettors[i]]);
        }
        all[BETTORS] = Wallet(owner, _sums.withdrawn);
    }

    function sums() external view returns (Sums memory) {
        return _sums;
    }

    /// @dev `market-1`, `market-2` and so on.
    function marketOf(uint256 i) private pure returns (bytes16) {
        return bytes16(uint128(MARKET) + (uint128(i) << 64));
    }

    function booksOf(bytes16 marketId) private view returns (MarketBooks storage) {
        return _markets[(uint128(marketId) - uint128(MARKET)) >> 64];
    }

    // ---- bets ------------------------------------------------------------------------------------------

    /// @dev The stake may be too large for market or wallet, or a bet repeated in its batch; mostly neither.
    function bet(uint256 seed, uint64 stake, uint64 odds, bool twice) public {
        if (escrow.paused()) return;
        IBetEscrow.SignedBet memory signed = newBet(seed, stake, odds);
        IBetEscrow.SignedBet[] memory batch = new IBetEscrow.SignedBet[](twice ? 2 : 1);
        batch[0] = signed;
        if (twice) batch[1] = signed;
        try escrow.placeBets(batch) returns (uint256 taken) {
            assertTrue(taken <= 1, "a bet is taken once");
            if (taken == 0) return count("bets left out");
        } catch (bytes memory why) {
            assertTrue(_mood == Mood.TakesFee, "a batch fails for a fee alone");
            assertEq(bytes32(bytes4(why)), bytes32(IBetEscrow.TokenMismatch.selector), "of which it says so");
            return count("bets refused for a fee");
        }
        assertTrue(_mood != Mood.TakesFee, "no bet of which a fee was taken");
        assertTrue(!booksOf(signed.bet.marketId).wasFinal, "no bet after the end");
        _betIds.push(signed.bet.betId);
        _bets[signed.bet.betId].betId = signed.bet.betId;
        _bets[signed.bet.betId].payout = (uint256(signed.bet.stake) * signed.bet.odds) / USD;
        _sums.stakesTaken += signed.bet.stake;
        _wallet[signed.bet.bettor] -= signed.bet.stake;
        count("bets taken");
    }

    function cashOut(uint256 seed, uint64 amount) public {
        if (_betIds.length == 0) return;
        seed = spread(seed);
        // Mostly one of the latest bets, which can still be cashed out.
        uint256 among = seed % 4 == 0 || _betIds.length < 6 ? _betIds.length : 6;
        bytes32 betId = _betIds[_betIds.length - 1 - ((seed >> 8) % among)];
        address bettor = escrow.bet(betId).bettor;
        (IBetEscrow.CashOut memory offer, bytes memory ofBettor, bytes memory ofHouse) = newOffer(betId, amount);
        try escrow.cashOut{gas: ENOUGH_GAS}(offer, ofBettor, ofHouse) {
            end(betId, offer.amount);
            _sums.paidOut += offer.amount;
            _wallet[bettor] += offer.amount;
            count("bets sold back");
        } catch {}
    }

    // ---- markets and their ends ------------------------------------------------------------------------

    function open(uint256 seed) external {
        openNext(6 hours + (spread(seed) % 2 days));
    }

    /// @dev Mostly the outcome with most bets; a void also before the close.
    function proposeFor(uint256 seed, uint8 result) external {
        bytes16 marketId = aMarket(seed, Stage.Closed);
        uint256 which = spread(uint256(result) ^ (seed << 8)) % 8;
        vm.prank(resolver);
        try escrow.proposeResult(marketId, which < 5 ? 0 : which == 7 ? VOID : uint8(which) - 4, EVIDENCE) {
            assertTrue(!booksOf(marketId).wasFinal, "no result after the end");
            count("results proposed");
        } catch (bytes memory why) {
            if (isAbandonment(marketId, why)) count("proposals too late for ever");
        }
    }

    function objectTo(uint256 seed) external {
        bytes16 marketId = aMarket(seed, Stage.Proposed);
        vm.prank(guardian);
        try escrow.objectToResult(marketId, EVIDENCE) {
            assertTrue(!booksOf(marketId).wasFinal, "no objection after the end");
            note(marketId);
            count("results objected to");
        } catch {}
    }

    function finaliseFor(uint256 seed) external {
        bytes16 marketId = aMarket(seed, Stage.Proposed);
        vm.prank(finaliser);
        try escrow.finaliseResult(marketId) {
            assertTrue(!booksOf(marketId).wasFinal, "no second end");
            note(marketId);
            bool isVoid = booksOf(marketId).finalState == IBetEscrow.MarketState.Void;
            count(isVoid ? bytes32("voids made final") : bytes32("results made final"));
        } catch (bytes memory why) {
            bool isProposed = escrow.market(marketId).state == IBetEscrow.MarketState.Proposed;
            if (isAbandonment(marketId, why) && isProposed) count("results too late for ever");
        }
    }

    /// @dev Any bets, including paid ones, and one of them twice.
    function pay(uint256 seed, uint8 size) public {
        if (_betIds.length == 0) return;
        seed = spread(seed);
        bytes32[] memory batch = new bytes32[](2 + (size % 5));
        for (uint256 i = 0; i + 1 < batch.length; i++) {
            batch[i] = _betIds[((seed % _betIds.length) + i) % _betIds.length];
        }
        batch[batch.length - 1] = batch[0];
        payAll(batch);
    }

    /// @dev A few bets that are owed something, in a market with a result, void or abandoned.
    function payOwed(uint256 seed, uint8 size) public {
        seed = spread(seed) % _markets.length;
        for (uint256 i = 0; i < _markets.length; i++) {
            uint256 market = (seed + i) % _markets.length;
            if (!_markets[market].wasFinal) continue;
            bytes32[] memory batch = owedOf(marketOf(market), 1 + (size % 4));
            if (batch.length > 0) return payAll(batch);
        }
    }

    function payAll(bytes32[] memory batch) public {
        IBetEscrow.BetState[] memory before = new IBetEscrow.BetState[](batch.length);
        for (uint256 i = 0; i < batch.length; i++) {
            before[i] = escrow.bet(batch[i]).state;
        }
        uint256 said = escrow.payBets(batch);
        for (uint256 i = 0; i < batch.length; i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(batch[i]);
            bool isFirst = true;
            for (uint256 j = 0; j < i; j++) {
                if (batch[j] == batch[i]) isFirst = false;
            }
            if (!isFirst || before[i] == b.state) continue;
            said--;
            paid(batch[i], b);
        }
        assertEq(said, 0, "as many are paid as it says");
    }

    function paid(bytes32 betId, IBetEscrow.StoredBet memory b) private {
        MarketBooks storage books = booksOf(b.marketId);
        assertTrue(books.wasFinal, "nothing is paid before the end");
        uint256 amount = books.finalState == IBetEscrow.MarketState.Void ? b.stake : b.payout;
        end(betId, amount);
        count(books.wasAbandoned ? bytes32("stakes reclaimed") : bytes32("bets paid"));
        if (b.state == IBetEscrow.BetState.Paid) {
            _sums.paidOut += amount;
            _wallet[b.bettor] += amount;
        } else {
            _sums.waiting += amount;
            count("payouts set aside");
        }
    }

    function claim(uint256 seed) public {
        address bettor = aWaitingBettor(seed);
        uint256 amount = escrow.setAside(bettor);
        try escrow.claimSetAside(bettor) {
            _sums.paidOut += amount;
            _sums.waiting -= amount;
            _wallet[bettor] += amount;
            count("set aside and claimed");
        } catch {}
    }

    // ---- the house and the world -----------------------------------------------------------------------

    /// @dev Sometimes everything that is free: afterwards a single missing micro is noticed.
    function withdraw(uint256 amount) public {
        amount = spread(amount) % 4 == 0 ? escrow.free() : bound(amount, 0, 3_000 * USD);
        vm.prank(owner);
        try escrow.withdraw{gas: ENOUGH_GAS}(owner, amount) {
            _sums.withdrawn += amount;
            count("withdrawals");
        } catch {}
    }

    function fund(uint64 amount) external {
        if (_mood != Mood.Honest || usdc.isBlacklisted(address(escrow))) return;
        amount = uint64(bound(amount, 0, 500 * USD));
        usdc.mint(address(escrow), amount);
        _sums.minted += amount;
    }

    function setLimits(uint256 seed, uint64 maxHouseLoss) external {
        bytes16 marketId = aMarket(seed, Stage.Open);
        vm.prank(riskManager);
        try escrow.setMarketLimits(marketId, uint64(bound(maxHouseLoss, 0, 2000 * USD)), 100 * USD) {
            count("limits set");
        } catch {}
    }

    function pauseOrNot(uint256 seed) external {
        bool pauses = spread(seed) % 8 == 0;
        if (pauses == escrow.paused()) return;
        vm.prank(owner);
        if (pauses) escrow.pause();
        else escrow.unpause();
    }

    /// @dev Mostly minutes, so bets are made; sometimes long enough for an end.
    function pass(uint256 seed) external {
        seed = spread(seed);
        passFor(seed % 12 < 2 ? 1 days : seed % 12 < 5 ? WINDOW : 10 minutes);
    }

    /// @dev Every other time the operator is away for 14 to 15 days, or exactly to the second when a market becomes
    /// permanently void, or a second less; then the operator opens another market, and everything continues.
    function stayAway(uint256 seed) external {
        seed = spread(seed);
        if (_absences == MOST_ABSENCES || seed % 2 == 0) return;
        _absences++;
        uint256 lastMoment = _markets[_markets.length - 1].closesAt + 14 days;
        if ((seed >> 8) % 2 == 0 && block.timestamp + 1 < lastMoment) {
            passFor(lastMoment - ((seed >> 16) % 2) - block.timestamp);
        } else {
            passFor(14 days + ((seed >> 16) % (1 days + 1)));
        }
        openNext(2 days);
        count("absences");
    }

    // ---- a token that turns hostile --------------------------------------------------------------------

    /// @dev Bettors, and less often the escrow itself.
    function blacklist(uint256 seed, bool refused) external {
        seed = spread(seed);
        uint256 who = seed % (BETTORS + 1);
        if (who < BETTORS) usdc.setBlacklisted(_bettors[who], refused && (seed >> 8) % 2 == 0);
        else usdc.setBlacklisted(address(escrow), refused && (seed >> 8) % 4 == 0);
    }

    /// @dev Mostly into an honest one; into one that takes fees twice as often as into each other kind.
    function turn(uint256 seed) external {
        calm();
        seed = spread(seed);
        if (seed % 3 != 0) return;
        uint256 moods = uint256(type(Mood).max);
        _mood = Mood(1 + (((seed >> 8) % (moods + 1)) % moods));
        uint256 fee = 100 + ((seed >> 16) % 900);
        if (_mood == Mood.TakesFee) usdc.setFee(fee);
        else if (_mood == Mood.TakesFeeOnTop) usdcOf().setFeeOnTop(fee);
        else if (_mood == Mood.BurnsGas) usdc.setBurnsGas(true);
        else if (_mood == Mood.AnswersTooMuch) usdc.setBomb(20_000);
        else usdc.setAnswers(_mood == Mood.Refuses, _mood == Mood.AnswersNothing, _mood == Mood.AnswersTooShort);
        count("hostile turns");
    }

    function calm() public {
        _mood = Mood.Honest;
        usdc.setFee(0);
        usdcOf().setFeeOnTop(0);
        usdc.setBurnsGas(false);
        usdc.setBomb(0);
        usdc.setAnswers(false, false, false);
    }

    /// @dev Makes a call, and in the middle of its transfer another one that would succeed on its own.
    function enterAgain(uint256 seed, uint64 amount) external {
        seed = spread(seed);
        usdc.setReentry(address(escrow), innerCall(seed, amount));
        uint256 rest = seed >> 16;
        uint256 outer = (seed >> 8) % 5;
        if (outer == 0) bet(rest, amount, uint64(seed >> 64), false);
        else if (outer == 1) cashOut(rest, amount);
        else if (outer == 2) payOwed(rest, uint8(amount));
        else if (outer == 3) claim(rest);
        else withdraw(amount);
        // A reverted transfer also reverts the inner call.
        if (usdc.reenterTarget() == address(0)) {
            assertTrue(!usdc.reenterWorked(), "nothing is done in the middle of something else");
            count("entered again");
        }
        usdc.setReentry(address(0), "");
    }

    function innerCall(uint256 seed, uint64 amount) private returns (bytes memory) {
        uint256 inner = seed % 4;
        if (inner == 0) {
            IBetEscrow.SignedBet[] memory batch = new IBetEscrow.SignedBet[](1);
            batch[0] = newBet(seed >> 24, amount, amount);
            return abi.encodeCall(escrow.placeBets, (batch));
        }
        if (inner == 1) return abi.encodeCall(escrow.claimSetAside, (aWaitingBettor(seed >> 24)));
        if (_betIds.length == 0) return abi.encodeCall(escrow.payBets, (ids(bytes32("none"))));
        bytes32 betId = _betIds[(seed >> 24) % _betIds.length];
        if (inner == 2) return abi.encodeCall(escrow.payBets, (ids(betId)));
        (IBetEscrow.CashOut memory offer, bytes memory ofBettor, bytes memory ofHouse) = newOffer(betId, amount);
        return abi.encodeCall(escrow.cashOut, (offer, ofBettor, ofHouse));
    }

    // ---- its own books ---------------------------------------------------------------------------------

    function count(bytes32 what) private {
        times[what]++;
    }

    function end(bytes32 betId, uint256 amount) private {
        _bets[betId].timesEnded++;
        _bets[betId].amountEnded += amount;
    }

    function note(bytes16 marketId) private {
        IBetEscrow.MarketState state = escrow.market(marketId).state;
        if (state != IBetEscrow.MarketState.Resolved && state != IBetEscrow.MarketState.Void) return;
        MarketBooks storage books = booksOf(marketId);
        if (!books.wasFinal) (books.wasFinal, books.finalState) = (true, state);
    }

    /// @dev A market without a result 14 days after its close is permanently void from then on, even if nothing
    /// records it.
    function passFor(uint256 period) public {
        vm.warp(block.timestamp + period);
        for (uint256 i = 0; i < _markets.length; i++) {
            MarketBooks storage books = _markets[i];
            if (books.wasFinal || block.timestamp < books.closesAt + 14 days) continue;
            (books.wasFinal, books.wasAbandoned, books.finalState) = (true, true, IBetEscrow.MarketState.Void);
            count("markets abandoned");
        }
    }

    function isAbandonment(bytes16 marketId, bytes memory why) private view returns (bool) {
        if (bytes4(why) != IBetEscrow.MarketAbandoned.selector) return false;
        assertTrue(booksOf(marketId).wasAbandoned, "only after 14 days is it too late");
        return true;
    }

    // ---- choosing inputs -------------------------------------------------------------------------------

    function openNext(uint256 period) private {
        if (_markets.length == MOST_MARKETS) return;
        uint64 closesAt = uint64(block.timestamp + period);
        vm.prank(riskManager);
        escrow.openMarket(marketOf(_markets.length), 3, closesAt, keccak256("rules"), 1000 * USD, 100 * USD);
        _markets.push().closesAt = closesAt;
        count("markets opened");
    }

    /// @dev Mostly a market in this stage, if there is one; for bets nearly always.
    function aMarket(uint256 seed, Stage stage) private view returns (bytes16) {
        seed = spread(seed);
        uint256 start = (seed >> 4) % _markets.length;
        if (seed % (stage == Stage.Open ? 16 : 4) == 0) return marketOf(start);
        for (uint256 i = 0; i < _markets.length; i++) {
            uint256 market = (start + i) % _markets.length;
            if (stageOf(market) == stage) return marketOf(market);
        }
        return marketOf(start);
    }

    function stageOf(uint256 market) private view returns (Stage) {
        IBetEscrow.MarketState written = escrow.market(marketOf(market)).state;
        if (written == IBetEscrow.MarketState.Proposed) return Stage.Proposed;
        if (_markets[market].wasFinal) return Stage.Ended;
        return block.timestamp < _markets[market].closesAt ? Stage.Open : Stage.Closed;
    }

    /// @dev Random numbers are often small: their higher bits say nothing.
    function spread(uint256 seed) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed)));
    }

    /// @dev A bettor with something set aside, if there is one.
    function aWaitingBettor(uint256 seed) private view returns (address bettor) {
        for (uint256 i = 0; i < BETTORS; i++) {
            bettor = _bettors[((seed % BETTORS) + i) % BETTORS];
            if (escrow.setAside(bettor) > 0) break;
        }
    }

    function keyOf(uint256 bettor) private pure returns (uint256) {
        return 0xb0b0 + bettor;
    }

    function owedOf(bytes16 marketId, uint256 most) private view returns (bytes32[] memory found) {
        found = new bytes32[](most);
        bool isVoid = booksOf(marketId).finalState == IBetEscrow.MarketState.Void;
        uint8 result = escrow.market(marketId).result;
        uint256 length;
        for (uint256 i = 0; i < _betIds.length && length < most; i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(_betIds[i]);
            if (b.marketId != marketId || b.state != IBetEscrow.BetState.Open) continue;
            if (isVoid || b.outcome == result) found[length++] = _betIds[i];
        }
        assembly {
            mstore(found, length)
        }
    }

    function newBet(uint256 seed, uint64 stake, uint64 odds) private returns (IBetEscrow.SignedBet memory signed) {
        seed = spread(seed);
        uint256 bettor = seed % BETTORS;
        IBetEscrow.Bet memory b = aBet();
        b.marketId = aMarket(seed >> 8, Stage.Open);
        b.bettor = _bettors[bettor];
        b.outcome = (seed >> 12) % 2 == 0 ? 0 : uint8((seed >> 16) % 3);
        bool isOdd = (seed >> 20) % 8 == 0;
        b.stake = uint64(bound(stake, isOdd ? 1 : USD, (seed >> 24) % 4 == 0 ? 700 * USD : 60 * USD));
        b.odds = uint64(bound(odds, isOdd ? USD : USD + 10_000, (seed >> 32) % 4 == 0 ? 20 * USD : 4 * USD));
        bytes32 betHash = escrow.hashOf(b);
        signed.bet = b;
        (signed.v, signed.r, signed.s) = vm.sign(keyOf(bettor), authorizationDigest(b, betHash));
        signed.acceptedUntil = uint64(block.timestamp) + 30;
        signed.acceptance = signature(SIGNER_KEY, escrow.acceptanceDigest(betHash, signed.acceptedUntil));
    }

    function newOffer(bytes32 betId, uint64 amount)
        private
        view
        returns (IBetEscrow.CashOut memory offer, bytes memory ofBettor, bytes memory ofHouse)
    {
        IBetEscrow.StoredBet memory b = escrow.bet(betId);
        offer = IBetEscrow.CashOut(betId, uint64(bound(amount, 1, 2 * uint256(b.payout))), uint64(block.timestamp) + 60);
        bytes32 digest = escrow.cashOutDigest(offer);
        uint256 bettor;
        while (_bettors[bettor] != b.bettor) bettor++;
        (ofBettor, ofHouse) = (signature(keyOf(bettor), digest), signature(SIGNER_KEY, digest));
    }
}
