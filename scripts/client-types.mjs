import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { packageBin } from './package-bin.mjs';

/**
 * What the client package takes from the endpoint table: a plain declaration of all its types, and the values of
 * modules that would bring the schemas along.
 *
 * The types are printed from the schemas themselves, with the names and comments of their source.
 *
 * @param {string} root folder of the repository
 * @returns {Promise<{ types: string, calls: object }>}
 */
export async function clientTypes(root) {
  const { httpApi, streamEventSchemas, errorSchema, ERROR_STATUS, SENTENCES, holesOf, CALLS } =
    await load(root);
  const { notes, names } = globalThis.tallystoneNotes;
  const print = printer(notes, names);
  const named = [...names].map(([schema, { name, doc }]) => {
    const type = print.whole(schema);
    const isObject = schema._zod.def.type === 'object';
    return `${comment(doc)}export ${isObject ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
  });
  const part = (endpoint, key) => (endpoint[key] === undefined ? 'undefined' : print(endpoint[key]));
  const endpoints = Object.entries(httpApi).map(([name, endpoint]) => {
    const { method, path, summary } = endpoint;
    const parts = ['params', 'query', 'body', 'response'].map((key) => `${key}: ${part(endpoint, key)};`);
    return `${comment(`${summary}\n\n\`${method} ${path}\``)}${name}: { ${parts.join(' ')} };`;
  });
  const kinds = Object.entries(httpApi).map(([name, { media, events }]) => {
    const kind = [media && `media: '${media}'`, events && 'events: object'].filter(Boolean).join('; ');
    return `${name}: { ${kind} };`;
  });
  const events = Object.entries(streamEventSchemas).map(
    ([name, schema]) => `${JSON.stringify(name)}: ${print(schema)};`,
  );
  const types = [
    '/** The types of the API, generated from its table. */',
    `interface Endpoints {\n${endpoints.join('\n')}\n}`,
    `export declare const httpApi: {\n${kinds.join('\n')}\n};`,
    'export type EndpointName = keyof Endpoints;',
    ...['body', 'query', 'params'].map(
      (key) => `export type Request${title(key)}<N extends EndpointName> = Endpoints[N]['${key}'];`,
    ),
    "export type ResponseBody<N extends EndpointName> = Endpoints[N]['response'];",
    callParts(root),
    `interface StreamEvents {\n${events.join('\n')}\n}`,
    'export type StreamEventName = keyof StreamEvents;',
    'export type StreamEvent<N extends StreamEventName> = StreamEvents[N];',
    `export type ErrorCode = ${Object.keys(ERROR_STATUS)
      .map((code) => `'${code}'`)
      .join(' | ')};`,
    `export type ErrorBody = Partial<WireError>;`,
    `/** What a sentence says: its code, and the facts that fill it. */\nexport type Reason =\n${reasons(SENTENCES, holesOf)};`,
    ...named,
  ];
  if (!names.has(errorSchema)) throw new Error('core/http-api/error.ts has no name for the error');
  return { types: formatted(root, types.join('\n\n')), calls: CALLS };
}

function formatted(root, code) {
  const biome = packageBin('@biomejs/biome', root, 'biome');
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=core.d.ts'], {
    cwd: root,
    input: code,
    encoding: 'utf8',
  });
}

/** Runs the table and the client's view of it, with the comments and names of their source noted beside the schemas. */
async function load(root) {
  const entry = `
    export { CALLS } from '${join(root, 'client/src/calls.ts')}';
    export { httpApi } from '${join(root, 'core/src/http-api.ts')}';
    export { errorSchema } from '${join(root, 'core/src/http-api/error.ts')}';
    export { ERROR_STATUS } from '${join(root, 'core/src/http-api/error-status.ts')}';
    export { streamEventSchemas } from '${join(root, 'core/src/http-api/stream.ts')}';
    export { SENTENCES } from '${join(root, 'core/src/sentences/all.ts')}';
    export { holesOf } from '${join(root, 'core/src/sentences/sentence.ts')}';`;
  const bundle = await rolldown({
    cwd: root,
    input: 'entry',
    treeshake: false,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? entry : undefined),
      },
      {
        name: 'notes',
        transform: {
          filter: { id: /core\/src\/http-api\/[\w-]+\.ts$/ },
          handler: (code) => noteSchemas(code),
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  globalThis.tallystoneNotes = { notes: new Map(), names: new Map(), note, name };
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

/** Gives a schema a comment. A copy, because fields share schemas. */
function note(value, doc) {
  if (typeof value?.clone !== 'function') return value;
  const copy = value.clone();
  globalThis.tallystoneNotes.notes.set(copy, { of: value, doc });
  return copy;
}

/** Gives a schema the name of its type. */
function name(value, typeName, doc) {
  globalThis.tallystoneNotes.names.set(value, { name: typeName, doc });
  return value;
}

/** Wraps each commented field and each schema with a type name in a call that notes it. */
function noteSchemas(code) {
  const typeNames = new Map(
    [...code.matchAll(/export type (\w+) = z\.infer<typeof (\w+)>/g)].map(([, type, schema]) => [
      schema,
      type,
    ]),
  );
  const edits = [];
  const wrap = ({ start, end }, call, args) => {
    edits.push({ at: end, text: `, ${args.map((arg) => JSON.stringify(arg)).join(', ')})` });
    edits.push({ at: start, text: `globalThis.tallystoneNotes.${call}(` });
  };
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'Property' && !node.shorthand) {
      const doc = docBefore(code, node.start);
      if (doc !== undefined) wrap(node.value, 'note', [doc]);
    }
    if (node.type === 'VariableDeclarator' && typeNames.has(node.id.name)) {
      const doc = docBefore(code, code.lastIndexOf('\n', node.start) + 1);
      wrap(node.init, 'name', [typeNames.get(node.id.name), doc ?? '']);
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const each of child) visit(each);
      else visit(child);
    }
  };
  visit(parseAst(code, { lang: 'ts' }));
  // From the end, so that earlier places stay; of two at one place the inner one is written first.
  edits.sort((a, b) => b.at - a.at);
  return edits.reduce((text, { at, text: add }) => text.slice(0, at) + add + text.slice(at), code);
}

/** The text of the comment that ends before a place. */
function docBefore(code, place) {
  const text = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(code.slice(0, place))?.[1];
  return text
    ?.split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

function printer(notes, names) {
  const noted = (schema) => notes.get(schema)?.of ?? schema;
  const print = (schema) => names.get(noted(schema))?.name ?? whole(schema);
  const whole = (given) => {
    const schema = noted(given);
    const { def } = schema._zod;
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'unknown':
        return def.type;
      case 'literal':
        return def.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'enum':
        return Object.values(def.entries)
          .map((value) => JSON.stringify(value))
          .join(' | ');
      case 'array':
        return `Array<${print(def.element)}>`;
      case 'tuple':
        return `[${def.items.map(print).join(', ')}]`;
      case 'record':
        return `Record<string, ${print(def.valueType)}>`;
      case 'union':
        return def.options.map(print).join(' | ');
      case 'nullable':
        return `${print(def.innerType)} | null`;
      case 'optional':
        return `${print(def.innerType)} | undefined`;
      case 'custom':
        return 'Reason';
      case 'object':
        return `{\n${Object.entries(def.shape).map(field).join('\n')}\n}`;
      default:
        throw new Error(`the types of the client have no form for ${def.type}`);
    }
  };
  const field = ([key, schema]) => {
    const isOptional = noted(schema)._zod.def.type === 'optional';
    const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
    return `${comment(notes.get(schema)?.doc)}${name}${isOptional ? '?' : ''}: ${print(schema)};`;
  };
  return Object.assign(print, { whole });
}

function comment(doc) {
  if (!doc) return '';
  const lines = doc.replaceAll('*/', '*').split('\n');
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

const title = (word) => word[0].toUpperCase() + word.slice(1);

/** `CallParts` as core declares it. */
function callParts(root) {
  const source = readFileSync(join(root, 'core/src/http-api.ts'), 'utf8');
  return source.slice(source.indexOf('/** A part of a call:')).trim();
}

function reasons(sentences, holesOf) {
  const kinds = {
    usdc: 'number',
    thousands: 'number',
    odds: 'number',
    figure: 'number',
    minute: 'string',
    reason: 'Reason',
    reasons: 'Reason[]',
  };
  return Object.entries(sentences)
    .map(([code, text]) => {
      const facts = holesOf(text).map(({ name, kind }) => `; ${name}: ${kinds[kind] ?? 'string | number'}`);
      return `  | { code: '${code}'${[...new Set(facts)].join('')} }`;
    })
    .join('\n');
}
