import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

/** Every source file of the app, as text. */
const SOURCES = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** This folder, and tests. */
const LEFT_OUT = /^\.\/|\.test\.tsx?$/;

/** Words that are the same in every language: units, chains and names. */
const SAME_EVERYWHERE =
  /\b(?:USDC|USDT|USD|SOL|UTC|CSV|JSON|SHA-256|QR|Tallystone|Ethereum|BSC|Polygon|Solana|MetaMask|Phantom|Backpack|Azuro|Etherscan|BscScan|PolygonScan)\b/g;

/** Strings for users that are outside this folder on purpose, with the reason. */
const ON_PURPOSE: Readonly<Record<string, string>> = {
  'Practice wallet': 'how a practice wallet announces itself, as any wallet does with its own name',
  'Practice admin': 'how a practice wallet announces itself, as any wallet does with its own name',
  'Ethereum Mainnet': 'the name under which the wallet is asked to add the chain',
  'BNB Smart Chain': 'the name under which the wallet is asked to add the chain',
  'Solana Explorer': 'the name of a site',
  'The stream was refused: …': 'the message of an error that no user sees',
  'Yes|No': 'an example of what an imported file contains',
};

const SHOWN_ATTRIBUTES =
  /^(?:aria-(?:label|description|valuetext|roledescription)|title|placeholder|alt|label)$/;
const SHOWN_PROPERTIES = /^(?:label|title|description|badge|sentence|hint|placeholder|word|words)$/;
/** Calls whose texts are for developers: errors that are never shown to users, and the log. */
const FOR_DEVELOPERS = /^(?:Error|TypeError|RangeError|rpcError|log|info|warn|error|complain)$/;
/** Elements whose content isn't translated: code, and keys of a keyboard. */
const TYPED = /^(?:code|kbd|pre)$/;
/** The key of a text, such as `card.volume`. */
const KEY = /^\w+\.\w+$/;
const ADDRESS = /^\/[\w/:.-]*$/;
/** A code is all lower case. A property such as `label` may contain a code or words. */
const CODE = /^[\p{Ll}\d-]+$/u;

interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

const FOUND = Object.entries(SOURCES)
  .filter(([path]) => !LEFT_OUT.test(path))
  .flatMap(([path, source]) => wordsIn(path.replace('../', 'web/src/'), source));

test('components contain no words: everything that users read is in the texts', () => {
  const offences = FOUND.filter(({ words }) => !(words in ON_PURPOSE));
  expect(offences.map(({ where, words }) => `${where} ${words}`)).toEqual([]);
});

test('every listed exception still exists', () => {
  const there = FOUND.map(({ words }) => words);
  expect(Object.keys(ON_PURPOSE).filter((words) => !there.includes(words))).toEqual([]);
});

test.each([
  ['<p>Some words</p>', 'text between tags'],
  ['<p aria-label="Words" />', 'a name for screen readers'],
  ['<p title={open ? "Open" : text} />', 'a choice between titles'],
  ['<p>{open ? "Open" : text}</p>', 'a choice between words'],
  ['<p>{`Open ${' + 'count}`}</p>', 'words with a value'],
  ['const table = [{ id: "a", label: "Bets" }]', 'a label in a table'],
  ['const why = "The market has closed."', 'a sentence'],
])('%s is found: %s', (source) => {
  expect(wordsIn('some.tsx', source)).toHaveLength(1);
});

test.each([
  '<p>{t("card.volume")}</p>',
  '<p className="flex items-center">{amount} USDC</p>',
  '<p title={t("card.about", { market })} />',
  'throw new Error("This is an error for developers")',
  'const look = "menu-item w-full text-left"',
])('%s contains no words for users', (source) => {
  expect(wordsIn('some.tsx', source)).toEqual([]);
});

/** The words for users in one source file, with their lines. */
function wordsIn(path: string, source: string): { where: string; words: string }[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found = new Map<number, { where: string; words: string }>();
  const report = (node: Node, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (KEY.test(words) || ADDRESS.test(words)) return;
    if (!/\p{L}{2}/u.test(words.replace(SAME_EVERYWHERE, ''))) return;
    const line = source.slice(0, node.start).split('\n').length;
    found.set(node.start, { where: `${path}:${line}`, words });
  };

  const visit = (node: Node, shown: false | 'words' | 'words or codes'): void => {
    switch (node.type) {
      case 'JSXText':
        report(node, String(node.value));
        return;
      case 'JSXAttribute': {
        const name = (node.name as Node).name;
        each(node, (part) => visit(part, SHOWN_ATTRIBUTES.test(String(name)) && 'words'));
        return;
      }
      case 'JSXElement':
        if (TYPED.test(nameOf((node.openingElement as Node).name as Node))) return;
        each(node, (part) => visit(part, part.type === 'JSXExpressionContainer' && 'words'));
        return;
      case 'JSXFragment':
        each(node, (part) => visit(part, part.type === 'JSXExpressionContainer' && 'words'));
        return;
      case 'Property':
        visit(node.value as Node, SHOWN_PROPERTIES.test(nameOf(node.key as Node)) && 'words or codes');
        return;
      case 'Literal':
        if (typeof node.value !== 'string') return;
        if (shown === 'words or codes' && CODE.test(node.value)) return;
        if (shown || isProse(node.value)) report(node, node.value);
        return;
      case 'TemplateLiteral': {
        const words = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
        if (shown || isProse(words.join(' · '))) report(node, words.join('…'));
        for (const part of node.expressions as Node[]) visit(part, false);
        return;
      }
      // Arguments of a call aren't shown as such, and texts for developers don't count.
      case 'CallExpression':
      case 'NewExpression': {
        if (FOR_DEVELOPERS.test(nameOf(node.callee as Node))) return;
        each(node, (part) => visit(part, false));
        return;
      }
      case 'ConditionalExpression':
        visit(node.test as Node, false);
        visit(node.consequent as Node, shown);
        visit(node.alternate as Node, shown);
        return;
      case 'LogicalExpression':
      case 'JSXExpressionContainer':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        each(node, (part) => visit(part, shown));
        return;
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
        return;
      default:
        each(node, (part) => visit(part, false));
    }
  };
  visit(program as unknown as Node, false);
  return [...found.values()];
}

/** Whether it is a sentence or the start of one: a capital and more words. Class names and codes have no capital. */
function isProse(text: string): boolean {
  return (
    /^\p{Lu}[\p{L}'’-]* .*\p{L}{2}/u.test(text.trim()) || /\p{L}{2,} \p{L}{2,}.*[.!?…]$/u.test(text.trim())
  );
}

/** The last name of an expression: `log` of `world.log`. */
function nameOf(node: Node): string {
  const last = node.type === 'MemberExpression' ? (node.property as Node) : node;
  return String(last.name ?? last.value ?? '');
}

function each(node: Node, visit: (part: Node) => void): void {
  for (const [name, value] of Object.entries(node)) {
    if (name === 'parent') continue;
    for (const part of Array.isArray(value) ? value : [value]) {
      if (typeof part === 'object' && part !== null && typeof part.type === 'string') visit(part as Node);
    }
  }
}
