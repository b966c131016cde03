import type { TypedData } from '@tallystone/core/escrow/typed-data';
import { isRecord } from './is-record.ts';

/** Typed data as a wallet shows it: every field, and the contract it is for. */
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

/** Parses the parameter of `eth_signTypedData_v4`; null if it doesn't have the form of our own typed data. */
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
