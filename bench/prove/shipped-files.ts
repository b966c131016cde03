import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { PgBouncer } from '@tallystone/testkit/processes/pgbouncer.ts';
import { findProgram } from '../../scripts/find-program.mjs';
import { makeCertificate } from '../haproxy.ts';
import { prove } from '../proof.ts';

/** The files in `deploy/` that operators copy are valid for the programs that read them. */

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));
const MOST_EXPOSURE = 1.5;

await prove('shipped-files', async (proof) => {
  const folder = temporaryFolder('tallystone-shipped-');
  const certificate = makeCertificate(folder);
  const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const check = (what: string, program: string, args: readonly string[], env = {}) => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
    const said = stdout + stderr;
    const warnings = said
      .split('\n')
      // Newer versions of nginx have another form, which older ones don't know.
      .filter(
        (line) =>
          /warn|alert|emerg|error|unknown|fail/i.test(line) && !/"listen ... http2" .*deprecated/.test(line),
      );
    proof.row({
      what,
      bar: 'accepted without a warning',
      measured:
        status === 0 && warnings.length === 0 ? 'accepted' : `code ${status}: ${warnings.join('; ') || said}`,
      ok: status === 0 && warnings.length === 0,
    });
    return said;
  };

  check(
    '`haproxy -c` of haproxy.cfg',
    findProgram('haproxy'),
    ['-c', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')],
    {
      TALLYSTONE_CERT: certificate,
    },
  );

  const withEdges = write('haproxy.cfg', read('haproxy/haproxy.cfg').replaceAll('#edge ', ''));
  check(
    '`haproxy -c` of haproxy.cfg with its lines for edges',
    findProgram('haproxy'),
    ['-c', '-f', withEdges],
    {
      TALLYSTONE_CERT: certificate,
    },
  );

  check('`haproxy -c` of patroni/haproxy.cfg', findProgram('haproxy'), [
    '-c',
    '-f',
    join(DEPLOY, 'patroni/haproxy.cfg'),
  ]);

  const site = write(
    'tallystone.conf',
    read('nginx/tallystone.conf').replaceAll(/\/etc\/nginx\/tallystone\/\w+\.pem/g, certificate),
  );
  const nginx = write(
    'nginx.conf',
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${site}; }`,
  );
  // It names each success on stderr, which is no warning.
  check('`nginx -t` of tallystone.conf', findProgram('nginx'), ['-q', '-t', '-p', folder, '-c', nginx]);

  // It has no check, but names in its log what it doesn't like.
  const bouncer = await PgBouncer.start('postgres://tallystone@127.0.0.1:1/tallystone', {
    mode: 'transaction',
  });
  await bouncer.kill();
  const complaints = bouncer.said.split('\n').filter((line) => /WARNING|ERROR|FATAL/.test(line));
  proof.row({
    what: 'PgBouncer starts with pgbouncer.ini',
    bar: 'accepted without a warning',
    measured: complaints.length === 0 ? 'accepted' : complaints.join('; '),
    ok: complaints.length === 0,
  });

  const unit = write(
    'tallystone.service',
    read('systemd/tallystone.service').replaceAll('/usr/bin/node', process.execPath),
  );
  const systemd = findProgram('systemd-analyze', { package: 'systemd' });
  check('`systemd-analyze verify` of tallystone.service', systemd, ['verify', '--man=no', unit]);
  const { stdout } = spawnSync(systemd, ['security', '--offline=true', unit], { encoding: 'utf8' });
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  proof.row({
    what: 'exposure of tallystone.service by `systemd-analyze security`, from 0 to 10',
    bar: `at most ${MOST_EXPOSURE}`,
    measured: String(exposure),
    ok: exposure <= MOST_EXPOSURE,
  });
});
