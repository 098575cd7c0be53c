/** The pictures that the sandbox draws, at the addresses in its responses. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';
import { calendarAs, driveAs, youtubeAs } from '../support/official.ts';

const box = useSandbox();

const token = 'studio-owner';

/** @returns the picture, and its size */
async function pictureAt(url: string | null | undefined) {
  expect(url).toContain(`${box.sandbox.url}/_sandbox/pictures/`);
  const response = await fetch(url!);
  expect(response.status).toBe(200);
  const svg = await response.text();
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)">/.exec(svg)!;
  return { svg, size: { width: Number(width), height: Number(height) }, headers: response.headers };
}

const textsIn = (svg: string): string =>
  [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, line]) => line).join(' ');

describe('a picture', () => {
  it('has the size and the title that the answer has, and can be cached', async () => {
    const { videos, playlists } = youtubeAs(token, box.sandbox.url);
    for (const { data } of [
      await videos.list({ part: ['snippet'], id: [ids.video.trailer] }),
      await playlists.list({ part: ['snippet'], id: [ids.playlist.fifty] }),
    ])
      for (const { url, width, height } of Object.values(data.items![0]!.snippet!.thumbnails!)) {
        const { svg, size, headers } = await pictureAt(url);
        expect(size).toEqual({ width, height });
        expect(textsIn(svg)).not.toBe('');
        expect(headers.get('content-type')).toBe('image/svg+xml');
        expect(headers.get('cache-control')).toContain('max-age');
      }
  });
  it('has titles of any content, on lines that fit', async () => {
    const title = `"Ünder" & 'o\u0001 🎬 ${'wide'.repeat(8)} </text><script>alert(1)</script>`;
    const { id } = box.sandbox.add('files', { name: title, mimeType: 'image/png' });
    const { files } = driveAs(token, box.sandbox.url);
    const { data } = await files.get({ fileId: id, fields: 'thumbnailLink,iconLink' });
    const { svg, size } = await pictureAt(data.thumbnailLink);
    expect(size).toEqual({ width: 220, height: 220 });
    expect(textsIn(svg)).toBe(
      '&quot;Ünder&quot; &amp; &#39;o  🎬 widewidewidewi dewidewidewide wide &lt;/text&gt;&lt;script',
    );
    expect((await pictureAt(data.iconLink)).size).toEqual({ width: 16, height: 16 });
  });
  it('is at every address of channels, people and conferences', async () => {
    const { channels } = youtubeAs(token, box.sandbox.url);
    const part = ['snippet', 'brandingSettings'];
    const { data } = await channels.list({ part, id: [ids.channel.studio] });
    const { snippet, brandingSettings } = data.items![0]!;
    const banner = brandingSettings!.image!.bannerExternalUrl!;
    expect(textsIn((await pictureAt(snippet!.thumbnails!.high!.url)).svg)).toBe(snippet!.title);
    await pictureAt(banner);
    const { about } = driveAs(token, box.sandbox.url);
    await pictureAt((await about.get({ fields: 'user' })).data.user!.photoLink);
    const { events } = calendarAs(token, box.sandbox.url);
    const { data: page } = await events.list({ calendarId: 'primary', maxResults: 250 });
    const solution = page.items!.find(({ conferenceData }) => conferenceData)!.conferenceData!;
    await pictureAt(solution.conferenceSolution!.iconUri);

    // What was read can be written, and nothing depends on the port.
    const requestBody = {
      id: ids.channel.studio,
      brandingSettings: { image: { bannerExternalUrl: banner } },
    };
    const { status } = await channels.update({ part: ['brandingSettings'], requestBody });
    expect(status).toBe(200);
  });
  it('is missing where no answer points', async () => {
    for (const path of ['', 'vi/a', '0x5/vi/a', '10x10/vi', '99999x1/vi/a'])
      expect((await fetch(`${box.sandbox.url}/_sandbox/pictures/${path}`)).status).toBe(404);
  });
});
