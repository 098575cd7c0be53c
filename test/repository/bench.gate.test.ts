/** The benchmark runs, and its queries take the fewest REST calls that can answer them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../../bench/compare.ts';
import { measureMount } from '../../bench/mount.ts';
import { start, windows, windowSize, workloadOf, workloads } from '../../bench/workload.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { users } from '../../src/sandbox/user.ts';
import { videoState } from '../../src/sandbox/video/state.ts';

const idsPerCall = 50;
const distinct = (all: readonly string[]): number => new Set(all).size;

/** Playlist pages, batches of videos and of channels, and the comments of each video. */
function callsOfPlaylists(sandbox: Sandbox): number {
  const { playlistItems, videos } = videoState(sandbox.simulation());
  const items = playlistItems.get(ids.playlist.long)!;
  const videoIds = windows
    .flatMap(({ from }) => items.slice(from, from + windowSize))
    .map(({ videoId }) => videoId);
  const channels = distinct(videoIds.map((id) => videos.get(id)!.snippet.channelId));
  const batches = [distinct(videoIds), channels].map((count) => Math.ceil(count / idsPerCall));
  return windows.length + batches[0]! + batches[1]! + distinct(videoIds);
}

/** The page of events, and each attached file. */
async function callsOfEvents(sandbox: Sandbox): Promise<number> {
  const path = `calendar/v3/calendars/${encodeURIComponent(ids.calendar.release)}/events`;
  const response = await fetch(`${sandbox.url}/${path}?maxResults=50&singleEvents=true`, {
    headers: { authorization: `Bearer ${users[0]!.token}` },
  });
  const { items } = (await response.json()) as {
    readonly items: readonly { readonly attachments?: readonly { readonly fileId: string }[] }[];
  };
  return 1 + distinct(items.flatMap(({ attachments = [] }) => attachments.map((a) => a.fileId)));
}

describe('npm run bench', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ now: start });
  });
  afterAll(() => sandbox.close());
  it('counts the same calls of the gateway and of the handler: the fewest', async () => {
    const lines: string[] = [];
    await compare(
      {
        measured: workloads,
        connections: [2],
        delays: [0],
        rounds: 1,
        length: { seconds: 0.1, minRequests: 4, maxSeconds: 1 },
        // It counts, and measures nothing: on a busy machine it only takes longer.
        settings: { FIRST_BYTE_TIMEOUT_MS: '600000', CALL_TIMEOUT_MS: '600000' },
        releaseMs: 0,
      },
      (line) => lines.push(line),
    );
    const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
    const column = cells.find(([, heading]) => heading === 'query')!.indexOf('calls');
    const expected = {
      W1: 1,
      W2: 3,
      W3: callsOfPlaylists(sandbox),
      W4: await callsOfEvents(sandbox),
    };
    for (const [name, calls] of Object.entries(expected))
      expect([name, cells.find((row) => row[1] === name)?.[column]]).toEqual([
        name,
        `${calls} / ${calls}`,
      ]);
  });
  it('has the price of fetch(request) as a ratio', async () => {
    const lines: string[] = [];
    const options = { rounds: 1, requests: 16, settings: {} };
    await measureMount(workloadOf('W1'), options, (line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringMatching(/^W1 by fetch\(request\) \/ own server: .* ratio \d+\.\d\d /),
    ]);
  });
});
