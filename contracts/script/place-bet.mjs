import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createPublicClient, createWalletClient, formatEther, http, parseAbi, parseEventLogs } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { awaitReceipt } from './await-receipt.mjs';
import { contractArtifact } from './escrow-artifact.mjs';
import { readKey } from './read-key.mjs';

/** The contract requires this much gas per bet, whatever the bet uses; unused gas isn't paid for. */
const GAS = 590_000n;
const NOT_PLACED = 0;
const MARKET_OPEN = 1;
const USDC = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function authorizationState(address, bytes32) view returns (bool)',
]);
/** In the contract's numbering. */
const SKIP_REASONS = [
  'the market is unknown',
  'the market takes no more bets',
  'the market has no such outcome',
  'the stake is too small',
  'the odds are outside the market’s limits',
  'the contract already has this bet',
  'the acceptance has ended',
  'the acceptance is valid for too long',
  'the acceptance is not signed by the house',
  'the authorization of the stake has expired',
  'the market cannot take more on this outcome',
  'the contract has too little money to back the bet',
  'USDC refused the authorization: the wallet does not have the stake, or the authorization was used or cancelled',
];

/**
 * Sends one accepted bet to the contract without our server: anyone may while the house's acceptance is valid. The
 * caller pays the gas; the stake comes from the bettor's wallet as the bettor signed it.
 *
 * @param {object} terms
 * @param {string} terms.rpcUrl
 * @param {unknown} terms.bet the pending bet as `/api/user/bets` returns it, or only its `chain.signed`
 * @param {`0x${string}`} terms.payerKey
 * @returns {Promise<{ hash: `0x${string}`, block: bigint }>} the transaction and block that placed it
 * @throws Error when it can't be placed; the stake stays where it was
 */
export async function placeBet({ rpcUrl, bet: given, payerKey }) {
  const { chainId, escrow, signed } = readBet(given);
  const { bet } = signed;
  const transport = http(rpcUrl);
  const reader = createPublicClient({ transport, pollingInterval: 500 });
  const account = privateKeyToAccount(payerKey);
  const { abi } = contractArtifact('BetEscrow');
  const read = (functionName, args = []) => reader.readContract({ address: escrow, abi, functionName, args });

  const found = await reader.getChainId();
  if (found !== chainId)
    throw refusal(`the node is of chain ${found}, and the bet was accepted for chain ${chainId}`);
  if ((await reader.getCode({ address: escrow })) === undefined)
    throw refusal(`there is no contract at ${escrow}`);
  const [placed, { timestamp }, market, paused, usdc, nonce] = await Promise.all([
    read('bet', [bet.betId]),
    reader.getBlock(),
    read('market', [bet.marketId]),
    read('paused'),
    read('token'),
    read('hashOf', [bet]),
  ]);
  if (placed.state !== NOT_PLACED)
    throw refusal('the contract already has this bet: there is nothing left to do');
  if (timestamp >= signed.acceptedUntil)
    throw refusal(`the acceptance ended at ${timeOf(signed.acceptedUntil)}: place a new bet`);
  if (paused) throw refusal('the contract is paused and takes no bets');
  if (market.state !== MARKET_OPEN || timestamp >= market.closesAt)
    throw refusal('the market takes no more bets');
  const ofToken = (functionName, args) =>
    reader.readContract({ address: usdc, abi: USDC, functionName, args });
  const [balance, isUsed] = await Promise.all([
    ofToken('balanceOf', [bet.bettor]),
    ofToken('authorizationState', [bet.bettor, nonce]),
  ]);
  if (isUsed) throw refusal('the authorization of the stake was used or cancelled');
  if (balance < bet.stake)
    throw refusal(`${bet.bettor} has ${balance} micro-USDC, and the stake is ${bet.stake}`);

  const [{ maxFeePerGas, maxPriorityFeePerGas }, gasMoney] = await Promise.all([
    reader.estimateFeesPerGas(),
    reader.getBalance({ address: account.address }),
  ]);
  const needs = GAS * maxFeePerGas;
  if (gasMoney < needs) {
    throw refusal(`${account.address} has ${formatEther(gasMoney)} for gas, and needs ${formatEther(needs)}`);
  }
  const call = { address: escrow, abi, functionName: 'placeBets', args: [[signed]] };
  const { result: taken } = await reader.simulateContract({ ...call, account, gas: GAS });
  if (taken === 0n) throw refusal('the contract would skip the bet now');

  const wallet = createWalletClient({ account, transport });
  const fees = { gas: GAS, maxFeePerGas, maxPriorityFeePerGas };
  const hash = await wallet.writeContract({ ...call, ...fees, chain: null });
  const { status, logs, blockNumber } = await awaitReceipt(reader, hash);
  if (status !== 'success') throw new Error(`the transaction ${hash} was reverted: the stake was not taken`);
  const events = parseEventLogs({ abi, logs, eventName: ['BetPlaced', 'BetSkipped'] });
  const event = events.find(({ args }) => args.betId === bet.betId);
  if (event?.eventName !== 'BetPlaced') {
    const why = SKIP_REASONS[event?.args.reason] ?? 'no reason was given';
    throw new Error(`the contract skipped the bet in ${hash}: ${why}. Nothing was taken for it`);
  }
  return { hash, block: blockNumber };
}

/** Accepts the bet as the app shows it, or only its signed part. */
function readBet(given) {
  const { chainId, escrow, bet, v, r, s, acceptedUntil, acceptance } = given?.chain?.signed ?? given ?? {};
  try {
    const terms = {
      ...bet,
      stake: BigInt(bet.stake),
      odds: BigInt(bet.odds),
      deadline: BigInt(bet.deadline),
    };
    const signed = { bet: terms, v, r, s, acceptedUntil: BigInt(acceptedUntil), acceptance };
    const all = [chainId, escrow, bet.betId, bet.marketId, bet.bettor, bet.outcome, v, r, s, acceptance];
    if (all.includes(undefined)) throw new Error('expected all of it');
    return { chainId, escrow, signed };
  } catch {
    throw refusal(
      'this is not an accepted bet: copy it from the app or from /api/user/bets while it is pending',
    );
  }
}

/** Invalid JSON is handled as an invalid bet. */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const refusal = (why) => new Error(`Nothing was sent: ${why}`);
const timeOf = (seconds) => new Date(Number(seconds) * 1000).toISOString();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rpcUrl, betFile, keyFile] = process.argv.slice(2);
  if (keyFile === undefined) {
    console.error(
      'Usage: node contracts/script/place-bet.mjs <rpc url> <file with the bet, or - for standard input> <file with a key that pays gas>',
    );
    process.exit(1);
  }
  try {
    const bet = readJson(readFileSync(betFile === '-' ? 0 : betFile, 'utf8'));
    const payerKey = readKey(keyFile);
    const { hash, block } = await placeBet({ rpcUrl, bet, payerKey });
    console.log(`The bet was placed by ${hash} in block ${block}`);
  } catch (error) {
    console.error(error.shortMessage ?? error.message);
    process.exitCode = 1;
  }
}
