import { fileURLToPath } from 'node:url';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { awaitReceipt } from './await-receipt.mjs';
import { contractArtifact } from './escrow-artifact.mjs';
import { readKey } from './read-key.mjs';

/** Blocks per request: public nodes refuse more. */
const BLOCKS = 2000n;
const BATCH = 100;
/** The contract's numbers of bet states and market states. */
const [OPEN, PAID] = [1, 2];
const [RESOLVED, VOID] = [3, 4];

/**
 * Makes the escrow pay everyone it owes, using only the chain: winners of final results, stakes of void markets, and
 * all stakes of markets without a result for 14 days. It needs neither our server nor anyone's permission: the
 * contract pays to the bettors' own wallets, and the caller pays the gas.
 *
 * @param {{ rpcUrl: string, escrow: `0x${string}`, fromBlock: bigint, payerKey: `0x${string}`, say?: (line: string)
 *   => void }} terms
 * @returns {Promise<{ found: number, paid: number, setAside: number, waiting: number }>} the number of bets on the
 *   chain, of bets that this run paid, that the token refused, and that wait for their market's end
 */
export async function reclaimStakes({ rpcUrl, escrow, fromBlock, payerKey, say = () => undefined }) {
  const transport = http(rpcUrl);
  const reader = createPublicClient({ transport });
  const account = privateKeyToAccount(payerKey);
  const wallet = createWalletClient({ account, transport });
  const { abi } = contractArtifact('BetEscrow');
  const read = (functionName, args) => reader.readContract({ address: escrow, abi, functionName, args });

  const betIds = await listBets({ reader, escrow, abi, fromBlock });
  say(`${betIds.length} bets were placed`);
  const due = [];
  const ends = new Map();
  let waiting = 0;
  for (const betId of betIds) {
    const bet = await read('bet', [betId]);
    if (bet.state !== OPEN) continue;
    const { marketId } = bet;
    if (!ends.has(marketId)) {
      const [state, market] = await Promise.all([read('stateOf', [marketId]), read('market', [marketId])]);
      ends.set(marketId, { state, result: market.result });
    }
    const { state, result } = ends.get(marketId);
    if (state === VOID || (state === RESOLVED && result === bet.outcome)) due.push(betId);
    else if (state !== RESOLVED) waiting += 1;
  }

  let paid = 0;
  let setAside = 0;
  for (let at = 0; at < due.length; at += BATCH) {
    const batch = due.slice(at, at + BATCH);
    const { request } = await reader.simulateContract({
      account,
      address: escrow,
      abi,
      functionName: 'payBets',
      args: [batch],
    });
    const hash = await wallet.writeContract({ ...request, chain: null });
    const { status } = await awaitReceipt(reader, hash);
    if (status !== 'success') throw new Error(`the transaction ${hash} was reverted; run this again`);
    for (const betId of batch) {
      const { state } = await read('bet', [betId]);
      if (state === OPEN) throw new Error(`the bet ${betId} was not paid by ${hash}; run this again`);
      if (state === PAID) paid += 1;
      else setAside += 1;
    }
    say(`${hash}: ${batch.length} bets`);
  }
  return { found: betIds.length, paid, setAside, waiting };
}

async function listBets({ reader, escrow, abi, fromBlock }) {
  const last = await reader.getBlockNumber();
  const betIds = [];
  for (let from = fromBlock; from <= last; from += BLOCKS) {
    const toBlock = from + BLOCKS - 1n < last ? from + BLOCKS - 1n : last;
    const logs = await reader.getContractEvents({
      address: escrow,
      abi,
      eventName: 'BetPlaced',
      fromBlock: from,
      toBlock,
    });
    betIds.push(...logs.map((log) => log.args.betId));
  }
  return betIds;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rpcUrl, escrow, fromBlock, keyFile] = process.argv.slice(2);
  if (keyFile === undefined) {
    console.error(
      'Usage: node contracts/script/reclaim-stakes.mjs <rpc url> <escrow> <first block> <file with a key that pays gas>',
    );
    process.exit(1);
  }
  try {
    const payerKey = readKey(keyFile);
    const { found, paid, setAside, waiting } = await reclaimStakes({
      rpcUrl,
      escrow,
      fromBlock: BigInt(fromBlock),
      payerKey,
      say: (line) => console.log(line),
    });
    console.log(
      `${found} bets: ${paid} paid, ${setAside} set aside because the token refused them, ${waiting} wait for their market's end`,
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
