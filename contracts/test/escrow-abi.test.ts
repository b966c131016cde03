import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ESCROW_ABI,
  ESCROW_ROLES,
  SKIP_REASONS,
  USDC_ABI,
  VOID_RESULT,
} from '../../core/src/escrow/escrow-abi.ts';
import { contractArtifact } from '../script/escrow-artifact.mjs';

/** What server and browser know of the contracts is what the compiler made of them. */

/** Events that the contract inherits and never emits. */
const NEVER_EMITTED = ['EIP712DomainChanged'];

interface Item {
  readonly type: string;
  readonly name?: string;
}

/**
 * Without what says the same twice, and what signatures leave out: the source's own names of types, whether events are
 * anonymous, which of their inputs are not indexed, and the names of outputs that have none.
 */
const plain = (item: unknown): unknown =>
  JSON.parse(
    JSON.stringify(item, (key, value) =>
      ['internalType', 'anonymous'].includes(key) ||
      (key === 'indexed' && value === false) ||
      (key === 'name' && value === '')
        ? undefined
        : value,
    ),
  );

const compiledOf = (name: 'BetEscrow' | 'UsdcLookAlike') => contractArtifact(name).abi as readonly Item[];

test.each(ESCROW_ABI.map((item) => [`${item.type} ${item.name}`, item] as const))(
  'the escrow has the %s as core knows it',
  (_, item) => {
    const compiled = compiledOf('BetEscrow').find(
      ({ type, name }) => type === item.type && name === item.name,
    );
    expect(plain(item)).toEqual(plain(compiled));
  },
);

test.each(USDC_ABI.map((item) => [`${item.type} ${item.name}`, item] as const))(
  'USDC has the %s as core knows it',
  (_, item) => {
    const compiled = compiledOf('UsdcLookAlike').find(
      ({ type, name }) => type === item.type && name === item.name,
    );
    // A function that only reads may be declared as one that does not even that.
    const reads = JSON.stringify(plain(compiled)).replace('"pure"', '"view"');
    expect(withoutNames(plain(item))).toEqual(withoutNames(JSON.parse(reads)));
  },
);

test('core knows every event that the escrow emits', () => {
  const known: readonly string[] = ESCROW_ABI.filter(({ type }) => type === 'event').map(({ name }) => name);
  const emitted = compiledOf('BetEscrow')
    .filter(({ type }) => type === 'event')
    .map(({ name }) => name ?? '');
  expect([...known].sort()).toEqual(emitted.filter((name) => !NEVER_EMITTED.includes(name)).sort());
});

describe('the numbers of', () => {
  test('reasons to leave a bet out', () => {
    expect(SKIP_REASONS).toEqual(membersOf('IBetEscrow.sol', 'SkipReason'));
  });

  test('roles', () => {
    expect(ESCROW_ROLES).toEqual(membersOf('Roles.sol', 'Role'));
  });

  test('the result of a void', () => {
    expect(sourceOf('BetEscrow.sol')).toContain('VOID_RESULT = type(uint8).max');
    expect(VOID_RESULT).toBe(2 ** 8 - 1);
  });
});

/** Parameters of the token's views have other names in the practice token. */
function withoutNames(item: unknown): unknown {
  return JSON.parse(JSON.stringify(item), (key, value) => {
    if (key !== 'inputs' || !Array.isArray(value)) return value;
    return value.map(({ name: _, ...rest }: { name: string }) => rest);
  });
}

function sourceOf(file: string): string {
  return readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
}

/** Of an enum, in its order, as core writes them. */
function membersOf(file: string, name: string): string[] {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(sourceOf(file))?.[1] ?? '';
  return body
    .replace(/\/\/.*$/gm, '')
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .map((member) => member.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase());
}
