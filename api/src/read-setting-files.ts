import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The settings with those whose value is in a file: `NAME_FILE` names the file of `NAME`. Secrets in files are in no
 * list of processes and no crash report.
 *
 * @throws ConfigError naming the setting, if its file can't be used or the setting is given both ways
 */
export function readSettingFiles(env: Env, names: readonly string[]): Env {
  const read = names.flatMap((name) => {
    const path = env[`${name}_FILE`]?.trim() ?? '';
    if (path === '') return [];
    if ((env[name]?.trim() ?? '') !== '')
      throw new ConfigError(`${name} and ${name}_FILE are both set; keep one of them`);
    return [[name, readSetting(`${name}_FILE`, path)]];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function readSetting(name: string, path: string): string {
  const value = textOf(name, path).replace(/\r?\n$/, '');
  if (value.trim() === '')
    throw new ConfigError(`${name} names ${path}, which is empty; write the setting into it`);
  return value;
}

function textOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new ConfigError(`${name} names ${path}, ${WHY[code] ?? `which can't be read (${code})`}`);
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'which is missing; create it or name another file',
  ENOTDIR: 'which is missing; create it or name another file',
  EACCES: "which this user can't read; let the user who runs Tallystone read it",
  EPERM: "which this user can't read; let the user who runs Tallystone read it",
  EISDIR: 'which is a folder; name a file',
};
