import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

/** What must agree between the files in `deploy/` and the server. Their own programs check them in a proof. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEPLOY = join(ROOT, 'deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

/** What a stop takes after the drain, at most: STOP_LIMIT_MS of api/src/main.ts. */
const FINISH_SECONDS = 12;
const SETTINGS = [
  ...readFileSync(join(ROOT, 'api/src/config.ts'), 'utf8').matchAll(/^ {2}([A-Z_]+): /gm),
].map(([, name = '']) => name);

/** The shape of a YAML file is checked by what the tests expect of it. */
// biome-ignore lint/suspicious/noExplicitAny: each test reads a different shape
type Yaml = any;

function parse(path: string): Yaml[] {
  return parseAllDocuments(read(path), { merge: true }).map((document) => {
    if (!('errors' in document)) throw new Error(`${path} is empty`);
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
}

const isSetting = (name: string) => SETTINGS.includes(name.replace(/_FILE$/, ''));

test('the settings of the server are known here', () => {
  expect(SETTINGS).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'DRAIN_SECONDS']));
});

describe('the manifests of Kubernetes', () => {
  const [config, deployment, service, budget] = parse('kubernetes/tallystone.yaml');
  const [secret] = parse('kubernetes/secret.example.yaml');
  const pod = deployment.spec.template.spec;
  const [server] = pod.containers;

  test('are the four objects, with known versions', () => {
    expect(
      [config, deployment, service, budget, secret].map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
    ).toEqual([
      'v1 ConfigMap',
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
      'v1 Secret',
    ]);
  });

  test('use only fields that exist', () => {
    // A misspelled field is ignored by the cluster, and its default is used.
    expect(Object.keys(deployment.spec).sort()).toEqual(['replicas', 'selector', 'strategy', 'template']);
    expect(Object.keys(pod).sort()).toEqual([
      'automountServiceAccountToken',
      'containers',
      'enableServiceLinks',
      'securityContext',
      'terminationGracePeriodSeconds',
      'topologySpreadConstraints',
      'volumes',
    ]);
    expect(Object.keys(server).sort()).toEqual([
      'envFrom',
      'image',
      'livenessProbe',
      'name',
      'ports',
      'readinessProbe',
      'resources',
      'securityContext',
      'startupProbe',
      'volumeMounts',
    ]);
    for (const probe of [server.startupProbe, server.readinessProbe, server.livenessProbe])
      for (const field of Object.keys(probe))
        expect(['httpGet', 'periodSeconds', 'timeoutSeconds', 'failureThreshold']).toContain(field);
  });

  test('select the pods of the deployment', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(pod.topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(labels);
    expect(service.spec.ports[0].targetPort).toBe(server.ports[0].name);
  });

  test('replace two servers without a gap, and keep one through maintenance', () => {
    expect(deployment.spec.replicas).toBe(2);
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(budget.spec.minAvailable).toBe(1);
  });

  test('wait for the drain and the rest of a stop', () => {
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(config.data.DRAIN_SECONDS) + FINISH_SECONDS,
    );
  });

  test('ask readiness where a commit is tried, and life where it is not', () => {
    expect(server.readinessProbe.httpGet).toEqual({ path: '/api/health/ready', port: 'http' });
    expect(server.livenessProbe.httpGet).toEqual({ path: '/api/health/live', port: 'http' });
    expect(server.startupProbe.httpGet.path).toBe('/api/health/live');
  });

  test('run without root, without capabilities, and on a read-only root', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(server.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(config.data.DATA_DIR).toBe('none');
  });

  test('name only settings, all as text, and the secret by its file', () => {
    expect(Object.keys(config.data).filter((name) => !isSetting(name))).toEqual([]);
    for (const value of Object.values(config.data)) expect(value).toEqual(expect.any(String));
    const [mount] = server.volumeMounts;
    expect(config.data.DATABASE_URL_FILE).toBe(`${mount.mountPath}/${Object.keys(secret.stringData)[0]}`);
    expect(pod.volumes[0].secret.secretName).toBe(secret.metadata.name);
  });
});

describe('edges', () => {
  const [, deployment] = parse('kubernetes/tallystone.yaml');
  const [edges, service, secret] = parse('kubernetes/edges.yaml');

  test('in Kubernetes are pods like those of servers, with their own labels and two settings more', () => {
    const pod = edges.spec.template.spec;
    const { name, env, ...edge } = pod.containers[0];
    const { name: _, startupProbe, ...server } = deployment.spec.template.spec.containers[0];
    expect([name, edge]).toEqual(['edge', server]);
    expect(env.map((each: Yaml) => each.name).filter(isSetting)).toHaveLength(env.length);
    expect(env).toContainEqual({ name: 'ROLE', value: 'edge' });
    const { labels } = edges.spec.template.metadata;
    expect(edges.spec.selector.matchLabels).toEqual(labels);
    expect(service.spec.selector).toEqual(labels);
    expect(labels).not.toEqual(deployment.spec.template.metadata.labels);
    // Edges get none of the servers' secrets.
    expect(pod.volumes[0].secret.secretName).toBe(secret.metadata.name);
    expect(secret.metadata.name).not.toBe(deployment.spec.template.spec.volumes[0].secret.secretName);
    expect(pod.terminationGracePeriodSeconds).toBe(
      deployment.spec.template.spec.terminationGracePeriodSeconds,
    );
  });

  test('in Compose are servers with another role, and all get messages by NATS', () => {
    const [{ services }] = parse('compose.edges.yaml');
    for (const name of ['edge-one', 'edge-two']) {
      expect(services[name].extends).toEqual({ file: 'compose.yaml', service: 'server-one' });
      expect(services[name].environment).toMatchObject({ ROLE: 'edge' });
    }
    for (const name of ['server-one', 'server-two', 'edge-one', 'edge-two']) {
      const { environment } = services[name];
      expect(environment.NATS_URL).toBe('nats://nats:4222');
      expect(Object.keys(environment).filter((each) => !isSetting(each))).toEqual([]);
    }
    for (const name of Object.keys(services.proxy.environment))
      expect(read('haproxy/haproxy.cfg')).toContain(`presetenv ${name} `);
  });

  test('get from proxies only what they serve', () => {
    const served = [
      '/api/stream',
      '/api/markets',
      '/api/sparklines',
      '/api/markets/m_a',
      '/api/games/1006',
      '/api/markets/m_a/risk',
    ];
    const refused = [
      '/api/markets/m_a/quote',
      '/api/games',
      '/api/bets',
      '/api/config',
      '/api/admin/markets',
      '/api/user/bets',
    ];
    const haproxy = read('haproxy/haproxy.cfg');
    const paths = /acl is_read path (\/.*)$/m.exec(haproxy)?.[1]?.split(' ') ?? [];
    const pattern = new RegExp(/acl is_read path_reg (.*)$/m.exec(haproxy)?.[1] ?? '');
    const nginx = new RegExp(/location ~ (\S+) \{/.exec(read('nginx/tallystone.conf'))?.[1] ?? '');
    for (const path of [...served, ...refused]) {
      expect([path, paths.includes(path) || pattern.test(path)]).toEqual([path, served.includes(path)]);
      expect([path, path === '/api/stream' || nginx.test(path)]).toEqual([path, served.includes(path)]);
    }
  });
});

describe('compose.yaml', () => {
  const [compose] = parse('compose.yaml');
  const { database, proxy, ...servers } = compose.services;

  test('has two equal servers on a read-only root', () => {
    expect(Object.keys(servers)).toEqual(['server-one', 'server-two']);
    expect(servers['server-one']).toEqual(servers['server-two']);
    expect(servers['server-one']).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  test('names only settings, and waits for the drain', () => {
    const { environment, stop_grace_period: grace } = servers['server-one'];
    expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([]);
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(Number(environment.DRAIN_SECONDS) + FINISH_SECONDS);
  });

  test('has its secrets in files only, and the database where only servers reach it', () => {
    const used = [database, proxy, ...Object.values<Yaml>(servers)].flatMap(({ secrets }) => secrets);
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const { file } of Object.values<Yaml>(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//);
    expect(database.networks).toEqual(['inside']);
    expect(compose.networks.inside.internal).toBe(true);
    expect(database).not.toHaveProperty('ports');
  });

  test('gives the proxy variables that its configuration reads, and files that exist', () => {
    const config = read('haproxy/haproxy.cfg');
    for (const name of Object.keys(proxy.environment)) expect(config).toContain(`presetenv ${name} `);
    for (const volume of proxy.volumes) expect(existsSync(join(DEPLOY, volume.split(':')[0]))).toBe(true);
    expect(existsSync(join(DEPLOY, compose.services['server-one'].build.context, 'deploy/Dockerfile'))).toBe(
      true,
    );
  });
});

test('the service waits for the drain and the rest of a stop', () => {
  const unit = read('systemd/tallystone.service');
  const number = (name: string) => Number(new RegExp(`${name}=(\\d+)$`, 'm').exec(unit)?.[1]);
  expect(number('TimeoutStopSec')).toBeGreaterThan(number('DRAIN_SECONDS') + FINISH_SECONDS);
  const named = [...unit.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named.filter((name) => !isSetting(name))).toEqual([]);
});

test('proxies append the address that they see, and repeat only what is safe', () => {
  const haproxy = read('haproxy/haproxy.cfg');
  expect(haproxy).toMatch(/^ {2}option forwardfor$/m);
  expect(haproxy).toContain('http-request disable-l7-retry unless METH_GET');
  const nginx = read('nginx/tallystone.conf');
  expect(nginx).toContain('X-Forwarded-For $proxy_add_x_forwarded_for;');
  // A header inside of a location would replace those of the server.
  for (const location of nginx.split('location ').slice(1))
    expect(location).not.toContain('proxy_set_header');
  expect(nginx.match(/non_idempotent;/g)).toHaveLength(1);
  expect(nginx).toMatch(/location = \/api\/bets \{[^}]*non_idempotent;/);
  expect(nginx).toMatch(/location = \/api\/stream \{[^}]*proxy_buffering off;/);
});

test('PgBouncer drops the limits of the server and nothing else, and waits as long as the server', () => {
  const ini = read('pgbouncer/pgbouncer.ini');
  const setting = (name: string) => new RegExp(`^${name} = (.*)$`, 'm').exec(ini)?.[1];
  const source = readFileSync(join(ROOT, 'api/src/db/open-database.ts'), 'utf8');
  const limits = [...source.matchAll(/^ {4}(\w+_timeout): settings\./gm)].map(([, name]) => name);
  expect(limits).toHaveLength(3);
  expect(setting('ignore_startup_parameters')?.split(', ').sort()).toEqual(limits.sort());
  const number = (name: string) => Number(new RegExp(`^ {2}${name}: (\\d+),$`, 'm').exec(source)?.[1]);
  expect(Number(setting('query_wait_timeout'))).toBe(number('connectTimeoutMs') / 1000);
  expect(Number(setting('default_pool_size'))).toBe(2 * number('connections'));
  expect(setting('pool_mode')).toBe('transaction');
});

describe('Patroni', () => {
  const [patroni] = parse('patroni/patroni.yml');
  const { dcs } = patroni.bootstrap;

  test('lets no commit through and no node take over without a synchronous standby', () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
  });

  test('has a ttl that a slow answer of etcd does not exceed, and documents it', () => {
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
    expect(readFileSync(join(ROOT, 'docs/operations/failover.md'), 'utf8')).toContain(
      `The ttl is ${dcs.ttl} seconds.`,
    );
  });

  test('has no passwords in its file, and HAProxy that asks it who the primary is', () => {
    expect(read('patroni/patroni.yml')).not.toMatch(/^\s*password:/m);
    const haproxy = read('patroni/haproxy.cfg');
    expect(haproxy).toContain('http-check send meth OPTIONS uri /primary');
    expect(haproxy).toContain('on-marked-down shutdown-sessions');
    expect(haproxy).toContain(`_PATRONI ${patroni.restapi.listen.split(':')[1]}\n`);
  });
});

test('the bases of the image have a Node that runs the server', () => {
  const bases = [...read('Dockerfile').matchAll(/^ARG (?:BUILD|RUN)_BASE=.*node:(\d+)-/gm)].map(([, major]) =>
    Number(major),
  );
  expect(bases).toHaveLength(2);
  for (const major of bases) expect(major).toBeGreaterThanOrEqual(20);
});
