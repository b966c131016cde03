import type { TypedData } from '@tallystone/core/escrow/typed-data';

/** Typed data as a wallet shows them: what is signed, field by field, and who it is for. */
export function typedDataText({ domain, primaryType, message }: TypedData): string {
  const { name, version, chainId, verifyingContract } = domain;
  return [
    primaryType,
    ...Object.entries(message).map(([field, value]) => `${field}: ${value}`),
    '',
    `${name} ${version}`,
    `chainId: ${chainId}`,
    `verifyingContract: ${verifyingContract}`,
  ].join('\n');
}

/** Reads what `eth_signTypedData_v4` is given; null for anything that is not in the form of our own. */
export function parseTypedData(json: unknown): TypedData | null {
  try {
    const data: unknown = JSON.parse(String(json));
    return isTypedData(data) ? data : null;
  } catch {
    return null;
  }
}

function isTypedData(value: unknown): value is TypedData {
  if (!isRecord(value)) return false;
  const { domain, primaryType, types, message } = value;
  return (
    isRecord(domain) &&
    typeof domain.name === 'string' &&
    typeof domain.version === 'string' &&
    typeof domain.chainId === 'number' &&
    typeof domain.verifyingContract === 'string' &&
    typeof primaryType === 'string' &&
    isRecord(types) &&
    Array.isArray(types[primaryType]) &&
    isRecord(message) &&
    Object.values(message).every((field) => typeof field === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
