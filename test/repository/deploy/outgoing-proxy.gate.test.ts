/** A real squid between a gateway and Google, which nothing else leads to. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { type Certificate, makeCertificate } from '../../support/proxy/certificate.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { endWithWorker } from '../../support/tool/worker-end.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A name that only squid knows. */
const host = 'google.test';

/** The lines of the log with this message. */
const linesOf = (program: Program, msg: string): Record<string, unknown>[] =>
  program
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['msg'] === msg);

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

describe('a gateway that reaches Google by a proxy alone', () => {
  let sandbox: Sandbox;
  let certificate: Certificate;
  let folder: string;
  let proxyPort: number;
  /** Squid intercepts TLS there. */
  let interceptingPort: number;
  let authority: Certificate;
  let tlsPort: number;
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox();
    ends.push(() => sandbox.close());
    certificate = await makeCertificate(`DNS:${host}`);
    ends.push(() => certificate[Symbol.asyncDispose]());
    authority = await makeCertificate('DNS:authority.test');
    ends.push(() => authority[Symbol.asyncDispose]());
    const keys = {
      cert: await readFile(certificate.file),
      key: await readFile(certificate.keyFile),
    };
    const tls = createServer(keys, (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const passed = request(`${sandbox.url}${url}`, { method, headers }, (answer) => {
        const { location } = answer.headers;
        const own = location && { location: location.replace('http:', 'https:') };
        outgoing.writeHead(answer.statusCode!, { ...answer.headers, ...own });
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    ends.push(() => void tls.close());
    tlsPort = (tls.address() as { readonly port: number }).port;
    await startSquid();
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  async function startSquid(): Promise<void> {
    folder = await mkdtemp(join(tmpdir(), 'studiograph-squid-'));
    // As root, squid runs as a user of its own.
    await chmod(folder, 0o777);
    proxyPort = await closedPort();
    interceptingPort = await closedPort();
    const certificates = join(folder, 'certificates');
    const generator = `/usr/lib/squid/security_file_certgen -s ${certificates} -M 4MB`;
    execFileSync('sh', ['-c', `${generator} -c && chmod -R a+rwX ${certificates}`]);
    await writeFile(join(folder, 'hosts'), `127.0.0.1 ${host}\n`);
    await writeFile(join(folder, 'users'), 'gateway:$apr1$salt$QltwFgPIQOCPHQoQS2Ocl.\n');
    await writeFile(
      join(folder, 'squid.conf'),
      `http_port 127.0.0.1:${proxyPort}
       http_port 127.0.0.1:${interceptingPort} ssl-bump generate-host-certificates=on tls-cert=${authority.file} tls-key=${authority.keyFile}
       sslcrtd_program ${generator}
       tls_outgoing_options cafile=${certificate.file}
       ssl_bump bump all
       pid_filename ${folder}/pid
       cache_log ${folder}/cache.log
       access_log stdio:${folder}/access.log
       coredump_dir ${folder}
       hosts_file ${folder}/hosts
       shutdown_lifetime 0 seconds
       auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder}/users
       acl known proxy_auth REQUIRED
       acl google dstdomain ${host}
       http_access allow known google
       http_access deny all
      `,
    );
    const squid = spawn('/usr/sbin/squid', ['-N', '-f', join(folder, 'squid.conf')], {
      stdio: 'ignore',
    });
    endWithWorker(squid);
    ends.push(async () => {
      const exit = once(squid, 'exit');
      if (squid.kill()) await exit;
      await rm(folder, { recursive: true, force: true });
    });
    while (!(await accepts(proxyPort))) {
      if (squid.exitCode !== null) throw new Error('squid has ended');
      await wait(50);
    }
  }

  async function start(env: Readonly<Record<string, string>>): Promise<[Program, string]> {
    const at = (base: string): string =>
      `https://${host}:${tlsPort}${new URL(base).pathname.replace(/\/$/, '')}`;
    const gateway = launch(gatewayCommand, {
      cwd: root,
      env: {
        PORT: '0',
        VIDEO_BASE_URL: at(sandbox.bases.video),
        STORAGE_BASE_URL: at(sandbox.bases.storage),
        CALENDAR_BASE_URL: at(sandbox.bases.calendar),
        NODE_EXTRA_CA_CERTS: certificate.file,
        HTTPS_PROXY: `http://gateway:p%40ss@127.0.0.1:${proxyPort}`,
        ...env,
      },
    });
    const [, url] = await gateway.printed(/^GraphQL\s+(\S+)\/graphql$/m);
    ends.push(async () => {
      gateway.signal('SIGKILL');
      await gateway.ended;
    });
    return [gateway, url!];
  }

  const send = async (url: string, query: string): Promise<any> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({ query }),
    });
    return response.json();
  };

  it.each([
    ['passes TLS on', () => ({ port: proxyPort, file: certificate.file })],
    ['intercepts TLS', () => ({ port: interceptingPort, file: authority.file })],
  ])('is ready, reads, uploads and downloads by one that %s', async (_, proxyOf) => {
    const { port, file } = proxyOf();
    const [gateway, url] = await start({
      HTTPS_PROXY: `http://gateway:p%40ss@127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: file,
    });
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const { data } = await send(url, `{ video(id: "${ids.video.always}") { title } }`);
    expect(data.video.title).toEqual(expect.any(String));
    const { data: opened } = await send(
      url,
      'mutation { createUploadSession(input: { newFile: { name: "by-proxy.txt", contentType: "text/plain", contentLength: "5" } }) { uploadSession { id uploadUrl } } }',
    );
    const { id, uploadUrl } = opened.createUploadSession.uploadSession;
    expect((await fetch(uploadUrl, { method: 'PUT', body: 'bytes' })).ok).toBe(true);
    const { data: sent } = await send(
      url,
      `{ node(id: "${id}") { ... on UploadSession { result { ... on File { id } } } } }`,
    );
    const { data: link } = await send(
      url,
      `{ node(id: "${sent.node.result.id}") { ... on File { content { url } } } }`,
    );
    expect(await (await fetch(link.node.content.url)).text()).toBe('bytes');
    const line = { proxies: [`http://127.0.0.1:${port}`], except: [] };
    await expect
      .poll(() => linesOf(gateway, 'calls go through a proxy'))
      .toEqual([expect.objectContaining(line)]);
    expect(gateway.output() + gateway.errorOutput()).not.toContain('p%40ss');
    const log = await readFile(join(folder, 'access.log'), 'utf8');
    expect(log).toContain(`CONNECT ${host}:${tlsPort}`);
  });
  it.each([
    ['has other credentials', { HTTPS_PROXY: 'http://gateway:wrong@127.0.0.1:PORT' }, 'PROXY_407'],
    ['may not use it for Google', { NO_PROXY: host }, 'ENOTFOUND'],
    ['does not trust the certificate', { NODE_EXTRA_CA_CERTS: '' }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('is not ready if it %s, and warns of each service once', async (_, env, code) => {
    const ofPort = Object.entries(env).map(([name, value]) => [
      name,
      value.replace('PORT', String(proxyPort)),
    ]);
    const [gateway, url] = await start(Object.fromEntries(ofPort));
    for (const __ of [1, 2]) expect((await fetch(`${url}/ready`)).status).toBe(503);
    const { errors } = await send(url, `{ video(id: "${ids.video.always}") { title } }`);
    expect(errors[0].extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    const warnings = (): ReturnType<typeof linesOf> =>
      linesOf(gateway, 'a service cannot be reached');
    await expect.poll(warnings).toHaveLength(4);
    const warned = warnings();
    expect(warned.map((line) => String(line['service'])).toSorted()).toEqual([
      'calendar',
      'live',
      'storage',
      'video',
    ]);
    expect(new Set(warned.map((line) => line['code']))).toEqual(new Set([code]));
    expect(warned.every(({ level, reason }) => level === 40 && reason !== '')).toBe(true);
  });
});
