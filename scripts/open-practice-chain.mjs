import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestClient, encodeFunctionData, getAddress, http, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { awaitReceipt } from '../contracts/script/await-receipt.mjs';
import { deployEscrow } from '../contracts/script/deploy-escrow.mjs';
import { contractArtifact } from '../contracts/script/escrow-artifact.mjs';
import { startAnvil } from '../contracts/script/start-anvil.mjs';
import { buildContractsIfStale } from './build-contracts.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Polygon's. */
const CHAIN_ID = 137;
const USDC = 1_000_000n;
const HOUSE = 1_000_000n * USDC;
const BETTOR = 1_000n * USDC;
/** Wei for gas. Bettors need none. */
const GAS = 10n ** 24n;
const DEPLOYING_GAS = 5_000_000n;
const CALL_GAS = 200_000n;
/** Wei per unit of gas, and the tip within it: a normal one, and one that beats all others. */
const FEE = 10_000_000_000_000n;
const TIP = 1_000_000_000n;
const FIRST_TIP = 2_000_000_000_000n;
const LOOK_EVERY_MS = 200;
/** A local node responds even when busy; a repeated request would repeat its effect. */
const ANSWERS_MS = 60_000;
/** The server's key files, each with the key's role in the contract. */
const KEYS = {
  relayer: null,
  acceptance: 'acceptanceSigner',
  'risk-manager': 'riskManager',
  resolver: 'resolver',
  finaliser: 'finaliser',
  guardian: 'guardian',
};
const WALLETS = [
  { name: 'Practice bettor 1', role: 'bettor' },
  { name: 'Practice bettor 2', role: 'bettor' },
  { name: 'Practice admin 1', role: 'admin' },
  { name: 'Practice admin 2', role: 'admin' },
  { name: 'Practice guardian', role: 'guardian' },
];

/**
 * Starts a chain on this machine for the product's live mode: anvil with Polygon's chain id, a token that behaves
 * like USDC, the escrow contract deployed by the script for Polygon, the house's keys in files, the house's money in
 * the contract, and practice wallets. Everything is new each time and has no value.
 *
 * See open-practice-chain.d.mts for the terms and the result.
 */
export async function openPracticeChain({
  folder,
  objectionWindow = 10,
  blockTimeSeconds = 1,
  slotsInAnEpoch = 1,
  port = 0,
  house = HOUSE,
}) {
  await buildContractsIfStale(ROOT);
  const anvil = await startAnvil({ blockTimeSeconds, slotsInAnEpoch, port });
  try {
    return await furnish({ anvil, folder, objectionWindow, house });
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function furnish({ anvil, folder, objectionWindow, house }) {
  const { rpcUrl } = anvil;
  const client = createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { timeout: ANSWERS_MS }),
    pollingInterval: LOOK_EVERY_MS,
  }).extend(publicActions);
  const ownerKey = generatePrivateKey();
  const owner = privateKeyToAccount(ownerKey);
  const keys = Object.fromEntries(Object.keys(KEYS).map((name) => [name, generatePrivateKey()]));
  for (const key of [ownerKey, ...Object.values(keys)]) {
    await client.setBalance({ address: addressOf(key), value: GAS });
  }
  const send = sender({ client, account: owner });

  const token = contractArtifact('UsdcLookAlike');
  const [deployed] = await send([{ data: token.bytecode }]);
  if (!deployed?.contractAddress) throw new Error('the token was not deployed');
  const usdc = getAddress(deployed.contractAddress);
  const holders = {};
  for (const [name, role] of Object.entries(KEYS)) if (role !== null) holders[role] = addressOf(keys[name]);
  const { address: escrow, blockNumber: escrowBlock } = await deployEscrow({
    rpcUrl,
    chainId: CHAIN_ID,
    deployerKey: ownerKey,
    usdc,
    owner: owner.address,
    holders,
    objectionWindow,
  });

  const tokenCall = (functionName, args) => ({
    to: usdc,
    data: encodeFunctionData({ abi: token.abi, functionName, args }),
  });
  const mintEach = (amounts) => send(amounts.map(({ to, amount }) => tokenCall('mint', [to, amount])));
  const wallets = WALLETS.map((wallet) => {
    const key = generatePrivateKey();
    return { ...wallet, key, address: addressOf(key) };
  });
  const bettors = wallets.filter(({ role }) => role === 'bettor');
  await mintEach([
    { to: owner.address, amount: house },
    ...bettors.map(({ address }) => ({ to: address, amount: BETTOR })),
  ]);
  // As on Polygon, the house pays in by a transfer to the contract.
  if (house > 0n) await send([tokenCall('transfer', [escrow, house])]);

  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, key] of Object.entries(keys)) writeFileSync(join(folder, name), key, { mode: 0o600 });
  const walletsFile = JSON.stringify(wallets.map(({ name, key }) => ({ name, key })));
  writeFileSync(join(folder, 'practice-wallets.json'), walletsFile, { mode: 0o600 });

  const listOf = (role) =>
    wallets
      .filter((wallet) => wallet.role === role)
      .map(({ address }) => address)
      .join();
  return {
    rpcUrl,
    chainId: CHAIN_ID,
    usdc,
    escrow,
    escrowBlock,
    keys,
    ownerKey,
    wallets,
    settings: {
      MODE: 'live',
      CHAIN_RPC_URLS: `${rpcUrl},${rpcUrl}`,
      CHAIN_ID: String(CHAIN_ID),
      USDC_ADDRESS: usdc,
      ESCROW_ADDRESS: escrow,
      ESCROW_BLOCK: String(escrowBlock),
      CHAIN_KEYS_DIR: folder,
      RESULT_WINDOW: String(objectionWindow),
      BROWSER_RPC_URL: rpcUrl,
      PRACTICE_CHAIN: 'on',
      ADMIN_WALLETS: listOf('admin'),
      GUARDIAN_WALLETS: listOf('guardian'),
    },
    usdcOf: (address) =>
      client.readContract({ address: usdc, abi: token.abi, functionName: 'balanceOf', args: [address] }),
    readEscrow: (functionName, args = []) =>
      client.readContract({
        address: escrow,
        abi: contractArtifact('BetEscrow').abi,
        functionName,
        args,
      }),
    async mintEach(amounts) {
      await mintEach(amounts);
    },
    giveGas: (address) => client.setBalance({ address, value: GAS }),
    async callTokenAs(key, calls) {
      const account = privateKeyToAccount(key);
      const sendFirst = sender({ client, account, tip: FIRST_TIP, mayRevert: true });
      const receipts = await sendFirst(calls.map(({ functionName, args }) => tokenCall(functionName, args)));
      return receipts.map(({ status }) => status === 'success');
    },
    receiptOf: (hash) => awaitReceipt(client, hash),
    rpc: (method, params = []) => client.request({ method, params }),
    stop: anvil.stop,
  };
}

/**
 * Sends an account's transactions, in one block if they fit, and waits for their inclusion. Calls run one after
 * another.
 */
function sender({ client, account, tip = TIP, mayRevert = false }) {
  let before = Promise.resolve();
  const sendNow = async (calls) => {
    const nonce = await client.getTransactionCount({ address: account.address });
    const hashes = [];
    for (const [i, { to, data }] of calls.entries()) {
      const raw = await account.signTransaction({
        chainId: CHAIN_ID,
        type: 'eip1559',
        nonce: nonce + i,
        ...(to !== undefined && { to }),
        data,
        gas: to === undefined ? DEPLOYING_GAS : CALL_GAS,
        maxFeePerGas: FEE,
        maxPriorityFeePerGas: tip,
      });
      hashes.push(await client.sendRawTransaction({ serializedTransaction: raw }));
    }
    const receipts = [];
    for (const hash of hashes) {
      const receipt = await awaitReceipt(client, hash);
      if (receipt.status !== 'success' && !mayRevert) throw new Error(`the transaction ${hash} was reverted`);
      receipts.push(receipt);
    }
    return receipts;
  };
  return (calls) => {
    const sent = before.then(() => sendNow(calls));
    before = sent.then(
      () => undefined,
      () => undefined,
    );
    return sent;
  };
}

const addressOf = (key) => privateKeyToAccount(key).address;
