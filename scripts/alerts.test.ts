import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const MONITORING = 'docs/operations/monitoring.md';
const RUNBOOKS = 'docs/operations/alerts';
const TESTS = 'deploy/prometheus/tests';

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const RULES: readonly Rule[] = parse(read('deploy/prometheus/tallystone.rules.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const ALERTS = RULES.filter(({ alert }) => alert !== undefined);
const NAMES = [...new Set(ALERTS.map(({ alert = '' }) => alert))].sort();
const RECORDED = RULES.flatMap(({ record }) => record ?? []);
/** The first column of the tables of metrics. */
const METRICS = [...section(read(MONITORING), 'Metrics').matchAll(/^\| `([\w:]+)`/gm)].map(
  ([, name = '']) => name,
);
/** The alerts that the unit tests of the rules expect. */
const PLAYED: readonly string[] = readdirSync(join(ROOT, TESTS))
  .flatMap((file) => parse(read(`${TESTS}/${file}`)).tests)
  .flatMap(({ promql_expr_test }) => promql_expr_test)
  .flatMap(({ exp_samples }) => exp_samples)
  .map(({ labels }) => labels);
const DASHBOARD = JSON.parse(read('deploy/grafana/tallystone.json'));

/** The text below a heading, up to the next one of its level. */
function section(text: string, title: string): string {
  return text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
}

/** The metrics in a query: its names that are neither labels, functions nor words of the language. */
function metricsOf(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/(?<![\w.$])[a-z][\w:]*(?![\w:]*\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name));
}

const WORDS = new Set(['and', 'or', 'unless', 'offset', 'bool']);

/** Metrics in these queries that aren't in the table. A histogram has three. */
function unknownIn(queries: readonly string[]): string[] {
  const known = new Set([...METRICS, ...RECORDED]);
  return [...new Set(queries.flatMap(metricsOf))].filter(
    (name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|sum|count)$/, '')),
  );
}

test('the metrics of a query are found', () => {
  const query =
    'sum by (job) (rate(some_total{code="x_y"}[5m])) / on (job) group_left () a:b:c offset 1h > 2 * 1024 unless up';
  expect(metricsOf(query)).toEqual(['some_total', 'a:b:c', 'up']);
});

test('rules, dashboard and documents use only metrics of the table', () => {
  const panels: { targets?: { expr: string }[] }[] = DASHBOARD.panels;
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(METRICS.length).toBeGreaterThan(30);
  expect(shown.length).toBeGreaterThan(20);
  expect(unknownIn(RULES.map(({ expr }) => expr))).toEqual([]);
  expect(unknownIn(shown)).toEqual([]);
  const pages = [MONITORING, ...NAMES.map((name) => `${RUNBOOKS}/${name}.md`)].map(read).join('\n');
  const named = [...pages.matchAll(/\b(?:tallystone(?:_\w+|:[\w:]+)|(?:process|nodejs|probe)_\w+)/g)];
  const words = ['tallystone_site'];
  expect(unknownIn(named.map(([name]) => name)).filter((name) => !words.includes(name))).toEqual([]);
});

test('each metric of the server is on the dashboard or in a rule', () => {
  const texts = JSON.stringify(DASHBOARD) + JSON.stringify(RULES);
  expect(METRICS.filter((name) => name.startsWith('tallystone_') && !texts.includes(name))).toEqual([]);
});

test('the dashboard lets its reader choose the data source', () => {
  const [source] = DASHBOARD.templating.list;
  expect(source).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
  const used = [...JSON.stringify(DASHBOARD).matchAll(/"datasource":(\{.*?"\})/g)].map(([, it]) => it);
  const chosen = `{"type":"prometheus","uid":"\${datasource}"}`;
  expect([...new Set(used)]).toEqual([chosen]);
});

test('each alert has a runbook and each runbook an alert', () => {
  expect(
    readdirSync(join(ROOT, RUNBOOKS))
      .map((name) => name.replace(/\.md$/, ''))
      .sort(),
  ).toEqual(NAMES);
});

describe.each(ALERTS.map((rule) => [rule.alert ?? '', rule] as const))('%s', (name, rule) => {
  test('is a page or a ticket that says what is wrong and what it means, and leads to its runbook', () => {
    expect(['page', 'ticket']).toContain(rule.labels?.severity);
    expect(rule.annotations).toEqual({
      summary: expect.stringMatching(/\S.*\.$/),
      description: expect.stringMatching(/\S.*\.$/),
      runbook_url: `${RUNBOOKS}/${name}.md`,
    });
  });

  test('has a runbook with its severity, meaning, sight, causes, steps and end', () => {
    const text = read(`${RUNBOOKS}/${name}.md`);
    expect([...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title)).toEqual([
      name,
      'What it means for the money',
      'How to see it',
      'Likely causes',
      'What to do',
      "How to know that it's over",
    ]);
    expect(text.split('\n')[2]?.toLowerCase()).toContain(rule.labels?.severity ?? 'no severity');
  });

  test('is listed in the documentation and played by a test', () => {
    expect(read(MONITORING)).toContain(`[${name}](alerts/${name}.md)`);
    expect(PLAYED).toContain(`{alertname="${name}", severity="${rule.labels?.severity}"}`);
  });
});

test('Alertmanager and blackbox exporter name only alerts, jobs and modules that exist', () => {
  const named = [...read('deploy/alertmanager/alertmanager.yml').matchAll(/\bTallystone\w+/g)].map(
    ([it]) => it,
  );
  expect([...new Set(named)].filter((name) => !NAMES.includes(name))).toEqual([]);
  const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yml'));
  const { modules } = parse(read('deploy/prometheus/blackbox.yml'));
  const wanted: string[] = scrape_configs.flatMap(
    ({ params }: { params?: { module: string[] } }) => params?.module ?? [],
  );
  expect(wanted.sort()).toEqual(Object.keys(modules).sort());
  const jobs = scrape_configs.map(({ job_name }: { job_name: string }) => job_name);
  const used = RULES.flatMap(({ expr }) => [...expr.matchAll(/job="([\w-]+)"/g)].map(([, job]) => job));
  expect([...new Set(used)].filter((job) => !jobs.includes(job))).toEqual([]);
});

test('files to copy that documents name exist', () => {
  const named = [...read(MONITORING).matchAll(/\bdeploy\/[\w./-]+[\w/]/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
