/** `npm run bench -- upload`: files of 1 GiB through the gateway, one and then eight at once, and the memory that they cost it. */
import { createCipheriv, createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Child, spawn } from './child.ts';

const MiB = 1024 * 1024;
const total = 1024 * MiB;
const headers = { 'content-type': 'application/json', authorization: 'Bearer studio-owner' };

/** What a run may add to the idle process, in MiB. */
const limits = [
  { files: 1, limit: 64 },
  { files: 8, limit: 256 },
];

/** Noise, since nothing on the way may profit from zeros. */
function* noise(seed: number): Generator<Buffer> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
  const zeros = Buffer.alloc(256 * 1024);
  for (let left = total; left > 0; left -= zeros.length) yield cipher.update(zeros);
}

async function uploadUrl({ url }: Child): Promise<string> {
  const input = `title: "Large", contentType: "video/mp4", contentLength: "${total}"`;
  const query = `mutation { createVideo(input: { ${input} }) { uploadSession { uploadUrl } } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as {
    data: { createVideo: { uploadSession: { uploadUrl: string } } };
  };
  return data.createVideo.uploadSession.uploadUrl;
}

/** @returns the hash of what was sent */
async function upload(gateway: Child, seed: number): Promise<string> {
  const url = await uploadUrl(gateway);
  const hash = createHash('sha256');
  const hashed = function* (): Generator<Buffer> {
    for (const piece of noise(seed)) {
      hash.update(piece);
      yield piece;
    }
  };
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      url,
      { method: 'PUT', headers: { 'content-type': 'video/mp4', 'content-length': total } },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      },
    );
    Readable.from(hashed(), { objectMode: true, highWaterMark: 1 })
      .on('error', reject)
      .pipe(sent.on('error', reject));
  });
  if (status !== 200) throw new Error(`the upload ended with ${status}`);
  return hash.digest('hex');
}

const rssOf = async ({ process: child }: Child): Promise<number> =>
  (await ask<{ rssMb: number }>(child)).rssMb;

const sandbox = await spawn('./sandbox.ts');
const gateway = await spawn('./gateway.ts', sandbox.url);
await uploadUrl(gateway);
await wait(1_000);
const idle = await rssOf(gateway);

console.log(
  `\nU  files of ${total / MiB} MiB through the gateway, which takes ${idle.toFixed(0)} MiB when idle`,
);

for (const { files, limit } of limits) {
  await ask(gateway.process, 'watch');
  const start = performance.now();
  const sent = await Promise.all(
    Array.from({ length: files }, (_, index) => upload(gateway, files + index)),
  );
  const seconds = (performance.now() - start) / 1_000;
  const { peakMb } = await ask<{ peakMb: number }>(gateway.process);
  const arrived = await ask<readonly { readonly sha256: string }[]>(sandbox.process);
  if (
    sent.toSorted().join() !==
    arrived
      .map(({ sha256 }) => sha256)
      .toSorted()
      .join()
  )
    throw new Error('what arrived is not what was sent');
  const above = peakMb - idle;
  console.log(
    `  ${files} at once   memory +${above.toFixed(0).padStart(4)} MiB of ${limit} allowed   ${((files * total) / MiB / seconds).toFixed(0)} MiB a second`,
  );
  if (above > limit) process.exitCode = 1;
}

for (const { process: child } of [gateway, sandbox]) child.disconnect();
