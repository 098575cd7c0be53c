/** The files in `deploy/`: their own linters accept them, and they agree with the code. */
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type Config, readConfig } from '../../../src/config.ts';
import { RedisStore } from '../../../src/engine/store/redis-store.ts';
import { settings } from '../../../src/settings.ts';
import { runProgram } from '../../support/tool/run-program.ts';
import { type Manifest, moduleOf, validateManifest } from '../../support/tool/kubernetes.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const deploy = join(root, 'deploy');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readYaml = (path: string): any => parse(read(`deploy/${path}`));

const compose = readYaml('compose.yaml');
const dockerfile = read('Dockerfile');
const haproxy = read('deploy/haproxy/haproxy.cfg');

/** Lines `NAME=value`. */
const readEnv = (path: string): Record<string, string> =>
  Object.fromEntries(
    read(path)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Values that an operator puts into `deploy/.env` or the Secret. */
const secrets = {
  LINK_SECRET: 'a'.repeat(64),
  REDIS_PASSWORD: 'b'.repeat(64),
  GRAFANA_PASSWORD: 'c'.repeat(64),
  UPSTREAM_API_KEY: 'key',
};

/** Replaces variables as Compose does. */
const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, word = '') => {
      const value = env[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name}: ${word}`);
      return value === '' ? word : value;
    },
  );

const composeEnv = (env: Readonly<Record<string, string>> = secrets): Record<string, string> =>
  Object.fromEntries(
    Object.entries(compose.services.gateway.environment as Record<string, string>).map(
      ([name, value]) => [name, interpolate(value, { ...readEnv('deploy/.env.example'), ...env })],
    ),
  );

/** The environment of the image, with that of a deployment. */
const imageEnv = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    [...line!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
      name!,
      value!.replace('$VERSION', 'v1'),
    ]),
  ),
);

/** The manifests of Kubernetes by their file. */
const manifests = globSync('kubernetes/**/*.yaml', { cwd: deploy })
  .filter((file) => !/(?:kustomization|prometheus-adapter)\.yaml$/.test(file))
  .flatMap((file) =>
    parseAllDocuments(read(`deploy/${file}`)).map((document) => [file, document.toJS()] as const),
  ) as [string, Manifest][];

const manifestOf = (kind: string): Manifest =>
  manifests.map(([, manifest]) => manifest).find((each) => each.kind === kind)!;

const deployment = manifestOf('Deployment');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;

const kubernetesEnv: Record<string, string> = {
  ...readEnv('deploy/kubernetes/settings.env'),
  LINK_SECRET: secrets.LINK_SECRET,
  UPSTREAM_API_KEY: secrets.UPSTREAM_API_KEY,
  REDIS_URL: 'rediss://:password@redis.example.com:6380',
};

/** The configuration of the gateway in each deployment. */
const deployments: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['compose.yaml', composeEnv()],
  ['kubernetes', kubernetesEnv],
];

const configOf = (env: Readonly<Record<string, string>>): Config =>
  readConfig({ ...imageEnv, ...env });

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A duration such as `20s`, in milliseconds. */
function milliseconds(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text)!;
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}

/** The value of a line of haproxy.cfg, in milliseconds. */
const proxyTimeout = (name: string): number =>
  milliseconds(new RegExp(`^ +timeout ${name} +(\\S+)$`, 'm').exec(haproxy)![1]!);

describe('deploy/compose.yaml', () => {
  it('has no error and no warning of dclint, which checks the schema of Compose first', () => {
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const [result] = linter.lintFiles([join(deploy, 'compose.yaml')], false);
    expect(result!.messages).toEqual([]);
  });
  it('asks for each secret and the public address, and contains no secret', () => {
    for (const name of ['LINK_SECRET', 'REDIS_PASSWORD', 'PUBLIC_URL']) {
      expect(() => composeEnv({ ...secrets, [name]: '' })).toThrow(name);
    }
    const example = readEnv('deploy/.env.example');
    const filled = Object.entries(secrets).filter(([name]) => example[name] !== '');
    expect(filled).toEqual([]);
    expect(read('.gitignore').split('\n')).toContain('deploy/.env');
    expect(read('.gitignore').split('\n')).toContain('deploy/gateway.env');
  });
  it('uses every variable of .env.example, and no other', () => {
    const used = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    const optional = ['VIDEO_BASE_URL', 'STORAGE_BASE_URL', 'CALENDAR_BASE_URL', 'LOG_LEVEL'];
    expect([...Object.keys(readEnv('deploy/.env.example')), ...optional].toSorted()).toEqual(
      [...new Set(used)].toSorted(),
    );
  });
  it('takes all other settings from gateway.env', () => {
    const { env_file: files, environment } = compose.services.gateway;
    expect(files).toEqual([{ path: 'gateway.env', required: false }]);
    const example = read('deploy/gateway.env.example').matchAll(/^# (\w+)=(.+)$/gm);
    const env = Object.fromEntries([...example].map(([, name, value]) => [name!, value!]));
    expect(Object.keys(env).length).toBeGreaterThan(3);
    expect(Object.keys(env).filter((name) => name in environment)).toEqual([]);
    expect(Object.keys(env).filter((name) => !(name in settings))).toEqual([]);
    expect(configOf({ ...composeEnv(), ...env })).toEqual(configOf(composeEnv()));
  });
  it('gives each build a name, in its image and in its metrics', () => {
    const { image, build } = compose.services.gateway;
    expect(interpolate(image, { VERSION: 'v2' })).toBe('studiograph:v2');
    expect(interpolate(build.args.VERSION, { VERSION: 'v2' })).toBe('v2');
    expect(() => interpolate(build.args.VERSION, {})).toThrow('VERSION');
    expect(imageEnv['BUILD_VERSION']).toBe('v1');
  });
  it('limits the log of each service', () => {
    for (const [name, { logging }] of Object.entries<any>(compose.services)) {
      const { 'max-size': size, 'max-file': files } = logging.options;
      const mebibytes = Number.parseInt(size, 10) * Number(files);
      expect([name, size.endsWith('m'), mebibytes <= 500]).toEqual([name, true, true]);
    }
  });
  it('gives each service limits, a restart policy and, but for the collector, a health check', () => {
    for (const [name, service] of Object.entries<any>(compose.services)) {
      expect([name, service.restart]).toEqual([name, 'unless-stopped']);
      expect([name, Object.keys(service.deploy.resources.limits)]).toEqual([
        name,
        ['cpus', 'memory'],
      ]);
      const isChecked = service.healthcheck !== undefined || service.build !== undefined;
      expect([name, isChecked]).toEqual([name, name !== 'otel-collector']);
    }
    expect(dockerfile).toContain('HEALTHCHECK');
  });
  it('publishes ports on the loopback interface only', () => {
    const ports = Object.values<any>(compose.services).flatMap(
      ({ ports = [] }) => ports as string[],
    );
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });
  it('lets only the gateways reach Redis', () => {
    const users = Object.entries<any>(compose.services).flatMap(([name, { networks }]) =>
      (networks as string[]).includes('store') ? [name] : [],
    );
    expect(users).toEqual(['gateway', 'redis']);
    expect(compose.networks.store.internal).toBe(true);
  });
  it('mounts files that exist', () => {
    const mounted = Object.values<any>(compose.services).flatMap(({ volumes = [] }) =>
      (volumes as string[]).filter((volume) => volume.startsWith('.')),
    );
    const missing = mounted
      .map((volume) => volume.split(':')[0]!)
      .filter((path) => globSync(path, { cwd: deploy }).length === 0);
    expect(mounted.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });
});

describe('Grafana', () => {
  const { volumes } = compose.services.grafana;

  it('finds Prometheus and the dashboard', () => {
    const [source] = readYaml('grafana/provisioning/datasources/prometheus.yaml').datasources;
    const [, port] = /:(\d+):\d+$/.exec(compose.services.prometheus.ports[0])!;
    expect(source).toMatchObject({ type: 'prometheus', url: `http://prometheus:${port}` });
    const [provider] = readYaml('grafana/provisioning/dashboards/studiograph.yaml').providers;
    expect(volumes).toContain(
      `./grafana/studiograph.json:${provider.options.path}/studiograph.json:ro`,
    );
    expect(volumes).toContain('./grafana/provisioning:/etc/grafana/provisioning:ro');
  });
});

describe.each(deployments)('the settings of %s', (_, env) => {
  it('exist and are valid', () => {
    const unknown = Object.keys(env).filter((key) => !(key in settings));
    expect(unknown).toEqual([]);
    const config = configOf(env);
    expect(config.production).toBe(true);
    expect(config.upstream).not.toBe('sandbox');
    expect(config.LINK_SECRET).toEqual([secrets.LINK_SECRET]);
  });
});

/** A size of memory of Compose or of Kubernetes, in MiB. */
const mebibytesOf = (text: string): number =>
  Number.parseInt(text, 10) * (text.endsWith('M') || text.endsWith('Mi') ? 1 : 1_024);

describe('the memory limit', () => {
  const limits = [
    compose.services.gateway.deploy.resources.limits.memory,
    container.resources.limits.memory,
  ];
  it.each(deployments.map(([name, env], index) => [name, env, limits[index]] as const))(
    'of %s has room for the uploads and downloads that run at once',
    (_, env, limit) => {
      const { MAX_CONCURRENT_STREAMS: streams } = configOf(env);
      expect(streams * 32).toBeLessThanOrEqual(mebibytesOf(limit) / 2);
    },
  );
});

describe('the time to shut down', () => {
  /** Running requests end within this time after `DRAIN_DELAY_MS`. */
  const drainMs = 10_000;

  it.each([
    ['compose.yaml', composeEnv(), milliseconds(compose.services.gateway.stop_grace_period)],
    ['kubernetes', kubernetesEnv, pod.terminationGracePeriodSeconds * 1_000],
  ] as const)('is enough for DRAIN_DELAY_MS and the running requests in %s', (_, env, grace) => {
    const delay = Number(env['DRAIN_DELAY_MS']);
    expect(grace).toBeGreaterThan(delay + drainMs);
    expect(grace).toBeLessThanOrEqual(delay + drainMs + 10_000);
  });
  it('is enough in the commands of docs/install.md', () => {
    const commands = [...read('docs/install.md').matchAll(/^docker run (?:.*\\\n)*.*$/gm)].map(
      ([text]) => text,
    );
    const { DRAIN_DELAY_MS } = configOf(composeEnv());
    const times = commands.map((text) => Number(/--stop-timeout (\d+)/.exec(text)?.[1]) * 1_000);
    expect(times.length).toBeGreaterThan(0);
    for (const time of times) expect(time).toBeGreaterThan(DRAIN_DELAY_MS + drainMs);
  });
  it('is announced before the port is closed', () => {
    const [, inter, fall] = /default-server check inter (\S+) fall (\d+)/.exec(haproxy)!;
    const proxyNotices = milliseconds(inter!) * Number(fall);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    const kubernetesNotices = periodSeconds * failureThreshold * 1_000;
    for (const [, env] of deployments) {
      expect(proxyNotices).toBeLessThan(Number(env['DRAIN_DELAY_MS']));
      expect(kubernetesNotices).toBeLessThan(Number(env['DRAIN_DELAY_MS']));
    }
  });
});

describe('ports and paths', () => {
  const config = configOf(composeEnv());

  it('of the gateway are those of the image and of the code', () => {
    expect(dockerfile).toContain(`EXPOSE ${config.PORT}`);
    expect(haproxy).toContain(`gateway:${config.PORT}`);
    const ports = Object.fromEntries(
      (container.ports as { name: string; containerPort: number }[]).map((port) => [
        port.name,
        port.containerPort,
      ]),
    );
    expect(ports).toEqual({
      http: config.PORT,
      metrics: Number(kubernetesEnv['METRICS_PORT']),
      health: Number(kubernetesEnv['HEALTH_PORT']),
    });
    const { scrape_configs } = readYaml('prometheus/prometheus.yml');
    expect(scrape_configs[0].dns_sd_configs[0].port).toBe(Number(composeEnv()['METRICS_PORT']));
  });
  it('of probes are answered by the gateway', () => {
    const handler =
      read('src/server/gateway/request-handler.ts') + read('src/server/lifecycle/health-thread.ts');
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.port).toBe('health');
    const paths = [
      container.startupProbe.httpGet.path,
      container.livenessProbe.httpGet.path,
      container.readinessProbe.httpGet.path,
      /httpchk GET (\S+)/.exec(haproxy)![1],
    ];
    expect(paths).toEqual(['/health', '/health', '/ready', '/ready']);
    for (const path of paths) expect(handler).toContain(`'${path}'`);
  });
  it('of the collector are those that the gateways send traces to', () => {
    const { receivers } = readYaml('otel/collector.yaml');
    const [, port] = /:(\d+)$/.exec(receivers.otlp.protocols.http.endpoint)!;
    const env = { ...secrets, OTEL_EXPORTER_OTLP_ENDPOINT: `http://otel-collector:${port}` };
    expect(configOf(composeEnv(env)).OTEL_EXPORTER_OTLP_ENDPOINT).toBe(
      env.OTEL_EXPORTER_OTLP_ENDPOINT,
    );
    const allowed = manifestOf('NetworkPolicy').spec.egress.flatMap(({ ports }: any) =>
      ports.map((each: any) => each.port),
    );
    expect(allowed).toContain(Number(port));
    expect(read('deploy/.env.example')).toContain(env.OTEL_EXPORTER_OTLP_ENDPOINT);
    expect(read('docs/install.md')).toContain(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  });
  it('have names that the Service, the Ingress and the policies know', () => {
    const service = manifestOf('Service');
    const ports = (container.ports as { name: string }[]).map(({ name }) => name);
    // Only the node itself sends probes, which no policy concerns.
    const names = ports.filter((name) => name !== 'health');
    const { rules } = manifestOf('Ingress').spec;
    expect(rules[0].http.paths[0].backend.service.port.name).toBe(service.spec.ports[0].name);
    const monitor = manifestOf('ServiceMonitor');
    expect(service.spec.ports.map((port: any) => port.targetPort)).toEqual(names);
    expect(monitor.spec.endpoints[0].port).toBe(service.spec.ports[1].name);
    const allowed = manifestOf('NetworkPolicy').spec.ingress.flatMap(({ ports }: any) =>
      ports.map(({ port }: any) => port),
    );
    expect(allowed).toEqual(names);
  });
});

describe('the proxy', () => {
  const program = '/usr/sbin/haproxy';
  const config = configOf(composeEnv());

  it('accepts its configuration', () => {
    const { code, output } = runProgram(program, ['-c', '-f', 'deploy/haproxy/haproxy.cfg'], {
      cwd: root,
    });
    expect([code, output]).toEqual([0, 'Configuration file is valid\n']);
  });
  it('waits longer than the gateway', () => {
    const longest = config.REQUEST_DEADLINE_MS + config.MAX_WAIT_MS;
    expect(proxyTimeout('server')).toBeGreaterThan(longest);
    const { annotations } = manifestOf('Ingress').metadata as any;
    expect(milliseconds(annotations['haproxy.org/timeout-server'])).toBeGreaterThan(longest);
    expect(proxyTimeout('tunnel')).toBeGreaterThan(config.WEBSOCKET_IDLE_TIMEOUT_MS);
    expect(proxyTimeout('client')).toBeGreaterThan(config.STREAM_IDLE_TIMEOUT_MS);
    expect(proxyTimeout('client')).toBeGreaterThan(config.WEBSOCKET_PING_MS);
    expect(proxyTimeout('http-request')).toBeGreaterThan(config.RECEIVE_TIMEOUT_MS);
  });
  it('and the probes wait longer for /ready than the gateway for a connection', () => {
    const { annotations } = manifestOf('Ingress').metadata as any;
    const waits = [
      proxyTimeout('check'),
      milliseconds(annotations['haproxy.org/timeout-check']),
      container.readinessProbe.timeoutSeconds * 1_000,
    ];
    for (const wait of waits) expect(wait).toBeGreaterThan(config.CONNECT_TIMEOUT_MS);
  });
});

describe('Redis', () => {
  let redis: TestRedis;
  let store: RedisStore;

  beforeEach(async () => {
    const { REDIS_PASSWORD: password } = secrets;
    redis = await startRedis({ password, config: join(deploy, 'redis/redis.conf') });
    store = new RedisStore({ url: redis.url });
  });
  afterEach(async () => {
    await store.close();
    await redis.close();
  });

  it('needs no other rights of a user than those in docs/install.md', async () => {
    const [, lines] = /^redis-cli (acl setuser (?:.*\\\n)*.*)$/m.exec(read('docs/install.md'))!;
    await redis.cli(
      ...lines!
        .replaceAll(/['\\\n]/g, ' ')
        .trim()
        .split(/ +/),
    );
    const { host } = new URL(redis.url);
    const failures: string[] = [];
    const user = new RedisStore({
      url: `redis://studiograph:PASSWORD@${host}/1`,
      onUnreachable: (reason) => failures.push(reason),
      onRejected: (reason) => failures.push(reason),
    });
    const received: string[] = [];
    const end = user.subscribe('channel', (message) => received.push(message));
    await user.set('upload', 'one', 'a', 60_000);
    expect(await user.get('upload', 'one')).toBe('a');
    const change = { expected: 'a', value: 'b', ttlMs: 60_000 };
    expect(await user.replace('upload', 'one', change)).toBe(true);
    expect(await user.deleteIf('upload', 'one', 'b')).toBe(true);
    expect(await user.add('spent', 'two', 3, 60_000)).toBe(3);
    await user.delete('spent', 'two');
    await expect
      .poll(async () => {
        await user.publish('channel', 'message');
        return received;
      })
      .toContain('message');
    end();
    await user.close();
    expect([failures, (await redis.cli('acl', 'log')).trim()]).toEqual([[], '']);
  });
  it('rejects writes when it is full, and loses no entry', async () => {
    await store.set('upload', 'session', 'kept', 60_000);
    await redis.cli('config', 'set', 'maxmemory', '1kb');
    await expect(store.set('upload', 'next', 'rejected', 60_000)).rejects.toMatchObject({
      reason: 'OOM',
    });
    expect(await store.get('upload', 'session')).toBe('kept');
  });
  it('has its entries after a restart', async () => {
    await store.add('spent', 'caller', 7, 60_000);
    // The file is written each second.
    await redis.cli('shutdown');
    await redis.start();
    await expect.poll(() => store.add('spent', 'caller', 0, 60_000).catch(() => 0)).toBe(7);
  });
  it('needs no more than half of the memory of its container', () => {
    const [, megabytes] = /^maxmemory (\d+)mb$/m.exec(read('deploy/redis/redis.conf'))!;
    expect(compose.services.redis.deploy.resources.limits.memory).toBe(`${2 * Number(megabytes)}M`);
  });
});

describe('Kubernetes manifests', () => {
  it('are all in a kustomization', () => {
    const listed = globSync('kubernetes/**/kustomization.yaml', { cwd: deploy }).flatMap((file) =>
      (readYaml(file).resources as string[]).map((path) => join(file, '..', path)),
    );
    expect(manifests.map(([file]) => file).toSorted()).toEqual(listed.toSorted());
  });
  it.each(manifests)('%s matches the schema of Kubernetes', async (_, manifest) => {
    await expect(validateManifest(manifest)).resolves.toBeUndefined();
  });
  it('contain no property that Kubernetes does not have', () => {
    expect(typeErrors(manifests.map(([, manifest]) => manifest))).toBe('');
  });
  it('with a misspelled property are rejected', () => {
    const { readinessProbe, ...rest } = container;
    const template = {
      ...deployment.spec.template,
      spec: { ...pod, containers: [{ ...rest, readinesProbe: readinessProbe }] },
    };
    const wrong = { ...deployment, spec: { ...deployment.spec, template } };
    expect(typeErrors([wrong])).toContain(`'"readinesProbe"' does not exist`);
  });
  it('select the pods of the Deployment', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(manifestOf('Service').spec.selector).toEqual(labels);
    expect(manifestOf('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(manifestOf('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
    for (const { labelSelector } of pod.topologySpreadConstraints)
      expect(labelSelector.matchLabels).toEqual(labels);
    const { kind, metadata } = deployment;
    expect(manifestOf('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({
      kind,
      name: metadata.name,
    });
    expect(manifestOf('ServiceMonitor').spec.selector.matchLabels).toEqual(
      (manifestOf('Service').metadata as any).labels,
    );
  });
  it('run as an unprivileged user with a root folder that cannot be written', () => {
    const { runAsNonRoot, runAsUser, runAsGroup } = pod.securityContext;
    expect(runAsNonRoot).toBe(true);
    expect(dockerfile).toContain(`\nUSER ${runAsUser}:${runAsGroup}\n`);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
  });
  it('scale by the metric that the rule of prometheus-adapter serves', () => {
    const [{ pods }] = manifestOf('HorizontalPodAutoscaler').spec.metrics;
    const [rule] = readYaml('kubernetes/prometheus-adapter.yaml').rules;
    expect(pods.metric.name).toBe(rule.name.as);
  });
  it('take secrets from a Secret', () => {
    const inSettings = Object.keys(readEnv('deploy/kubernetes/settings.env'));
    const secretNames = new Set(
      Object.entries(settings)
        .filter(([, setting]) => 'secret' in setting)
        .map(([name]) => name),
    );
    expect(inSettings.filter((name) => secretNames.has(name))).toEqual([]);
    expect(container.envFrom[1]).toEqual({ secretRef: { name: 'studiograph' } });
  });
});

/**
 * The schemas of Kubernetes accept unknown properties, and its API server drops them: a misspelled
 * property is lost without an error. The TypeScript types of the same schemas accept no others.
 *
 * @returns the errors of the TypeScript compiler
 */
function typeErrors(checked: readonly Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'studiograph-manifests-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const lines = checked.map((manifest, index) => {
      const type = `import('${moduleOf(manifest.apiVersion)}').I${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
    });
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck'];
    const modules = ['--module', 'nodenext', '--target', 'es2023'];
    const file = join(folder, 'manifests.ts');
    const { output } = runProgram(join(root, 'node_modules/.bin/tsc'), [
      ...options,
      ...modules,
      file,
    ]);
    return output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const promtool = '/usr/bin/promtool';

describe('Prometheus', () => {
  const run = (...args: string[]): string => {
    const { code, output } = runProgram(promtool, args, { cwd: join(deploy, 'prometheus') });
    return `${code} ${output}`;
  };
  const { groups } = readYaml('prometheus/rules.yml');
  const alerts = groups.flatMap(({ rules }: any) =>
    rules.flatMap(({ alert }: any) => (alert === undefined ? [] : [alert as string])),
  ) as string[];
  const { tests } = readYaml('prometheus/rules_test.yml');
  const cases = tests.flatMap((test: any) => test.alert_rule_test) as {
    alertname: string;
    exp_alerts?: unknown[];
  }[];

  it('accepts its configuration and the rules', () => {
    expect(run('check', 'config', 'prometheus.yml')).toMatch(/^0 /);
    expect(run('check', 'rules', 'rules.yml')).toMatch(/^0 /);
  });
  it('fires each alert as its unit test expects', () => {
    expect(run('test', 'rules', 'rules_test.yml')).toMatch(/^0 /);
  });
  it('has a unit test for each alert: one that fires, one that does not', () => {
    const tested = (fires: boolean): string[] => [
      ...new Set(
        cases
          .filter(({ exp_alerts = [] }) => exp_alerts.length > 0 === fires)
          .map(({ alertname }) => alertname),
      ),
    ];
    expect(tested(true).toSorted()).toEqual(alerts.toSorted());
    expect(tested(false).toSorted()).toEqual(alerts.toSorted());
  });
  it('plans as many replicas as Compose and the autoscaler run at least', () => {
    const { expr } = groups
      .flatMap(({ rules }: any) => rules)
      .find(({ record }: any) => record === 'studiograph:replicas:min');
    const { minReplicas } = manifestOf('HorizontalPodAutoscaler').spec;
    expect(expr).toBe(`vector(${minReplicas})`);
    expect(readEnv('deploy/.env.example')['GATEWAY_REPLICAS']).toBe(String(minReplicas));
    expect(interpolate(compose.services.gateway.deploy.replicas, {})).toBe(String(minReplicas));
  });
  it('warns of memory before the limit of the containers', () => {
    const rule = groups
      .flatMap(({ rules }: any) => rules)
      .find(({ alert }: any) => alert === 'StudiographMemoryHigh');
    const [, mebibytes] = /> (\d+) \* 1024 \* 1024$/.exec(rule.expr)!;
    expect(container.resources.limits.memory).toBe('1Gi');
    expect(compose.services.gateway.deploy.resources.limits.memory).toBe('1G');
    expect(Number(mebibytes)).toBeLessThan(0.9 * 1024);
    expect(Number(mebibytes)).toBeGreaterThan(0.8 * 1024);
  });
});
