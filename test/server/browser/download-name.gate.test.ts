/** Under which name a browser saves a file, whatever name its owner has given it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../src/server/transfer/download-route.ts';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { type HttpServer, httpServer } from '../../support/http-server.ts';

describe('the name of a saved file', () => {
  let browser: Browser;
  let fileName = '';
  let server: HttpServer;
  beforeAll(async () => {
    browser = await openBrowser();
    server = await httpServer((_, res) => {
      res.writeHead(200, { 'content-disposition': contentDisposition(fileName) }).end('content');
    });
    await browser.page.setContent(`<a href="${server.url}/file">file</a>`);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each([
    ["Räksmörgås 100% (2)'.txt", "Räksmörgås 100% (2)'.txt"],
    ['👩 familie; "a".mp4', '👩 familie; _a_.mp4'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['../../.profile', '_.._.profile'],
    ['.htaccess', '_htaccess'],
    ['NUL.txt', 'NUL_.txt'],
    ['a\r\nb.txt', 'a b.txt'],
    [`${'日'.repeat(300)}.mp4`, `${'日'.repeat(196)}.mp4`],
  ])('of %j is %s', async (name, saved) => {
    fileName = name;
    const [download] = await Promise.all([
      browser.page.waitForEvent('download'),
      browser.page.click('a'),
    ]);
    expect(download.suggestedFilename()).toBe(saved);
    await download.delete();
  });
});
