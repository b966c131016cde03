import { expect, test } from 'vitest';
import { SETTING_NAMES } from './config.ts';
import { misspelledSettings } from './misspelled-settings.ts';

const warned = (name: string) => misspelledSettings({ [name]: 'x' });

test.each([
  ['PUBLIC_ORGIN', 'PUBLIC_ORIGIN'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['ADMIN_WALLET', 'ADMIN_WALLETS'],
  ['CHAIN_RPC_URL', 'CHAIN_RPC_URLS'],
  ['RATE_LIMTIS', 'RATE_LIMITS'],
  ['database_url', 'DATABASE_URL'],
  ['port', 'PORT'],
  ['Mode', 'MODE'],
])('%s, which is ignored, is likened to %s', (name, meant) => {
  expect(warned(name)).toEqual([`Warning: ${name} is not a setting and is ignored. Did you mean ${meant}?`]);
});

test('no setting is taken for another one', () => {
  expect(SETTING_NAMES.flatMap(warned)).toEqual([]);
});

// What systems, npm, test runners and services set.
test.each(
  `HOME HOSTNAME HOSTTYPE NODE NODE_PATH NODE_OPTIONS PATH TERM POST PORTS HOSTS LOGNAME LANG LC_ALL MAIL PWD OLDPWD
  SHELL SHLVL USER TZ TMPDIR EDITOR DISPLAY INIT_CWD COLOR npm_config_port npm_lifecycle_event XDG_DATA_DIRS XDG_DATA_HOME
  PGHOST PGPORT PGDATA PGDATABASE DATABASE_HOST DATABASE_NAME REDIS_URL PUBLIC_URL FAILPOINT NO_COLOR CI VITEST VITEST_MODE
  INVOCATION_ID SYSTEMD_EXEC_PID KUBERNETES_PORT LOG_FORMAT RPC_URL TALLYSTONE_TEST_DATABASE_URL`.split(
    /\s+/,
  ),
)('%s is nothing to warn of', (name) => {
  expect(warned(name)).toEqual([]);
});

test('what is empty is not set', () => {
  expect(misspelledSettings({ DATABASE_URI: ' ', PUBLIC_ORGIN: undefined })).toEqual([]);
});
