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

/** Server and browser use the compiled contracts' interface. */

/** Events that the contract inherits and never emits. */
const NEVER_EMITTED = ['EIP712DomainChanged'];

interface Item {
  readonly type: string;
  readonly name?: string;
}

/**
 * Without redundant parts and parts that signatures omit: the source's type names, whether events are anonymous,
 * which of their inputs aren't indexed, and names of unnamed outputs.
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
    // A view function may be declared as pure in the source.
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
  test('skip reasons', () => {
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

/** The practice token's views have other parameter names. */
function withoutNames(item: unknown): unknown {
  return JSON.parse(JSON.stringify(item), (key, value) => {
    if (key !== 'inputs' || !Array.isArray(value)) return value;
    return value.map(({ name: _, ...rest }: { name: string }) => rest);
  });
}

function sourceOf(file: string): string {
  return readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
}

/** An enum's members in order, in core's notation. */
function membersOf(file: string, name: string): string[] {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(sourceOf(file))?.[1] ?? '';
  return body
    .replace(/\/\/.*$/gm, '')
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .map((member) => member.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase());
}
