/** The files in `deploy/`: their own linters accept them, and they agree with the code. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RedisTier } from '../../../src/engine/cache/redis-tier.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { RedisStore } from '../../../src/engine/store/redis-store.ts';
import { settings } from '../../../src/settings.ts';
import { runProgram } from '../../support/tool/run-program.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import {
  compose,
  composeEnv,
  configOf,
  deploy,
  dockerfile,
  drainMs,
  haproxy,
  imageEnv,
  interpolate,
  mebibytesOf,
  milliseconds,
  read,
  readEnv,
  readYaml,
  root,
  secrets,
} from './deployment.ts';

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

describe('the settings of compose.yaml', () => {
  const config = configOf(composeEnv());

  it('exist and are valid', () => {
    expect(Object.keys(composeEnv()).filter((key) => !(key in settings))).toEqual([]);
    expect(config.production).toBe(true);
    expect(config.upstream).not.toBe('sandbox');
    expect(config.LINK_SECRET).toEqual([secrets.LINK_SECRET]);
  });
  it('leave memory for the uploads and downloads that run at once', () => {
    const { memory } = compose.services.gateway.deploy.resources.limits;
    expect(config.MAX_CONCURRENT_STREAMS * 32).toBeLessThanOrEqual(mebibytesOf(memory) / 2);
  });
});

describe('the time to shut down', () => {
  const { DRAIN_DELAY_MS } = configOf(composeEnv());

  it('is enough for DRAIN_DELAY_MS and the running requests', () => {
    const grace = milliseconds(compose.services.gateway.stop_grace_period);
    expect(grace).toBeGreaterThan(DRAIN_DELAY_MS + drainMs);
    expect(grace).toBeLessThanOrEqual(DRAIN_DELAY_MS + drainMs + 10_000);
  });
  it('is enough in the commands of docs/install.md', () => {
    const commands = [...read('docs/install.md').matchAll(/^docker run (?:.*\\\n)*.*$/gm)].map(
      ([text]) => text,
    );
    const times = commands.map((text) => Number(/--stop-timeout (\d+)/.exec(text)?.[1]) * 1_000);
    expect(times.length).toBeGreaterThan(0);
    for (const time of times) expect(time).toBeGreaterThan(DRAIN_DELAY_MS + drainMs);
  });
  it('is announced before the port is closed', () => {
    const [, inter, fall] = /default-server check inter (\S+) fall (\d+)/.exec(haproxy)!;
    expect(milliseconds(inter!) * Number(fall)).toBeLessThan(DRAIN_DELAY_MS);
  });
});

describe('ports and paths', () => {
  const config = configOf(composeEnv());

  it('of the gateway are those of the image and of the code', () => {
    expect(dockerfile).toContain(`EXPOSE ${config.PORT}`);
    expect(haproxy).toContain(`gateway:${config.PORT}`);
    const { scrape_configs } = readYaml('prometheus/prometheus.yml');
    expect(scrape_configs[0].dns_sd_configs[0].port).toBe(Number(composeEnv()['METRICS_PORT']));
  });
  it('of the check of the proxy are answered by the gateway', () => {
    const [, path] = /httpchk GET (\S+)/.exec(haproxy)!;
    expect(path).toBe('/ready');
    expect(read('src/server/gateway/request-handler.ts')).toContain(`'${path}'`);
  });
  it('of the collector are those that the gateways send traces to', () => {
    const { receivers } = readYaml('otel/collector.yaml');
    const [, port] = /:(\d+)$/.exec(receivers.otlp.protocols.http.endpoint)!;
    const env = { ...secrets, OTEL_EXPORTER_OTLP_ENDPOINT: `http://otel-collector:${port}` };
    expect(configOf(composeEnv(env)).OTEL_EXPORTER_OTLP_ENDPOINT).toBe(
      env.OTEL_EXPORTER_OTLP_ENDPOINT,
    );
    expect(read('deploy/.env.example')).toContain(env.OTEL_EXPORTER_OTLP_ENDPOINT);
    expect(read('docs/install.md')).toContain(env.OTEL_EXPORTER_OTLP_ENDPOINT);
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
    expect(proxyTimeout('tunnel')).toBeGreaterThan(config.WEBSOCKET_IDLE_TIMEOUT_MS);
    expect(proxyTimeout('client')).toBeGreaterThan(config.STREAM_IDLE_TIMEOUT_MS);
    expect(proxyTimeout('client')).toBeGreaterThan(config.WEBSOCKET_PING_MS);
    expect(proxyTimeout('http-request')).toBeGreaterThan(config.RECEIVE_TIMEOUT_MS);
  });
  it('waits longer for /ready than the gateway for a connection', () => {
    expect(proxyTimeout('check')).toBeGreaterThan(config.CONNECT_TIMEOUT_MS);
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
    const { href: url } = new URL(`redis://studiograph:PASSWORD@${host}`);
    const tier = new RedisTier({
      url,
      origin: '',
      isBounded: true,
      maxBytes: 1_000,
      clock: systemClock,
      onChange: (_, reason) => void failures.push(reason),
    });
    const found = async (key: string): Promise<string | undefined> => {
      await tier.set([[key, Buffer.from(key)]], 60_000);
      return (await tier.get([key]))[0]?.toString();
    };
    await expect.poll(() => found('first')).toBe('first');
    for (const key of ['second', 'third', 'third']) expect(await found(key)).toBe(key);
    await tier.close();
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
  it('plans as many replicas as Compose runs', () => {
    const { expr } = groups
      .flatMap(({ rules }: any) => rules)
      .find(({ record }: any) => record === 'studiograph:replicas:min');
    const replicas = readEnv('deploy/.env.example')['GATEWAY_REPLICAS'];
    expect(expr).toBe(`vector(${replicas})`);
    expect(interpolate(compose.services.gateway.deploy.replicas, {})).toBe(replicas);
  });
  it('warns of memory before the limit of the containers', () => {
    const rule = groups
      .flatMap(({ rules }: any) => rules)
      .find(({ alert }: any) => alert === 'StudiographMemoryHigh');
    const [, mebibytes] = /> (\d+) \* 1024 \* 1024$/.exec(rule.expr)!;
    expect(compose.services.gateway.deploy.resources.limits.memory).toBe('1G');
    expect(Number(mebibytes)).toBeLessThan(0.9 * 1024);
    expect(Number(mebibytes)).toBeGreaterThan(0.8 * 1024);
  });
});
