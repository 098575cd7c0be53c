/** Files of access keys and service accounts, and what a token endpoint is sent for them. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { key } from '../../../src/command/key.ts';
import { readCommandLine } from '../../../src/command/command-line.ts';
import { httpServer } from '../../support/http-server.ts';

/** @returns a folder that nothing else uses */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'studiograph-'));

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Verifies what the service account has signed. */
export const { publicKey } = pair;

/** The text of its private key. */
export const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

/** Writes the key of a service account, as Google has them downloaded. @returns its path */
export function serviceAccountFile(tokenUri: string, folder = newFolder()): string {
  const path = join(folder, 'sa.json');
  const account = {
    type: 'service_account',
    project_id: 'project',
    private_key_id: 'key-id',
    private_key: privateKey,
    client_email: 'robot@project.iam.gserviceaccount.example',
    client_id: '1',
    token_uri: tokenUri,
  };
  writeFileSync(path, JSON.stringify(account));
  return path;
}

/** Runs `studiograph key`. @returns what it prints on standard output */
export async function runKey(...args: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const line = readCommandLine(['key', ...args]);
  await key(line, { print: (text) => lines.push(text), note: () => {} });
  return lines;
}

/** An answer of a token endpoint. */
export type TokenAnswer = readonly [status: number, body: object];

/** A token endpoint. @param answers in turns, the last one stays. Default: tokens of an hour */
export async function tokenEndpoint(...answers: readonly TokenAnswer[]) {
  const forms: URLSearchParams[] = [];
  const server = await httpServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => (body += text));
    req.on('end', () => {
      const count = forms.push(new URLSearchParams(body));
      const [status, answer] = answers[count - 1] ??
        answers.at(-1) ?? [
          200,
          { access_token: `token-${count}`, expires_in: 3_600, token_type: 'Bearer' },
        ];
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  return { url: `${server.url}/token`, forms, [Symbol.asyncDispose]: () => server.close() };
}
