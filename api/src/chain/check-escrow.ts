import { ESCROW_ABI, ESCROW_ROLES, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { UsdcToken } from '@tallystone/core/escrow/typed-data';
import { ContractFunctionExecutionError, domainSeparator } from 'viem';
import { agree, askEach, isUnresponsive } from './agree.ts';
import { type ChainSettings, ChainSetupError } from './chain-settings.ts';
import { FILE_OF_ROLE, type HouseKeys } from './keys.ts';
import type { Endpoints } from './rpc.ts';

const DECIMALS = 6;

/** The settings that the nodes can confirm, and the roles that the keys should have. */
type Checked = Pick<ChainSettings, 'chainId' | 'usdc' | 'escrow' | 'escrowBlock' | 'resultWindowSeconds'> &
  Pick<HouseKeys, 'holders'>;

/**
 * Checks the settings against the nodes: the chain's id, the token, the contract and its deployment block, and whether our
 * keys have the contract's roles.
 *
 * @returns the token by its own name and version, for which wallets sign
 * @throws ChainSetupError naming the first setting that differs
 */
export async function checkEscrow(endpoints: Endpoints, settings: Checked): Promise<UsdcToken> {
  await checkChainId(endpoints, settings.chainId);
  const token = await readToken(endpoints, settings);
  await checkContract(endpoints, settings);
  await checkDeployment(endpoints, settings);
  await checkRoles(endpoints, settings);
  return token;
}

async function checkChainId(endpoints: Endpoints, chainId: number): Promise<void> {
  const found = await askEach(endpoints, 'the chain id', ({ client }) => client.getChainId());
  const other = found.find(({ answer }) => answer !== chainId);
  if (other === undefined) return;
  throw new ChainSetupError(
    `CHAIN_RPC_URLS: ${other.name} is of chain ${other.answer}, and CHAIN_ID is ${chainId}`,
  );
}

async function readToken(endpoints: Endpoints, { usdc, chainId }: Checked): Promise<UsdcToken> {
  const ask = <Name extends 'name' | 'version' | 'decimals' | 'DOMAIN_SEPARATOR'>(functionName: Name) =>
    agree(endpoints, `the token's ${functionName}`, ({ client }) =>
      answerOrNull(() => client.readContract({ address: usdc, abi: USDC_ABI, functionName })),
    );
  const [name, version, decimals, separator] = await Promise.all([
    ask('name'),
    ask('version'),
    ask('decimals'),
    ask('DOMAIN_SEPARATOR'),
  ]);
  if (name === null || version === null || decimals === null || separator === null) {
    throw new ChainSetupError(
      `USDC_ADDRESS: there is no USDC at ${usdc}, for it does not say its name, version, decimals and domain`,
    );
  }
  if (decimals !== DECIMALS) {
    throw new ChainSetupError(`USDC_ADDRESS: the token has ${decimals} decimals, expected ${DECIMALS}`);
  }
  const token = { address: usdc, name: String(name), version: String(version) };
  // Wallets' signatures depend on name and version. If the token checks with others, it refuses every stake.
  const domain = { name: token.name, version: token.version, chainId, verifyingContract: usdc };
  if (domainSeparator({ domain }) !== separator) {
    throw new ChainSetupError(
      `USDC_ADDRESS: the token "${token.name}" checks signatures by other words than its name and version "${token.version}"`,
    );
  }
  return token;
}

async function checkContract(
  endpoints: Endpoints,
  { escrow, usdc, resultWindowSeconds }: Checked,
): Promise<void> {
  const ask = <Name extends 'token' | 'objectionWindow'>(functionName: Name) =>
    agree(endpoints, `the contract's ${functionName}`, ({ client }) =>
      answerOrNull(() => client.readContract({ address: escrow, abi: ESCROW_ABI, functionName })),
    );
  const [token, objectionWindow] = await Promise.all([ask('token'), ask('objectionWindow')]);
  if (token === null || objectionWindow === null) {
    throw new ChainSetupError(`ESCROW_ADDRESS: there is no escrow contract at ${escrow}`);
  }
  if (String(token).toLowerCase() !== usdc) {
    throw new ChainSetupError(
      `ESCROW_ADDRESS: the contract holds the token ${token}, and USDC_ADDRESS is ${usdc}`,
    );
  }
  if (Number(objectionWindow) !== resultWindowSeconds) {
    throw new ChainSetupError(
      `RESULT_WINDOW is ${resultWindowSeconds}, and the contract waits ${objectionWindow} seconds for objections`,
    );
  }
}

/** The contract logs its first owner in the block in which it is deployed. It has no older events. */
async function checkDeployment(endpoints: Endpoints, { escrow, escrowBlock }: Checked): Promise<void> {
  const isDeployed = await agree(
    endpoints,
    `what the contract said in block ${escrowBlock}`,
    async ({ client }) => {
      const logs = await client.getContractEvents({
        address: escrow,
        abi: ESCROW_ABI,
        eventName: 'OwnershipTransferred',
        fromBlock: escrowBlock,
        toBlock: escrowBlock,
      });
      return logs.some(({ args }) => BigInt(args.previousOwner ?? 1) === 0n);
    },
  );
  if (!isDeployed) {
    throw new ChainSetupError(`ESCROW_BLOCK: the contract was not deployed in block ${escrowBlock}`);
  }
}

async function checkRoles(endpoints: Endpoints, { escrow, holders }: Checked): Promise<void> {
  for (const [number, role] of ESCROW_ROLES.entries()) {
    const ours = holders[role];
    if (ours === undefined) continue;
    const holder = await agree(endpoints, `the holder of ${role}`, ({ client }) =>
      client.readContract({ address: escrow, abi: ESCROW_ABI, functionName: 'holderOf', args: [number] }),
    );
    if (holder.toLowerCase() !== ours) {
      throw new ChainSetupError(
        `CHAIN_KEYS_DIR: the key in the file ${FILE_OF_ROLE[role]} is of ${ours}, and the contract's ${role} is ${holder.toLowerCase()}`,
      );
    }
  }
}

/** The contract's answer, or null if no contract there can give it. A failing node throws. */
async function answerOrNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ContractFunctionExecutionError && !isUnresponsive(error)) return null;
    throw error;
  }
}
