import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every call, event, error and field has documentation for auditors and callers. */

const DECLARATION = /^ {4}(?:function|event|error|struct|enum|constructor|uint\d+ public|IERC20 public)\b/;
/** A field of a struct or a member of an enum. */
const MEMBER = /^ {8}(?:[\w ]+;|\w+,?)$/;
const PRIVATE = /^ {4}function .*\b(?:private|internal)\b/;

test.each(['IBetEscrow.sol', 'Roles.sol', 'BetEscrow.sol'])(
  'everything public in %s is documented',
  (file) => {
    expect(undocumented(sourceOf(file))).toEqual([]);
  },
);

test('missing documentation is found', () => {
  const source = [
    '    /// @notice Documented.',
    '    struct Documented {',
    '        uint8 undocumented;',
    '        /// Documented.',
    '        uint8 documented;',
    '    }',
    '    enum Undocumented {',
    '        Member',
    '    }',
    '    function undocumentedCall() external;',
    '    function own() private {}',
  ];
  expect(undocumented(source.join('\n'))).toEqual([
    'uint8 undocumented;',
    'enum Undocumented {',
    'Member',
    'function undocumentedCall() external;',
  ]);
});

function undocumented(source: string): string[] {
  const lines = source.split('\n');
  let isInType = false;
  return lines
    .filter((line, i) => {
      if (/^ {4}(?:struct|enum) /.test(line)) isInType = true;
      else if (line === '    }') isInType = false;
      const isPublic = DECLARATION.test(line) && !PRIVATE.test(`${line} ${restOf(lines, i)}`);
      if (!isPublic && !(isInType && MEMBER.test(line))) return false;
      return !lines[i - 1]?.trim().startsWith('///');
    })
    .map((line) => line.trim());
}

/** The rest of a declaration after its first line, up to its body or end. */
function restOf(lines: readonly string[], start: number): string {
  const rest = lines.slice(start).join(' ');
  return /^[^{;]*/.exec(rest)?.[0] ?? '';
}

function sourceOf(file: string): string {
  return readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
}
