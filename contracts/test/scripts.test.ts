import {
  type Abi,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  parseSignature,
  publicActions,
  toHex,
  walletActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBetPlaced } from '../../core/src/escrow/check-bet-placed.ts';
import { microUsdc } from '../../core/src/money/micro-usdc.ts';
import { deployEscrow } from '../script/deploy-escrow.mjs';
import { contractArtifact } from '../script/escrow-artifact.mjs';
import { reclaimStakes } from '../script/reclaim-stakes.mjs';
import { startAnvil } from '../script/start-anvil.mjs';

/** The scripts that a person runs against a chain, run against one. */
const DAY = 86_400;
const MARKET = `0x${'1'.padStart(32, '0')}` as const;
const USD = 1_000_000n;
/** The keys of anvil's own accounts, which have gas. */
const OPERATOR = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const PASSER_BY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

const keys = {
  owner: generatePrivateKey(),
  resolver: generatePrivateKey(),
  finaliser: generatePrivateKey(),
  guardian: generatePrivateKey(),
  acceptanceSigner: generatePrivateKey(),
  riskManager: OPERATOR,
} as const;
const addressOf = (key: Hex) => privateKeyToAccount(key).address;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
beforeAll(async () => {
  anvil = await startAnvil({ blockTimeSeconds: null });
});
afterAll(() => anvil.stop());

function chain() {
  return createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
}

async function deployToken(): Promise<{ address: Hex; abi: Abi }> {
  const { abi, bytecode } = contractArtifact('UsdcLookAlike');
  const wallet = createWalletClient({
    account: privateKeyToAccount(OPERATOR),
    transport: http(anvil.rpcUrl),
  });
  const hash = await wallet.deployContract({ abi, bytecode, chain: null });
  const { contractAddress } = await chain().waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the token was not deployed');
  return { address: contractAddress, abi };
}

const terms = (usdc: Hex) => ({
  rpcUrl: anvil.rpcUrl,
  chainId: 137,
  deployerKey: OPERATOR as Hex,
  usdc,
  owner: addressOf(keys.owner),
  holders: {
    resolver: addressOf(keys.resolver),
    finaliser: addressOf(keys.finaliser),
    guardian: addressOf(keys.guardian),
    acceptanceSigner: addressOf(keys.acceptanceSigner),
    riskManager: addressOf(keys.riskManager),
  },
  objectionWindow: 7200,
});

test('the deployment reads the token from the chain and says where the escrow is', async () => {
  const token = await deployToken();
  const deployed = await deployEscrow(terms(token.address));
  expect(deployed.token).toEqual({ name: 'USD Coin', version: '2', decimals: 6 });
  expect(deployed.blockNumber).toBeGreaterThan(0n);
  const code = await chain().getCode({ address: deployed.address });
  expect(deployed.codeHash).toBe(keccak256(code ?? '0x'));
});

test('nothing is deployed on another chain, or for what is no USDC', async () => {
  const before = await chain().getBlockNumber();
  const token = terms(addressOf(keys.owner));
  await expect(deployEscrow({ ...token, chainId: 1 })).rejects.toThrow(
    'the node is of chain 137, expected 1',
  );
  await expect(deployEscrow(token)).rejects.toThrow('there is no USDC at');
  expect(await chain().getBlockNumber()).toBe(before);
});

test('when the operator is gone for 14 days anybody gives every stake back, from the chain alone', async () => {
  const client = chain();
  const token = await deployToken();
  const { address: escrow, blockNumber } = await deployEscrow(terms(token.address));
  const { abi } = contractArtifact('BetEscrow');
  const operator = createWalletClient({
    account: privateKeyToAccount(OPERATOR),
    transport: http(anvil.rpcUrl),
  });
  const send = async (call: { address: Hex; abi: Abi; functionName: string; args: readonly unknown[] }) => {
    const hash = await operator.writeContract({ ...call, chain: null });
    const receipt = await client.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    return hash;
  };
  const mint = (to: Hex, amount: bigint) =>
    send({ address: token.address, abi: token.abi, functionName: 'mint', args: [to, amount] });
  const balanceOf = (owner: Hex) =>
    client.readContract({ address: token.address, abi: token.abi, functionName: 'balanceOf', args: [owner] });

  await mint(escrow, 1_000n * USD);
  const { timestamp } = await client.getBlock();
  const closesAt = timestamp + 3600n;
  const openMarket = [MARKET, 2, closesAt, keccak256(toHex('rules')), 1_000n * USD, 10n * USD];
  await send({ address: escrow, abi, functionName: 'openMarket', args: openMarket });

  const bettors = Array.from({ length: 7 }, () => generatePrivateKey());
  const batch = [];
  for (const [i, key] of bettors.entries()) {
    const bettor = privateKeyToAccount(key);
    await mint(bettor.address, 10n * USD);
    const bet = {
      betId: toHex(i + 1, { size: 32 }),
      marketId: MARKET,
      bettor: bettor.address,
      outcome: i % 2,
      stake: 10n * USD,
      odds: 2n * USD,
      deadline: timestamp + 300n,
    };
    const betHash = (await client.readContract({
      address: escrow,
      abi,
      functionName: 'hashOf',
      args: [bet],
    })) as Hex;
    const { v, r, s } = parseSignature(
      await bettor.signTypedData({
        domain: { name: 'USD Coin', version: '2', chainId: 137, verifyingContract: token.address },
        primaryType: 'ReceiveWithAuthorization',
        types: {
          ReceiveWithAuthorization: [
            { name: 'from', type: 'address' },
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'validAfter', type: 'uint256' },
            { name: 'validBefore', type: 'uint256' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        message: {
          from: bettor.address,
          to: escrow,
          value: bet.stake,
          validAfter: 0n,
          validBefore: bet.deadline,
          nonce: betHash,
        },
      }),
    );
    const acceptedUntil = timestamp + 50n;
    const acceptance = await privateKeyToAccount(keys.acceptanceSigner).signTypedData({
      domain: { name: 'Tallystone BetEscrow', version: '1', chainId: 137, verifyingContract: escrow },
      primaryType: 'Acceptance',
      types: {
        Acceptance: [
          { name: 'bet', type: 'bytes32' },
          { name: 'acceptedUntil', type: 'uint64' },
        ],
      },
      message: { bet: betHash, acceptedUntil },
    });
    batch.push({ bet, v: Number(v), r, s, acceptedUntil, acceptance });
  }
  const placedBy = await send({ address: escrow, abi, functionName: 'placeBets', args: [batch] });
  expect(await balanceOf(escrow)).toBe(1_070n * USD);

  // What a receipt is checked by: the node's own answer, as a browser gets it.
  const node = createPublicClient({ transport: http(anvil.rpcUrl) });
  const answer = await node.request({ method: 'eth_getTransactionReceipt', params: [placedBy] });
  const logs = (answer?.logs ?? []).filter(({ address }) => address === escrow.toLowerCase());
  for (const [i, { bet }] of batch.entries()) {
    const onChain = { ...bet, escrow, stake: microUsdc(bet.stake), payout: microUsdc(2n * bet.stake) };
    const at = { txHash: placedBy, block: Number(answer?.blockNumber), logIndex: Number(logs[i]?.logIndex) };
    expect(checkBetPlaced(answer, { log: at, bet: onChain })).toEqual({ kind: 'matches' });
    const more = { ...onChain, stake: microUsdc(bet.stake + 1n) };
    expect(checkBetPlaced(answer, { log: at, bet: more })).toEqual({ kind: 'differs', what: 'stake' });
  }

  const reclaim = () =>
    reclaimStakes({ rpcUrl: anvil.rpcUrl, escrow, fromBlock: blockNumber, payerKey: PASSER_BY });
  expect(await reclaim()).toEqual({ found: 7, paid: 0, setAside: 0, waiting: 7 });

  const [refused] = bettors;
  if (refused === undefined) throw new Error('there is a bettor');
  const blacklist = [addressOf(refused), true];
  await send({ address: token.address, abi: token.abi, functionName: 'setBlacklisted', args: blacklist });
  await client.increaseTime({ seconds: 3600 + 14 * DAY });
  await client.mine({ blocks: 1 });
  expect(await reclaim()).toEqual({ found: 7, paid: 6, setAside: 1, waiting: 0 });
  for (const key of bettors.slice(1)) expect(await balanceOf(addressOf(key))).toBe(10n * USD);
  expect(await reclaim()).toEqual({ found: 7, paid: 0, setAside: 0, waiting: 0 });
  expect(await client.readContract({ address: escrow, abi, functionName: 'totalReserved' })).toBe(0n);
});
