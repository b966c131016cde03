import { readFileSync } from 'node:fs';

const OUT = new URL('../out/', import.meta.url);

/**
 * A contract's interface and deployment bytecode, as built by forge.
 *
 * @param {'BetEscrow' | 'UsdcLookAlike'} name
 * @returns {{ abi: import('viem').Abi, bytecode: `0x${string}` }}
 * @throws Error when the contracts have not been built
 */
export function contractArtifact(name) {
  try {
    const { abi, bytecode } = JSON.parse(readFileSync(new URL(`${name}.sol/${name}.json`, OUT), 'utf8'));
    return { abi, bytecode: bytecode.object };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${name} is not built: run node scripts/forge.mjs build`);
  }
}
