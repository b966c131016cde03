import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
import { awaitReceipt } from '../script/await-receipt.mjs';
import { deployEscrow } from '../script/deploy-escrow.mjs';
import { contractArtifact } from '../script/escrow-artifact.mjs';
import { placeBet } from '../script/place-bet.mjs';
import { reclaimStakes } from '../script/reclaim-stakes.mjs';
import { startAnvil } from '../script/start-anvil.mjs';

/** Runs the scripts for people against a chain. */
const DAY = 86_400;
const MARKET = `0x${'1'.padStart(32, '0')}` as const;
const USD = 1_000_000n;
/** Keys of anvil's own accounts, which have gas. */
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
  // No time passes unless a test says so: the house's acceptance is valid for less than a minute.
  await chain().setBlockTimestampInterval({ interval: 0 });
});
afterAll(() => anvil.stop());

function chain() {
  return createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
}

/** Makes a block this much later than the last one. */
async function passTime(seconds: number): Promise<void> {
  const { timestamp } = await chain().getBlock();
  await chain().setNextBlockTimestamp({ timestamp: timestamp + BigInt(seconds) });
  await chain().mine({ blocks: 1 });
}

async function deployToken(): Promise<{ address: Hex; abi: Abi }> {
  const { abi, bytecode } = contractArtifact('UsdcLookAlike');
  const wallet = createWalletClient({
    account: privateKeyToAccount(OPERATOR),
    transport: http(anvil.rpcUrl),
  });
  const hash = await wallet.deployContract({ abi, bytecode, chain: null });
  const { contractAddress } = await awaitReceipt(chain(), hash);
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

test('the deployment reads the token from the chain and returns the escrow’s address', async () => {
  const token = await deployToken();
  const deployed = await deployEscrow(terms(token.address));
  expect(deployed.token).toEqual({ name: 'USD Coin', version: '2', decimals: 6 });
  expect(deployed.blockNumber).toBeGreaterThan(0n);
  const code = await chain().getCode({ address: deployed.address });
  expect(deployed.codeHash).toBe(keccak256(code ?? '0x'));
});

/** The deployment as a program. */
async function runDeployment(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-deployer-'));
  try {
    writeFileSync(join(folder, 'key'), `${OPERATOR.slice(2)}\n`);
    const env = {
      PATH: process.env.PATH,
      RPC_URL: anvil.rpcUrl,
      CHAIN_ID: '137',
      DEPLOYER_KEY_FILE: join(folder, 'key'),
      OWNER: addressOf(keys.owner),
      RESOLVER: addressOf(keys.resolver),
      FINALISER: addressOf(keys.finaliser),
      GUARDIAN: addressOf(keys.guardian),
      ACCEPTANCE_SIGNER: addressOf(keys.acceptanceSigner),
      RISK_MANAGER: addressOf(keys.riskManager),
      OBJECTION_WINDOW_SECONDS: '7200',
      ...settings,
    };
    const script = fileURLToPath(new URL('../script/deploy-escrow.mjs', import.meta.url));
    return await promisify(execFile)(process.execPath, [script], { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }) => ({ code, output: stderr }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the deployment takes its terms from the environment, and its key from a file', async () => {
  const token = await deployToken();
  const { code, output } = await runDeployment({ USDC_ADDRESS: token.address });
  expect(code).toBe(0);
  const [, address] = /^ESCROW_ADDRESS=(0x\w{40})\nESCROW_BLOCK=\d+$/m.exec(output) ?? [];
  const { abi } = contractArtifact('BetEscrow');
  const read = (functionName: string) => chain().readContract({ address: address as Hex, abi, functionName });
  expect(await read('objectionWindow')).toBe(7200n);
  expect(await read('owner')).toBe(addressOf(keys.owner));
});

test.each([
  [
    { OBJECTION_WINDOW_SECONDS: '600' },
    'OBJECTION_WINDOW_SECONDS must be a whole number from 7200 to 604800',
  ],
  [{ OBJECTION_WINDOW_SECONDS: '2h' }, 'OBJECTION_WINDOW_SECONDS must be a whole number from 7200 to 604800'],
  [{ CHAIN_ID: 'polygon' }, 'CHAIN_ID must be a whole number'],
  [{ RESOLVER: '0x12' }, 'RESOLVER is not an address: 0x12'],
  [{ GUARDIAN: '' }, 'GUARDIAN is missing'],
  [
    { DEPLOYER_KEY_FILE: fileURLToPath(import.meta.url) },
    'DEPLOYER_KEY_FILE must contain a key of 64 hex digits',
  ],
])('nothing is deployed with %o', async (settings, sentence) => {
  const { code, output } = await runDeployment({ USDC_ADDRESS: addressOf(keys.owner), ...settings });
  expect(code).toBe(1);
  expect(output).toMatch(`Nothing was deployed: ${sentence}`);
});

test('nothing is deployed on another chain, or for a token that isn’t USDC', async () => {
  const before = await chain().getBlockNumber();
  const token = terms(addressOf(keys.owner));
  await expect(deployEscrow({ ...token, chainId: 1 })).rejects.toThrow(
    'the node is of chain 137, expected 1',
  );
  await expect(deployEscrow(token)).rejects.toThrow('there is no USDC at');
  expect(await chain().getBlockNumber()).toBe(before);
});

/** An escrow with the house's money and a market that is open for an hour. */
async function anEscrow() {
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
    const receipt = await awaitReceipt(client, hash);
    expect(receipt.status).toBe('success');
    return hash;
  };
  const sendToken = (functionName: string, args: readonly unknown[]) =>
    send({ address: token.address, abi: token.abi, functionName, args });
  const mint = (to: Hex, amount: bigint) => sendToken('mint', [to, amount]);
  const balanceOf = (owner: Hex) =>
    client.readContract({ address: token.address, abi: token.abi, functionName: 'balanceOf', args: [owner] });

  await mint(escrow, 1_000n * USD);
  const { timestamp } = await client.getBlock();
  const openMarket = [MARKET, 2, timestamp + 3600n, keccak256(toHex('rules')), 1_000n * USD, 10n * USD];
  await send({ address: escrow, abi, functionName: 'openMarket', args: openMarket });
  return { client, token, escrow, blockNumber, abi, send, sendToken, mint, balanceOf };
}

/** A bet of 10 USDC at 2, signed by its bettor and by the house. */
async function aSignedBet(
  { client, token, escrow, abi }: Awaited<ReturnType<typeof anEscrow>>,
  { number, outcome, key }: { number: number; outcome: number; key: Hex },
) {
  const { timestamp } = await client.getBlock();
  const bettor = privateKeyToAccount(key);
  const bet = {
    betId: toHex(number, { size: 32 }),
    marketId: MARKET,
    bettor: bettor.address,
    outcome,
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
  return { bet, v: Number(v), r, s, acceptedUntil, acceptance };
}

test('when the operator is gone for 14 days, anyone can refund every stake using only the chain', async () => {
  const made = await anEscrow();
  const { client, escrow, blockNumber, abi, send, sendToken, mint, balanceOf } = made;
  const bettors = Array.from({ length: 7 }, () => generatePrivateKey());
  const batch: Awaited<ReturnType<typeof aSignedBet>>[] = [];
  for (const [i, key] of bettors.entries()) {
    await mint(addressOf(key), 10n * USD);
    batch.push(await aSignedBet(made, { number: i + 1, outcome: i % 2, key }));
  }
  const placedBy = await send({ address: escrow, abi, functionName: 'placeBets', args: [batch] });
  expect(await balanceOf(escrow)).toBe(1_070n * USD);

  // The node's raw response, with which a browser checks a receipt.
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
  await sendToken('setBlacklisted', [addressOf(refused), true]);
  await passTime(3600 + 14 * DAY);
  expect(await reclaim()).toEqual({ found: 7, paid: 6, setAside: 1, waiting: 0 });
  for (const key of bettors.slice(1)) expect(await balanceOf(addressOf(key))).toBe(10n * USD);
  expect(await reclaim()).toEqual({ found: 7, paid: 0, setAside: 0, waiting: 0 });
  expect(await client.readContract({ address: escrow, abi, functionName: 'totalReserved' })).toBe(0n);
});

/** An accepted bet as the server returns it to its bettor. */
function handedOut(escrow: Hex, { bet, ...signed }: Awaited<ReturnType<typeof aSignedBet>>) {
  const terms = {
    ...bet,
    stake: String(bet.stake),
    odds: String(bet.odds),
    deadline: Number(bet.deadline),
  };
  const acceptedUntil = Number(signed.acceptedUntil);
  return {
    id: 'b_one',
    chain: { state: 'waiting', signed: { chainId: 137, escrow, ...signed, bet: terms, acceptedUntil } },
  };
}

test('an accepted bet can be placed without a server, once', async () => {
  const made = await anEscrow();
  const { client, escrow, abi, mint, balanceOf } = made;
  const key = generatePrivateKey();
  await mint(addressOf(key), 25n * USD);
  const bet = handedOut(escrow, await aSignedBet(made, { number: 1, outcome: 0, key }));
  const place = (given: unknown = bet) => placeBet({ rpcUrl: anvil.rpcUrl, bet: given, payerKey: PASSER_BY });

  const { hash, block } = await place(JSON.parse(JSON.stringify(bet)));
  expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(block);
  expect(await balanceOf(addressOf(key))).toBe(15n * USD);
  expect(
    await client.readContract({ address: escrow, abi, functionName: 'bet', args: [toHex(1, { size: 32 })] }),
  ).toMatchObject({ bettor: addressOf(key), stake: 10n * USD, payout: 20n * USD });

  await expect(place()).rejects.toThrow('Nothing was sent: the contract already has this bet');
  // The signed part is enough.
  const other = handedOut(escrow, await aSignedBet(made, { number: 2, outcome: 1, key }));
  await place(other.chain.signed);
  expect(await balanceOf(addressOf(key))).toBe(5n * USD);
});

test('an accepted bet that can’t be placed isn’t sent, and the reason is reported', async () => {
  const made = await anEscrow();
  const { client, escrow, sendToken, mint, balanceOf } = made;
  const key = generatePrivateKey();
  const bettor = addressOf(key);
  await mint(bettor, 10n * USD);
  const bet = handedOut(escrow, await aSignedBet(made, { number: 1, outcome: 0, key }));
  const { signed } = bet.chain;
  const before = await client.getTransactionCount({ address: addressOf(PASSER_BY) });
  const refused = async (given: unknown, why: string, payerKey: Hex = PASSER_BY) => {
    const sent = placeBet({ rpcUrl: anvil.rpcUrl, bet: given, payerKey });
    await expect(sent).rejects.toThrow(`Nothing was sent: ${why}`);
  };

  await refused({ ...signed, chainId: 1 }, 'the node is of chain 137, and the bet was accepted for chain 1');
  await refused({ ...signed, escrow: addressOf(keys.owner) }, 'there is no contract at');
  await refused({ id: 'b_one', chain: { state: 'final' } }, 'this is not an accepted bet');
  await refused(null, 'this is not an accepted bet');
  const poor = generatePrivateKey();
  await refused(bet, `${addressOf(poor)} has 0 for gas, and needs 0.`, poor);
  await refused(
    { ...signed, bet: { ...signed.bet, marketId: toHex(9, { size: 16 }) } },
    'the market takes no',
  );
  // Something other than what was signed.
  await refused({ ...signed, bet: { ...signed.bet, outcome: 1 } }, 'the contract would skip the bet');
  await sendToken('setBlacklisted', [bettor, true]);
  await refused(bet, 'the contract would skip the bet');
  await sendToken('setBlacklisted', [bettor, false]);
  const richer = { ...signed, bet: { ...signed.bet, stake: String(11n * USD) } };
  await refused(richer, `${bettor} has ${10n * USD} micro-USDC, and the stake is ${11n * USD}`);

  await passTime(51);
  await refused(bet, `the acceptance ended at ${new Date(signed.acceptedUntil * 1000).toISOString()}`);
  await passTime(3600);
  const longer = { ...signed, acceptedUntil: signed.acceptedUntil + 100_000 };
  await refused(longer, 'the market takes no more bets');
  expect(await client.getTransactionCount({ address: addressOf(PASSER_BY) })).toBe(before);
  expect(await balanceOf(bettor)).toBe(10n * USD);
});
