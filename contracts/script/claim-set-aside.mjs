import { fileURLToPath } from 'node:url';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { awaitReceipt } from './await-receipt.mjs';
import { contractArtifact } from './escrow-artifact.mjs';
import { readKey } from './read-key.mjs';

/**
 * Makes the contract pay what it set aside for a bettor because the token refused the wallet. Anyone can do this for
 * any bettor: the money goes to the bettor's own wallet, and the caller pays the gas.
 *
 * @param {{ rpcUrl: string, escrow: `0x${string}`, bettor: `0x${string}`, payerKey: `0x${string}` }} terms
 * @returns {Promise<{ amount: bigint, hash: `0x${string}` | null }>} what was paid, micro-USDC; zero and null when
 *   nothing was set aside
 * @throws Error when the token still refuses the wallet
 */
async function claimSetAside({ rpcUrl, escrow, bettor, payerKey }) {
  const transport = http(rpcUrl);
  const reader = createPublicClient({ transport });
  const account = privateKeyToAccount(payerKey);
  const { abi } = contractArtifact('BetEscrow');
  const amount = await reader.readContract({
    address: escrow,
    abi,
    functionName: 'setAside',
    args: [bettor],
  });
  if (amount === 0n) return { amount, hash: null };
  const { request } = await reader.simulateContract({
    account,
    address: escrow,
    abi,
    functionName: 'claimSetAside',
    args: [bettor],
  });
  const hash = await createWalletClient({ account, transport }).writeContract({ ...request, chain: null });
  const { status } = await awaitReceipt(reader, hash);
  if (status !== 'success') throw new Error(`the transaction ${hash} was reverted; run this again`);
  return { amount, hash };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rpcUrl, escrow, bettor, keyFile] = process.argv.slice(2);
  if (keyFile === undefined) {
    console.error(
      'Usage: node contracts/script/claim-set-aside.mjs <rpc url> <escrow> <bettor> <file with a key that pays gas>',
    );
    process.exit(1);
  }
  try {
    const payerKey = readKey(keyFile);
    const { amount, hash } = await claimSetAside({ rpcUrl, escrow, bettor, payerKey });
    console.log(
      hash === null
        ? `Nothing is set aside for ${bettor}`
        : `${amount} micro-USDC were paid to ${bettor} by ${hash}`,
    );
  } catch (error) {
    console.error(error.shortMessage ?? error.message);
    process.exitCode = 1;
  }
}
