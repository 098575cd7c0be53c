/** The overlays of Kustomize: as kubectl renders them, they are valid and agree with the code. */
import { globSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../src/settings.ts';
import {
  type Manifest,
  moduleOf,
  render,
  validateManifest,
} from '../../support/tool/kubernetes.ts';
import { runProgram } from '../../support/tool/run-program.ts';
import {
  configOf,
  deploy,
  dockerfile,
  drainMs,
  mebibytesOf,
  milliseconds,
  read,
  readYaml,
  root,
  secrets,
} from './deployment.ts';

const folder = join(deploy, 'kubernetes');

/** What `kubectl apply --kustomize` sends for each folder that an operator applies. */
const applied = {
  production: render(join(folder, 'overlays/production')),
  sandbox: render(join(folder, 'overlays/sandbox')),
  monitoring: render(join(folder, 'monitoring')),
};

/** What an operator applies who has added the component `ca`. */
function withAuthorities(): Manifest[] {
  const own = mkdtempSync(join(tmpdir(), 'studiograph-overlay-'));
  const at = (path: string): string => relative(realpathSync(own), join(folder, path));
  try {
    const kustomization = {
      resources: [at('overlays/production')],
      components: [at('components/ca')],
    };
    writeFileSync(join(own, 'kustomization.yaml'), JSON.stringify(kustomization));
    return render(own);
  } finally {
    rmSync(own, { recursive: true });
  }
}

const find = (manifests: readonly Manifest[], kind: string): Manifest =>
  manifests.find((each) => each.kind === kind)!;

const manifestOf = (kind: string): Manifest =>
  find([...applied.production, ...applied.monitoring], kind);

/** The values of an object that operators put into the Secret. */
const secretEnv: Readonly<Record<string, string>> = {
  LINK_SECRET: secrets.LINK_SECRET,
  UPSTREAM_API_KEY: secrets.UPSTREAM_API_KEY,
  REDIS_URL: 'rediss://:password@redis.example.com:6380',
};

const dataOf = (manifests: readonly Manifest[]): Readonly<Record<string, string>> =>
  find(manifests, 'ConfigMap').data!;

/** Each overlay with the environment of its pods. */
const overlays = [
  ['production', applied.production, { ...dataOf(applied.production), ...secretEnv }],
  ['sandbox', applied.sandbox, dataOf(applied.sandbox)],
] as const;

const all = Object.entries({ ...applied, authorities: withAuthorities() }).flatMap(
  ([name, manifests]) =>
    manifests.map((manifest) => [`${name}: ${manifest.kind}`, manifest] as const),
);

/** The only container of the pods. */
function containerOf(deployment: Manifest): any {
  return deployment.spec.template.spec.containers[0];
}

describe('the manifests', () => {
  it('need every file of the folder', () => {
    const listed = new Set(
      globSync('**/kustomization.yaml', { cwd: folder }).flatMap((file) => {
        const { resources = [], configMapGenerator = [] } = readYaml(join('kubernetes', file));
        const envs = configMapGenerator.flatMap((each: any) => each.envs ?? []) as string[];
        return [file, ...[...resources, ...envs].map((path: string) => join(file, '..', path))];
      }),
    );
    const files = globSync('**/*.{yaml,env}', { cwd: folder });
    // An example of what another program reads.
    expect(files.filter((file) => !listed.has(file))).toEqual(['prometheus-adapter.yaml']);
  });
  it.each(all)('of %s match the schema of Kubernetes', async (_, manifest) => {
    await expect(validateManifest(manifest)).resolves.toBeUndefined();
  });
  it('contain no property that Kubernetes does not have', () => {
    expect(typeErrors(all.map(([, manifest]) => manifest))).toBe('');
  });
  it('with a misspelled property are rejected', () => {
    const deployment = manifestOf('Deployment');
    const { readinessProbe, ...rest } = containerOf(deployment);
    const pod = { ...deployment.spec.template.spec };
    pod.containers = [{ ...rest, readinesProbe: readinessProbe }];
    const template = { ...deployment.spec.template, spec: pod };
    const wrong = { ...deployment, spec: { ...deployment.spec, template } };
    expect(typeErrors([wrong])).toContain(`'"readinesProbe"' does not exist`);
  });
  it('are in the namespace of their overlay', () => {
    for (const manifests of Object.values(applied)) {
      const { name } = (find(manifests, 'Namespace') ?? manifestOf('Namespace')).metadata;
      const namespaces = manifests
        .filter(({ kind }) => kind !== 'Namespace')
        .map(({ metadata }) => metadata.namespace);
      expect(new Set(namespaces)).toEqual(new Set([name]));
    }
  });
  it('select the pods of the Deployment', () => {
    const { kind, metadata, spec } = manifestOf('Deployment');
    const { labels } = spec.template.metadata;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(manifestOf('Service').spec.selector).toEqual(labels);
    expect(manifestOf('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(manifestOf('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
    for (const { labelSelector } of spec.template.spec.topologySpreadConstraints)
      expect(labelSelector.matchLabels).toEqual(labels);
    expect(manifestOf('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({
      kind,
      name: metadata.name,
    });
    expect(manifestOf('ServiceMonitor').spec.selector.matchLabels).toEqual(
      manifestOf('Service').metadata.labels,
    );
  });
  it('name ports that the Service, the Ingress and the policies know', () => {
    const service = manifestOf('Service');
    const ports = (containerOf(manifestOf('Deployment')).ports as { name: string }[]).map(
      ({ name }) => name,
    );
    // Only the node itself sends probes, which no policy concerns.
    const names = ports.filter((name) => name !== 'health');
    const { rules } = manifestOf('Ingress').spec;
    expect(rules[0].http.paths[0].backend.service.port.name).toBe(service.spec.ports[0].name);
    const monitor = manifestOf('ServiceMonitor');
    expect(service.spec.ports.map((port: any) => port.targetPort)).toEqual(names);
    expect(monitor.spec.endpoints[0].port).toBe(service.spec.ports[1].name);
    const { ingress, egress } = manifestOf('NetworkPolicy').spec;
    const portsOf = (rules: any[]): unknown[] =>
      rules.flatMap((rule) => rule.ports.map(({ port }: any) => port));
    expect(portsOf(ingress)).toEqual(names);
    const { receivers } = readYaml('otel/collector.yaml');
    const [, collector] = /:(\d+)$/.exec(receivers.otlp.protocols.http.endpoint)!;
    expect(portsOf(egress)).toContain(Number(collector));
  });
  it('have an Ingress at PUBLIC_URL that waits longer than the gateway', () => {
    const { metadata, spec } = manifestOf('Ingress');
    const [, , env] = overlays[0];
    const config = configOf(env);
    const { hostname } = new URL(config.PUBLIC_URL!);
    expect([spec.rules[0].host, ...spec.tls[0].hosts]).toEqual([hostname, hostname]);
    const annotations = metadata.annotations!;
    expect(milliseconds(annotations['haproxy.org/timeout-server']!)).toBeGreaterThan(
      config.REQUEST_DEADLINE_MS + config.MAX_WAIT_MS,
    );
    expect(milliseconds(annotations['haproxy.org/timeout-check']!)).toBeGreaterThan(
      config.CONNECT_TIMEOUT_MS,
    );
  });
  it('mount the authorities of the component `ca` where Node reads them', () => {
    const deployment = find(withAuthorities(), 'Deployment');
    const { env, volumeMounts } = containerOf(deployment);
    const { value } = env.find(({ name }: any) => name === 'NODE_EXTRA_CA_CERTS');
    const mount = volumeMounts.find(({ name }: any) => name === 'ca');
    expect(value).toBe(`${mount.mountPath}/ca.crt`);
    const { volumes } = deployment.spec.template.spec;
    const volume = volumes.find(({ name }: any) => name === 'ca');
    const comment = read('deploy/kubernetes/components/ca/kustomization.yaml');
    expect(comment).toContain(`create configmap ${volume.configMap.name} --from-file=ca.crt`);
    expect(containerOf(manifestOf('Deployment')).env).toBeUndefined();
  });
  it('scale by the metric that the rule of prometheus-adapter serves', () => {
    const [{ pods }] = manifestOf('HorizontalPodAutoscaler').spec.metrics;
    const [rule] = readYaml('kubernetes/prometheus-adapter.yaml').rules;
    expect(pods.metric.name).toBe(rule.name.as);
  });
  it('run as many replicas as the alerts expect, where production has no number of its own', () => {
    const { minReplicas } = manifestOf('HorizontalPodAutoscaler').spec;
    const recorded = manifestOf('PrometheusRule')
      .spec.groups.flatMap(({ rules }: any) => rules)
      .find(({ record }: any) => record === 'studiograph:replicas:min');
    expect(recorded.expr).toBe(`vector(${minReplicas})`);
    for (const [, manifests] of overlays)
      expect(find(manifests, 'Deployment').spec.replicas).toBeUndefined();
    expect(find(applied.sandbox, 'HorizontalPodAutoscaler')).toBeUndefined();
  });
});

describe.each(overlays)('the overlay %s', (name, manifests, env) => {
  const pod = find(manifests, 'Deployment').spec.template.spec;
  const container = containerOf(find(manifests, 'Deployment'));
  const config = configOf(env);

  it('has settings that exist and are valid, and secrets only in a Secret', () => {
    const data = dataOf(manifests);
    expect(Object.keys(data).filter((key) => !(key in settings))).toEqual([]);
    const isSecret = (key: string): boolean => 'secret' in settings[key as keyof typeof settings];
    expect(Object.keys(data).filter(isSecret)).toEqual([]);
    expect(config.production).toBe(true);
    const secretRef = { secretRef: { name: 'studiograph' } };
    const { metadata } = find(manifests, 'ConfigMap');
    const isProduction = name === 'production';
    expect(container.envFrom).toEqual([
      { configMapRef: { name: metadata.name } },
      ...(isProduction ? [secretRef] : []),
    ]);
    expect(config.upstream === 'sandbox').toBe(!isProduction);
  });
  it('runs as an unprivileged user with a root folder that cannot be written', () => {
    const { runAsNonRoot, runAsUser, runAsGroup } = pod.securityContext;
    expect(runAsNonRoot).toBe(true);
    expect(dockerfile).toContain(`\nUSER ${runAsUser}:${runAsGroup}\n`);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(find(manifests, 'ServiceAccount').automountServiceAccountToken).toBe(false);
  });
  it('has memory for the uploads and downloads that run at once', () => {
    const { memory } = container.resources.limits;
    // The alert StudiographMemoryHigh has 85% of it.
    expect(memory).toBe('1Gi');
    expect(config.MAX_CONCURRENT_STREAMS * 32).toBeLessThanOrEqual(mebibytesOf(memory) / 2);
  });
  it('has time to shut down, announced before the port is closed', () => {
    const grace = pod.terminationGracePeriodSeconds * 1_000;
    expect(grace).toBeGreaterThan(config.DRAIN_DELAY_MS + drainMs);
    expect(grace).toBeLessThanOrEqual(config.DRAIN_DELAY_MS + drainMs + 10_000);
    const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
    expect(periodSeconds * failureThreshold * 1_000).toBeLessThan(config.DRAIN_DELAY_MS);
    expect(timeoutSeconds * 1_000).toBeGreaterThan(config.CONNECT_TIMEOUT_MS);
  });
  it('has ports and probes that the gateway answers', () => {
    const ports = Object.fromEntries(
      container.ports.map(({ name: port, containerPort }: any) => [port, containerPort]),
    );
    expect(ports).toEqual({
      http: config.PORT,
      metrics: config.METRICS_PORT,
      health: config.HEALTH_PORT,
    });
    const thread = read('src/server/lifecycle/health-thread.ts');
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (probe) => container[probe].httpGet as { readonly port: string; readonly path: string },
    );
    expect(probes.map(({ path }) => path)).toEqual(['/health', '/health', '/ready']);
    for (const { port, path } of probes) {
      expect(port).toBe('health');
      expect(thread).toContain(`'${path}'`);
    }
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
