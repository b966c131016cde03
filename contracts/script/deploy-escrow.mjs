import { fileURLToPath } from 'node:url';
import { createPublicClient, createWalletClient, getAddress, http, isAddress, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { awaitReceipt } from './await-receipt.mjs';
import { contractArtifact } from './escrow-artifact.mjs';
import { readKey } from './read-key.mjs';

const TOKEN = [
  { type: 'function', name: 'name', inputs: [], outputs: [{ type: 'string' }], stateMutability: 'view' },
  { type: 'function', name: 'version', inputs: [], outputs: [{ type: 'string' }], stateMutability: 'view' },
  { type: 'function', name: 'decimals', inputs: [], outputs: [{ type: 'uint8' }], stateMutability: 'view' },
];
/** How often the node is polled for the deployment: a Polygon block takes two seconds. */
const LOOK_EVERY_MS = 500;
/**
 * Time to notice a wrong result, in seconds. `least` is what the server requires where USDC has value, `most` is the
 * contract's maximum.
 */
const WINDOW_SECONDS = { least: 7200, most: 604_800 };
const ROLES = ['resolver', 'finaliser', 'guardian', 'acceptanceSigner', 'riskManager'];

/**
 * Deploys the escrow, on Polygon or on a practice chain.
 *
 * @param {{ rpcUrl: string, chainId: number, deployerKey: `0x${string}`, usdc: `0x${string}`, owner: `0x${string}`,
 *   holders: Record<string, `0x${string}`>, objectionWindow: number }} terms window in seconds
 * @returns its address, its block, the token's name, version and decimals, and the hash of the deployed code
 * @throws Error, before anything is sent, when the node is of another chain or the token isn't a kind of USDC
 */
export async function deployEscrow({ rpcUrl, chainId, deployerKey, usdc, owner, holders, objectionWindow }) {
  const transport = http(rpcUrl);
  const reader = createPublicClient({ transport, pollingInterval: LOOK_EVERY_MS });
  const found = await reader.getChainId();
  if (found !== chainId) throw new Error(`the node is of chain ${found}, expected ${chainId}`);
  const token = await readToken(reader, usdc);
  if (token.decimals !== 6) {
    throw new Error(`the token at ${usdc} has ${token.decimals} decimals, expected 6`);
  }

  const account = privateKeyToAccount(deployerKey);
  const { abi, bytecode } = contractArtifact('BetEscrow');
  const hash = await createWalletClient({ account, transport }).deployContract({
    abi,
    bytecode,
    args: [usdc, owner, holders, BigInt(objectionWindow)],
    chain: null,
  });
  const { contractAddress, blockNumber, status } = await awaitReceipt(reader, hash);
  if (status !== 'success' || !contractAddress) throw new Error(`the deployment ${hash} was reverted`);
  const code = await reader.getCode({ address: contractAddress });
  return { address: getAddress(contractAddress), blockNumber, token, codeHash: keccak256(code ?? '0x') };
}

async function readToken(reader, address) {
  const ask = (functionName) => reader.readContract({ address, abi: TOKEN, functionName });
  try {
    const [name, version, decimals] = await Promise.all([ask('name'), ask('version'), ask('decimals')]);
    return { name, version, decimals };
  } catch (error) {
    throw new Error(`there is no USDC at ${address}: it does not return a name, version and decimals`, {
      cause: error,
    });
  }
}

/** Reads the terms from the environment. Keys come from files, so no process list shows them. */
function readTerms(env) {
  const need = (name) => {
    const value = env[name];
    if (!value) throw new Error(`${name} is missing`);
    return value;
  };
  const address = (name) => {
    const value = need(name);
    if (!isAddress(value)) throw new Error(`${name} is not an address: ${value}`);
    return value;
  };
  const wholeNumber = (name, { least, most }) => {
    const value = need(name);
    if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most) {
      throw new Error(`${name} must be a whole number from ${least} to ${most}, got ${value}`);
    }
    return Number(value);
  };
  return {
    rpcUrl: need('RPC_URL'),
    chainId: wholeNumber('CHAIN_ID', { least: 1, most: Number.MAX_SAFE_INTEGER }),
    deployerKey: readKey(need('DEPLOYER_KEY_FILE'), 'DEPLOYER_KEY_FILE'),
    usdc: address('USDC_ADDRESS'),
    owner: address('OWNER'),
    holders: Object.fromEntries(ROLES.map((role) => [role, address(settingOf(role))])),
    objectionWindow: wholeNumber('OBJECTION_WINDOW_SECONDS', WINDOW_SECONDS),
  };
}

/** `acceptanceSigner` is set as ACCEPTANCE_SIGNER. */
const settingOf = (role) => role.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { address, blockNumber, token, codeHash } = await deployEscrow(readTerms(process.env));
    console.log(`ESCROW_ADDRESS=${address}\nESCROW_BLOCK=${blockNumber}`);
    console.log(`Token: ${token.name}, version ${token.version}. Hash of the code: ${codeHash}`);
  } catch (error) {
    console.error(`Nothing was deployed: ${error.message}`);
    process.exitCode = 1;
  }
}
