/**
 * Sends files of 1 GiB through the gateway, one and then eight at once, then one to Google Drive
 * and back, and measures the memory that they cost the gateway.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Child, spawn } from './child.ts';
import type { Usage } from './usage.ts';

const MiB = 1024 * 1024;
const total = 1024 * MiB;
const headers = { 'content-type': 'application/json', authorization: 'Bearer studio-owner' };

/** The memory that a run may add to the idle process, in MiB. */
const limits = [
  { files: 1, limit: 64 },
  { files: 8, limit: 256 },
];

/** Sets the exit code to 1 if a limit is exceeded. */
export async function measureUploads(): Promise<void> {
  const sandbox = await spawn('./sandbox.ts');
  const gateway = await spawn('./gateway.ts', sandbox.url);
  await createSession(gateway);
  await wait(1_000);
  const { rssMb: idleMb } = await ask<Usage>(gateway.process);
  const idle = `${idleMb.toFixed(0)} MiB when idle`;
  console.log(`\nU  files of ${total / MiB} MiB through the gateway, which takes ${idle}`);
  for (const { files, limit } of limits) {
    const { addedMb, seconds } = await measure(gateway, sandbox, files, idleMb);
    const added = `memory +${addedMb.toFixed(0).padStart(4)} MiB of ${limit} allowed`;
    const rate = `${((files * total) / MiB / seconds).toFixed(0)} MiB a second`;
    console.log(`  ${files} at once   ${added}   ${rate}`);
    if (addedMb > limit) process.exitCode = 1;
  }
  const transfers = { up: uploadFile, down: downloadFile };
  let file = { id: '', digest: '' };
  for (const [name, transfer] of Object.entries(transfers)) {
    await ask(gateway.process, 'watch');
    const start = performance.now();
    file = await transfer(gateway, file);
    const seconds = (performance.now() - start) / 1_000;
    const { peakMb } = await ask<Usage>(gateway.process);
    const addedMb = peakMb - idleMb;
    const added = `memory +${addedMb.toFixed(0).padStart(4)} MiB of ${fileLimit} allowed`;
    console.log(
      `  Drive, ${name.padEnd(5)} ${added}   ${(total / MiB / seconds).toFixed(0)} MiB a second`,
    );
    if (addedMb > fileLimit) process.exitCode = 1;
  }
  for (const { process: child } of [gateway, sandbox]) child.disconnect();
}

/** The memory that a file of Google Drive may add to the idle process, in MiB. */
const fileLimit = 64;

/** A file of Google Drive: its upload session, and the SHA-256 of its content. */
interface UploadedFile {
  readonly id: string;
  readonly digest: string;
}

async function uploadFile(gateway: Child): Promise<UploadedFile> {
  const input = `name: "Large", contentType: "video/mp4", contentLength: "${total}"`;
  const session = 'uploadSession { id uploadUrl }';
  const query = `mutation { createUploadSession(input: { newFile: { ${input} } }) { ${session} } }`;
  const { createUploadSession } = await post(gateway, query);
  const { id, uploadUrl } = createUploadSession.uploadSession;
  return { id, digest: await sendBytes(uploadUrl, 100) };
}

/** @throws Error if other bytes arrive than were sent */
async function downloadFile(gateway: Child, { id, digest }: UploadedFile): Promise<UploadedFile> {
  const query = `{ uploadSession(id: "${id}") { result { ... on File { content { url } } } } }`;
  const { uploadSession } = await post(gateway, query);
  const response = await fetch(uploadSession.result.content.url);
  const hash = createHash('sha256');
  for await (const chunk of response.body!) hash.update(chunk);
  if (hash.digest('hex') !== digest)
    throw new Error('the gateway sent other bytes than it received');
  return { id, digest };
}

// any: the fields of one document, which the caller states.
async function post({ url }: Child, query: string): Promise<any> {
  const body = JSON.stringify({ query });
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  return ((await response.json()) as { readonly data: any }).data;
}

/** @throws Error if the sandbox received other bytes than were sent */
async function measure(
  gateway: Child,
  sandbox: Child,
  files: number,
  idleMb: number,
): Promise<{ addedMb: number; seconds: number }> {
  await ask(gateway.process, 'watch');
  const start = performance.now();
  const uploads = Array.from({ length: files }, (_, index) => upload(gateway, files + index));
  const sent = await Promise.all(uploads);
  const seconds = (performance.now() - start) / 1_000;
  const { peakMb } = await ask<Usage>(gateway.process);
  const received = await ask<readonly { readonly sha256: string }[]>(sandbox.process);
  const receivedDigests = received.map(({ sha256 }) => sha256);
  if (sent.toSorted().join() !== receivedDigests.toSorted().join())
    throw new Error('the sandbox received other bytes than were sent');
  return { addedMb: peakMb - idleMb, seconds };
}

/** @returns the upload URL of a new session */
async function createSession(gateway: Child): Promise<string> {
  const input = `title: "Large", contentType: "video/mp4", contentLength: "${total}"`;
  const query = `mutation { createVideo(input: { ${input} }) { uploadSession { uploadUrl } } }`;
  return (await post(gateway, query)).createVideo.uploadSession.uploadUrl;
}

/** Uploads pseudo-random bytes. @returns their SHA-256 */
const upload = async (gateway: Child, seed: number): Promise<string> =>
  sendBytes(await createSession(gateway), seed);

/** Sends pseudo-random bytes to an upload URL. @returns their SHA-256 */
async function sendBytes(url: string, seed: number): Promise<string> {
  const hash = createHash('sha256');
  const hashed = function* (): Generator<Buffer> {
    for (const chunk of randomChunks(seed)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const status = await put(url, Readable.from(hashed(), { objectMode: true, highWaterMark: 1 }));
  if (status !== 200) throw new Error(`the upload ended with status ${status}`);
  return hash.digest('hex');
}

function put(url: string, body: Readable): Promise<number | undefined> {
  const putHeaders = { 'content-type': 'video/mp4', 'content-length': total };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: putHeaders }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    body.on('error', reject).pipe(sent.on('error', reject));
  });
}

/** Bytes that cannot be compressed: nothing on the way profits from zeros. */
function* randomChunks(seed: number): Generator<Buffer> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
  const zeros = Buffer.alloc(256 * 1024);
  for (let remaining = total; remaining > 0; remaining -= zeros.length) yield cipher.update(zeros);
}
