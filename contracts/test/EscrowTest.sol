// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BetEscrow} from "../src/BetEscrow.sol";
import {IBetEscrow} from "../src/IBetEscrow.sol";
import {Roles} from "../src/Roles.sol";
import {Assertions} from "./Assertions.sol";
import {HostileUsdc} from "./HostileUsdc.sol";
import {LongAnswers} from "./LongAnswers.sol";

/// @notice An escrow with its roles, an open market of three outcomes, and helpers for bets on it.
abstract contract EscrowTest is Assertions {
    uint64 internal constant USD = 1_000_000;
    uint64 internal constant WINDOW = 2 hours;
    uint64 internal constant START = 1_800_000_000;
    uint8 internal constant VOID = 255;
    bytes16 internal constant MARKET = bytes16("market-1");
    bytes32 internal constant EVIDENCE = keccak256("final score 2:1");

    uint256 internal constant SIGNER_KEY = 0xacce;
    uint256 internal constant ALICE_KEY = 0xa11ce;
    uint256 internal constant BOB_KEY = 0xb0b;

    address internal owner = address(0x0717e7);
    address internal resolver = address(0x7e501);
    address internal finaliser = address(0xf17a1);
    address internal guardian = address(0x6a7d);
    address internal riskManager = address(0x715c);
    address internal signer = vm.addr(SIGNER_KEY);
    address internal alice = vm.addr(ALICE_KEY);
    address internal bob = vm.addr(BOB_KEY);

    HostileUsdc internal usdc;
    BetEscrow internal escrow;
    uint256 private _nextBet = 1;

    function setUp() public virtual {
        vm.warp(START);
        usdc = newToken();
        escrow = deploy(usdc, owner, _holders(), WINDOW);
        usdc.mint(address(escrow), 10_000 * USD);
        usdc.mint(alice, 1000 * USD);
        usdc.mint(bob, 1000 * USD);
        openMarket(MARKET);
    }

    function newToken() internal virtual returns (HostileUsdc) {
        return new HostileUsdc();
    }

    /// @dev The contract as compiled with the tests, or another version to test, from a file with its code in hex: see
    /// bench/prove/contract-mutation.ts.
    function deploy(HostileUsdc token, address owner_, Roles.Holders memory holders, uint64 window)
        internal
        returns (BetEscrow)
    {
        string memory path = vm.envOr("ESCROW_CODE", string(""));
        bytes memory code =
            bytes(path).length == 0 ? type(BetEscrow).creationCode : vm.parseBytes(vm.readFile(path));
        bytes memory made = abi.encodePacked(code, abi.encode(token, owner_, holders, window));
        address there;
        assembly {
            there := create(0, add(made, 0x20), mload(made))
            if iszero(there) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
        return BetEscrow(there);
    }

    function _holders() internal view returns (Roles.Holders memory) {
        return Roles.Holders({
            resolver: resolver,
            finaliser: finaliser,
            guardian: guardian,
            acceptanceSigner: signer,
            riskManager: riskManager
        });
    }

    function openMarket(bytes16 marketId) internal {
        vm.prank(riskManager);
        escrow.openMarket(marketId, 3, START + 1 days, keccak256("rules"), 1000 * USD, 100 * USD);
    }

    /// @dev 10 USDC by Alice on outcome 0 at 2.00, with a new id.
    function aBet() internal returns (IBetEscrow.Bet memory) {
        return IBetEscrow.Bet({
            betId: bytes32(_nextBet++),
            marketId: MARKET,
            bettor: alice,
            outcome: 0,
            stake: 10 * USD,
            odds: 2 * USD,
            deadline: uint64(block.timestamp) + 5 minutes
        });
    }

    function aBet(uint8 outcome, uint64 stake, uint64 odds) internal returns (IBetEscrow.Bet memory b) {
        b = aBet();
        (b.outcome, b.stake, b.odds) = (outcome, stake, odds);
    }

    function keyOf(address bettor) internal view returns (uint256) {
        return bettor == alice ? ALICE_KEY : BOB_KEY;
    }

    /// @dev Both signatures, the acceptance for half a minute.
    function signBoth(IBetEscrow.Bet memory b) internal view returns (IBetEscrow.SignedBet memory) {
        return signBoth(b, uint64(block.timestamp) + 30);
    }

    function signBoth(IBetEscrow.Bet memory b, uint64 acceptedUntil)
        internal
        view
        returns (IBetEscrow.SignedBet memory signed)
    {
        signed.bet = b;
        bytes32 betHash = escrow.hashOf(b);
        (signed.v, signed.r, signed.s) = vm.sign(keyOf(b.bettor), authorizationDigest(b, betHash));
        signed.acceptedUntil = acceptedUntil;
        signed.acceptance = signature(SIGNER_KEY, escrow.acceptanceDigest(betHash, acceptedUntil));
    }

    function authorizationDigest(IBetEscrow.Bet memory b, bytes32 nonce) internal view returns (bytes32) {
        bytes32 message = keccak256(
            abi.encode(
                usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
                b.bettor,
                address(escrow),
                uint256(b.stake),
                uint256(0),
                uint256(b.deadline),
                nonce
            )
        );
        return keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), message));
    }

    function signature(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function one(IBetEscrow.SignedBet memory signed) internal pure returns (IBetEscrow.SignedBet[] memory batch) {
        batch = new IBetEscrow.SignedBet[](1);
        batch[0] = signed;
    }

    /// @dev Places a bet and expects it to be accepted.
    function place(IBetEscrow.Bet memory b) internal returns (bytes32 betId) {
        assertEq(escrow.placeBets(one(signBoth(b))), 1, "the bet is taken");
        return b.betId;
    }

    /// @dev Sends a bet and expects it to be skipped for this reason, with nothing changed.
    function assertSkipped(IBetEscrow.SignedBet memory signed, IBetEscrow.SkipReason reason) internal {
        uint256 balance = usdc.balanceOf(signed.bet.bettor);
        uint256 reserved = escrow.totalReserved();
        IBetEscrow.BetState state = escrow.bet(signed.bet.betId).state;
        vm.expectEmit(true, true, true, true);
        emit IBetEscrow.BetSkipped(signed.bet.betId, signed.bet.marketId, reason);
        assertEq(escrow.placeBets(one(signed)), 0, "the bet is not taken");
        assertEq(usdc.balanceOf(signed.bet.bettor), balance, "nothing left the wallet");
        assertEq(escrow.totalReserved(), reserved, "nothing is reserved for it");
        assertTrue(escrow.bet(signed.bet.betId).state == state, "it is as it was");
    }

    function ids(bytes32 betId) internal pure returns (bytes32[] memory list) {
        list = new bytes32[](1);
        list[0] = betId;
    }

    function ids(bytes32 first, bytes32 second) internal pure returns (bytes32[] memory list) {
        list = new bytes32[](2);
        (list[0], list[1]) = (first, second);
    }

    function propose(uint8 result) internal {
        vm.prank(resolver);
        escrow.proposeResult(MARKET, result, EVIDENCE);
    }

    function object() internal {
        vm.prank(guardian);
        escrow.objectToResult(MARKET, keccak256("the source says otherwise"));
    }

    function finalise() internal {
        vm.prank(finaliser);
        escrow.finaliseResult(MARKET);
    }

    /// @dev Makes the token return as many bytes as its gas pays for, and do nothing else.
    function answerAtLength(bool refuses) internal {
        vm.etch(address(usdc), address(new LongAnswers(refuses)).code);
    }

    /// @dev The gas of a call to the escrow, which must succeed.
    function gasOf(bytes memory data) internal returns (uint256) {
        uint256 before = gasleft();
        (bool ok,) = address(escrow).call(data);
        uint256 spent = before - gasleft();
        assertTrue(ok, "the call goes well");
        return spent;
    }

    /// @dev From an open market to its final result.
    function resolve(uint8 result) internal {
        vm.warp(START + 1 days);
        propose(result);
        vm.warp(block.timestamp + WINDOW);
        finalise();
    }

    function stateOf(bytes16 marketId) internal view returns (uint256) {
        return uint256(escrow.stateOf(marketId));
    }

    function assertSolvent() internal view {
        assertTrue(
            escrow.totalReserved() + escrow.totalSetAside() <= usdc.balanceOf(address(escrow)),
            "what is bound is there"
        );
    }
}
