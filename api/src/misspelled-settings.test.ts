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
  ['PROT', 'PORT'],
  ['prot', 'PORT'],
  ['PORTT', 'PORT'],
  ['POTR', 'PORT'],
  ['HSOT', 'HOST'],
  ['HOAST', 'HOST'],
  ['MDOE', 'MODE'],
  ['MODD', 'MODE'],
  ['DATABASE_RUL', 'DATABASE_URL'],
])('%s, which is ignored, is taken for %s', (name, meant) => {
  expect(warned(name)).toEqual([`Warning: ${name} is not a setting and is ignored. Did you mean ${meant}?`]);
});

test('no setting is taken for another one', () => {
  expect(SETTING_NAMES.flatMap(warned)).toEqual([]);
});

// Variables that systems, shells, npm, test runners and services set.
test.each(
  `HOME HOSTNAME HOSTTYPE NODE NODE_PATH NODE_OPTIONS PATH TERM POST PORTS HOSTS LOGNAME LANG LC_ALL MAIL PWD OLDPWD
  SHELL SHLVL USER TZ TMPDIR EDITOR DISPLAY INIT_CWD COLOR npm_config_port npm_lifecycle_event XDG_DATA_DIRS XDG_DATA_HOME
  PGHOST PGPORT PGDATA PGDATABASE DATABASE_HOST DATABASE_NAME REDIS_URL PUBLIC_URL FAILPOINT NO_COLOR CI VITEST VITEST_MODE
  _ PS1 IFS HOSTFILE HISTFILE HISTSIZE MACHTYPE OSTYPE UID EUID PPID PAGER LESS MANPATH INFOPATH VISUAL LINES COLUMNS COLORTERM
  TERM_PROGRAM TMUX STY WINDOW DBUS_SESSION_BUS_ADDRESS XAUTHORITY SSH_AUTH_SOCK SSH_TTY SSH_CLIENT LS_COLORS DEBIAN_FRONTEND
  LC_CTYPE LANGUAGE CHARSET SUDO_USER SUDO_UID USERNAME USERPROFILE HOMEDRIVE HOMEPATH APPDATA COMSPEC OS PATHEXT TEMP TMP
  WINDIR SYSTEMROOT NVM_DIR NVM_BIN NODE_VERSION NODE_EXTRA_CA_CERTS YARN_VERSION SSL_CERT_FILE HTTP_PROXY HTTPS_PROXY NO_PROXY
  CODE MODEL MODES SORT COST LOST MOST GHOST MOTD ROOT FORT MORE MOVE DB_HOST DB_PORT SMTP_HOST SMTP_PORT REDIS_PORT
  GITHUB_ACTIONS RUNNER_OS RUNNER_TEMP DYNO WEB_CONCURRENCY CONTAINER DOCKER_HOST KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
  JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS MAINPID MEMORY_PRESSURE_WATCH INVOCATION_ID SYSTEMD_EXEC_PID KUBERNETES_PORT LOG_FORMAT RPC_URL TALLYSTONE_TEST_DATABASE_URL`.split(
    /\s+/,
  ),
)('%s is nothing to warn of', (name) => {
  expect(warned(name)).toEqual([]);
});

test('an empty variable is not reported', () => {
  expect(misspelledSettings({ DATABASE_URI: ' ', PUBLIC_ORGIN: undefined })).toEqual([]);
});
