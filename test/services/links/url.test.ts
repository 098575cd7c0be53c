import { describe, expect, it } from 'vitest';
import { playlistIdFromUrl, videoIdFromUrl } from '../../../src/services/shared/url.ts';

const id = 'a-b_C1d2E3f';

describe('the URL of a video', () => {
  it.each([
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?list=PL1&v=${id}&t=42s`,
    `https://m.youtube.com/watch/?v=${id}#top`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `https://youtube.com/shorts/${id}/`,
    `https://www.youtube-nocookie.com/embed/${id}?start=3`,
    `HTTPS://WWW.YOUTUBE.COM/watch?v=${id}`,
  ])('contains its id: %s', (address) => {
    expect(videoIdFromUrl(address)).toBe(id);
  });
  it.each([
    '',
    id,
    `www.youtube.com/watch?v=${id}`,
    `https://www.youtube.com/watch?v=${id}0`,
    `https://www.youtube.com/watch?v=`,
    `https://www.youtube.com/watch?V=${id}`,
    `https://www.youtube.com/playlist?list=${id}`,
    `https://www.youtube.com/@${id}`,
    `https://www.youtube.com/live/`,
    `https://www.youtube.com/embed/%2e%2e%2f${id}`,
    'https://www.youtube.com/embed/videoseries?list=PLsome',
    'https://www.youtube-nocookie.com/embed/live_stream?channel=UCsome',
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://evil.example/https://www.youtube.com/watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `javascript:/watch?v=${id}`,
    `ftp://youtu.be/${id}`,
  ])('is not recognized: %j', (address) => {
    expect(videoIdFromUrl(address)).toBeNull();
  });
});

describe('the URL of a playlist', () => {
  it.each([
    'https://www.youtube.com/playlist?list=PLsome',
    'https://www.youtube-nocookie.com/embed/videoseries?si=x&list=PLsome',
  ])('contains its id: %s', (address) => {
    expect(playlistIdFromUrl(address)).toBe('PLsome');
  });
  it.each([
    `https://www.youtube.com/embed/${id}?list=PLsome`,
    'https://www.youtube.com/embed/live_stream?list=PLsome',
  ])('is not recognized: %s', (address) => {
    expect(playlistIdFromUrl(address)).toBeNull();
  });
});
