// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BetEscrow} from "../src/BetEscrow.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Assertions} from "./Assertions.sol";
import {EscrowHandler} from "./EscrowHandler.sol";
import {TalliedUsdc} from "./TalliedUsdc.sol";

/// @notice Invariants after any sequence of calls: operators who come and go, and tokens that refuse, lie, burn gas,
/// take fees and re-enter.
/// @dev Two kinds of tokens break what the escrow alone would ensure, because it can't detect them, and the token holds
/// the money: one that takes a fee from payouts, and one that moves more from the escrow than requested, or moves it
/// without reporting. No promise is dropped for them: the amount that a token moved this way is known to the micro
/// (`TalliedUsdc.beside`), and the escrow, or its bettors, may be short by exactly that. A stake from which a fee was
/// taken isn't accepted at all.
contract InvariantsTest is Assertions {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    bytes16 private constant FIRST_MARKET = bytes16("market-1");
    uint8 private constant OUTCOMES = 3;

    EscrowHandler private handler;
    BetEscrow private escrow;
    TalliedUsdc private usdc;

    function setUp() public {
        handler = new EscrowHandler();
        escrow = handler.escrowOf();
        usdc = handler.usdcOf();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() public view returns (FuzzSelector[] memory targets) {
        bytes4[32] memory weighed = acts();
        bytes4[] memory selectors = new bytes4[](weighed.length);
        for (uint256 i = 0; i < weighed.length; i++) {
            selectors[i] = weighed[i];
        }
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    /// @dev Bets, their ends and passing time are more frequent than the rest.
    function acts() private pure returns (bytes4[32] memory) {
        return [
            EscrowHandler.bet.selector,
            EscrowHandler.bet.selector,
            EscrowHandler.bet.selector,
            EscrowHandler.bet.selector,
            EscrowHandler.cashOut.selector,
            EscrowHandler.open.selector,
            EscrowHandler.proposeFor.selector,
            EscrowHandler.proposeFor.selector,
            EscrowHandler.objectTo.selector,
            EscrowHandler.finaliseFor.selector,
            EscrowHandler.finaliseFor.selector,
            EscrowHandler.pay.selector,
            EscrowHandler.payOwed.selector,
            EscrowHandler.payOwed.selector,
            EscrowHandler.claim.selector,
            EscrowHandler.claim.selector,
            EscrowHandler.withdraw.selector,
            EscrowHandler.fund.selector,
            EscrowHandler.fund.selector,
            EscrowHandler.setLimits.selector,
            EscrowHandler.pauseOrNot.selector,
            EscrowHandler.pass.selector,
            EscrowHandler.pass.selector,
            EscrowHandler.pass.selector,
            EscrowHandler.pass.selector,
            EscrowHandler.stayAway.selector,
            EscrowHandler.blacklist.selector,
            EscrowHandler.blacklist.selector,
            EscrowHandler.turn.selector,
            EscrowHandler.turn.selector,
            EscrowHandler.enterAgain.selector,
            EscrowHandler.enterAgain.selector
        ];
    }

    /// @dev All in one, so each sequence runs once.
    function invariant_theBooksHold() public view {
        whatIsBoundIsThere();
        everybodyHasWhatIsTheirs();
        everyBetAndEveryMarket();
    }

    function whatIsBoundIsThere() private view {
        // A token that takes more from the escrow than requested breaks any promise to keep money in it. Then no more
        // may be missing than it took; with any other token nothing may be missing.
        int256 beside = usdc.beside(address(escrow));
        assertTrue(beside <= 0, "a token gives the escrow nothing");
        uint256 balance = usdc.balanceOf(address(escrow)) + uint256(-beside);
        uint256 setAside = escrow.totalSetAside();
        assertTrue(escrow.totalReserved() + setAside <= balance, "balance covers reserves and what is set aside");
        EscrowHandler.Sums memory sums = handler.sums();
        assertEq(
            balance,
            sums.minted + sums.stakesTaken - sums.paidOut - sums.withdrawn,
            "nothing came or went beside what was asked for"
        );
        assertEq(setAside, sums.waiting, "what waits for its owners");
    }

    /// @dev Nobody gets someone else's money; the payee, not the escrow, bears a token's transfer fee.
    function everybodyHasWhatIsTheirs() private view {
        EscrowHandler.Wallet[] memory wallets = handler.allWallets();
        for (uint256 i = 0; i < wallets.length; i++) {
            address holder = wallets[i].holder;
            uint256 due = uint256(int256(wallets[i].balance) + usdc.beside(holder));
            assertEq(usdc.balanceOf(holder), due, "what a bettor, or at last the house, has");
        }
    }

    function everyBetAndEveryMarket() private view {
        EscrowHandler.MarketBooks[] memory markets = handler.allMarkets();
        uint256[OUTCOMES][] memory owed = new uint256[OUTCOMES][](markets.length);
        uint256[] memory stakes = new uint256[](markets.length);
        EscrowHandler.BetBooks[] memory bets = handler.allBets();
        for (uint256 i = 0; i < bets.length; i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(bets[i].betId);
            endsOnceAndGetsNoMoreThanItsDue(bets[i], b);
            if (b.state != IBetEscrow.BetState.Open) continue;
            uint256 market = (uint128(b.marketId) - uint128(FIRST_MARKET)) >> 64;
            owed[market][b.outcome] += b.payout;
            stakes[market] += b.stake;
        }
        uint256 all;
        for (uint256 i = 0; i < markets.length; i++) {
            IBetEscrow.Market memory m = escrow.market(marketOf(i));
            all += reserveIsWhatTheBetsNeed(m, owed[i], stakes[i]);
            if (markets[i].wasFinal) anEndIsForEver(marketOf(i), m, markets[i].finalState);
        }
        assertEq(escrow.totalReserved(), all, "all reserves");
    }

    function endsOnceAndGetsNoMoreThanItsDue(EscrowHandler.BetBooks memory books, IBetEscrow.StoredBet memory b)
        private
        pure
    {
        assertTrue(books.timesEnded <= 1, "a bet ends at most once");
        assertEq(books.timesEnded, b.state != IBetEscrow.BetState.Open ? 1 : 0, "and its state says so");
        assertEq(b.payout, books.payout, "it returns what was signed");
        if (b.state == IBetEscrow.BetState.CashedOut) return;
        assertTrue(books.amountEnded <= books.payout, "nothing beyond its payout");
    }

    function reserveIsWhatTheBetsNeed(IBetEscrow.Market memory m, uint256[OUTCOMES] memory owed, uint256 stakes)
        private
        pure
        returns (uint256)
    {
        uint256 needed = max(max(owed[0], max(owed[1], owed[2])), stakes);
        if (m.state == IBetEscrow.MarketState.Resolved) needed = owed[m.result];
        else if (m.state == IBetEscrow.MarketState.Void) needed = stakes;
        assertEq(m.reserve, needed, "the reserve of a market");
        return needed;
    }

    /// @dev Also for an abandoned market, whether or not that was recorded.
    function anEndIsForEver(bytes16 marketId, IBetEscrow.Market memory m, IBetEscrow.MarketState ended) private view {
        if (m.state != ended) assertTrue(escrow.stateOf(marketId) == ended, "as it ended");
    }

    function marketOf(uint256 i) private pure returns (bytes16) {
        return bytes16(uint128(FIRST_MARKET) + (uint128(i) << 64));
    }

    /// @dev Whatever happened: once the token behaves and the operator is gone for 14 days, all money leaves to its
    /// owners. Only what the token itself took from the escrow must be put back first.
    function afterInvariant() public {
        handler.calm();
        usdc.setBlacklisted(address(escrow), false);
        address[] memory bettors = handler.allBettors();
        for (uint256 i = 0; i < bettors.length; i++) {
            usdc.setBlacklisted(bettors[i], false);
        }
        putBackWhatTheTokenTook();
        handler.passFor(30 days);
        EscrowHandler.BetBooks[] memory bets = handler.allBets();
        bytes32[] memory betIds = new bytes32[](bets.length);
        for (uint256 i = 0; i < bets.length; i++) {
            betIds[i] = bets[i].betId;
        }
        if (betIds.length > 0) handler.payAll(betIds);
        for (uint256 i = 0; i < bettors.length; i++) {
            handler.claim(i);
        }
        assertEq(escrow.totalReserved(), 0, "nothing is reserved");
        assertEq(escrow.totalSetAside(), 0, "nothing waits");
        everybodyHasWhatIsTheirs();
        for (uint256 i = 0; i < betIds.length; i++) {
            IBetEscrow.StoredBet memory b = escrow.bet(betIds[i]);
            IBetEscrow.Market memory m = escrow.market(b.marketId);
            bool isOwed = m.state != IBetEscrow.MarketState.Resolved || b.outcome == m.result;
            if (!isOwed) continue;
            assertTrue(b.state != IBetEscrow.BetState.Open, "every stake of a void and every winner is paid");
        }
    }

    function putBackWhatTheTokenTook() private {
        uint256 bound = escrow.totalReserved() + escrow.totalSetAside();
        uint256 balance = usdc.balanceOf(address(escrow));
        if (bound <= balance) return;
        assertTrue(bound - balance <= uint256(-usdc.beside(address(escrow))), "no more is missing than it took");
        usdc.mint(address(escrow), bound - balance);
    }

    /// @dev The handler does more than cause refusals: some fixed walks reach every end.
    function test_walksReachEveryEnd() public {
        bytes32[21] memory whats = [
            bytes32("bets taken"),
            "bets left out",
            "bets refused for a fee",
            "bets sold back",
            "bets paid",
            "payouts set aside",
            "set aside and claimed",
            "withdrawals",
            "markets opened",
            "limits set",
            "results proposed",
            "results objected to",
            "results made final",
            "voids made final",
            "absences",
            "markets abandoned",
            "stakes reclaimed",
            "proposals too late for ever",
            "results too late for ever",
            "hostile turns",
            "entered again"
        ];
        uint256[21] memory reached;
        for (uint256 walk = 0; walk < 24; walk++) {
            setUp();
            for (uint256 i = 0; i < 100; i++) {
                step(uint256(keccak256(abi.encode(walk, i))));
            }
            for (uint256 i = 0; i < whats.length; i++) {
                reached[i] += handler.times(whats[i]);
            }
        }
        for (uint256 i = 0; i < whats.length; i++) {
            assertTrue(reached[i] > 0, string(abi.encodePacked("it happens: ", whats[i])));
        }
    }

    /// @dev With the same frequencies as in the sequences.
    function step(uint256 seed) private {
        bytes4 act = acts()[seed % acts().length];
        uint256 rest = seed >> 8;
        uint64 amount = uint64(seed >> 64);
        if (act == EscrowHandler.bet.selector) handler.bet(rest, amount, uint64(seed >> 128), seed >> 254 == 0);
        else if (act == EscrowHandler.cashOut.selector) handler.cashOut(rest, amount);
        else if (act == EscrowHandler.open.selector) handler.open(rest);
        else if (act == EscrowHandler.proposeFor.selector) handler.proposeFor(rest, uint8(amount));
        else if (act == EscrowHandler.objectTo.selector) handler.objectTo(rest);
        else if (act == EscrowHandler.finaliseFor.selector) handler.finaliseFor(rest);
        else if (act == EscrowHandler.pay.selector) handler.pay(rest, uint8(amount));
        else if (act == EscrowHandler.payOwed.selector) handler.payOwed(rest, uint8(amount));
        else if (act == EscrowHandler.claim.selector) handler.claim(rest);
        else if (act == EscrowHandler.withdraw.selector) handler.withdraw(rest);
        else if (act == EscrowHandler.fund.selector) handler.fund(amount);
        else if (act == EscrowHandler.setLimits.selector) handler.setLimits(rest, amount);
        else if (act == EscrowHandler.pauseOrNot.selector) handler.pauseOrNot(rest);
        else if (act == EscrowHandler.pass.selector) handler.pass(rest);
        else if (act == EscrowHandler.stayAway.selector) handler.stayAway(rest);
        else if (act == EscrowHandler.blacklist.selector) handler.blacklist(rest, seed >> 255 == 0);
        else if (act == EscrowHandler.turn.selector) handler.turn(rest);
        else handler.enterAgain(rest, amount);
    }

    function max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}
