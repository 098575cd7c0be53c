/** Certificates for servers of a test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../tool/run-program.ts';

/** A certificate that nobody has signed: it is trusted where it is named as an authority. */
export interface Certificate extends AsyncDisposable {
  /** A file in PEM format. */
  readonly file: string;
  readonly keyFile: string;
}

/** @param name of the server, for example `IP:127.0.0.1` */
export async function makeCertificate(name: string): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'studiograph-certificate-'));
  const [file, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const { code, output } = runProgram('openssl', [
    ...'req -x509 -nodes -days 1 -subj /CN=test -newkey ec'.split(' '),
    ...'-pkeyopt ec_paramgen_curve:prime256v1 -addext'.split(' '),
    `subjectAltName=${name}`,
    '-keyout',
    keyFile,
    '-out',
    file,
  ]);
  if (code !== 0) throw new Error(`openssl ended with ${code}: ${output}`);
  return {
    file,
    keyFile,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
