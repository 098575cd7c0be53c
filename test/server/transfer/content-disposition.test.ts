import { describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../src/server/transfer/download-route.ts';

/** The names in a header: for all clients, and for those that know RFC 6266. */
function namesIn(header: string): { plain: string; full: string } {
  expect(header).toMatch(/^[\x20-\x7e]*$/);
  const [, plain, encoded] =
    /^attachment; filename="([\w.-]*)"(?:; filename\*=UTF-8''([\w.~!#$&+^`|%-]*))?$/.exec(header)!;
  return { plain: plain!, full: encoded === undefined ? plain! : decodeURIComponent(encoded) };
}

describe('the name of a downloaded file', () => {
  it.each([
    ['draft.txt', 'draft.txt', 'draft.txt'],
    ['Take 7.wav', 'Take_7.wav', 'Take 7.wav'],
    ["Räksmörgås (2)'.txt", 'R_ksm_rg_s__2__.txt', "Räksmörgås (2)'.txt"],
    ['Straße 100%.pdf', 'Stra_e_100_.pdf', 'Straße 100%.pdf'],
    ['👩\u200d👩\u200d👧 familie.mp4', '_________familie.mp4', '👩\u200d👩\u200d👧 familie.mp4'],
    ['日本語.txt', '___.txt', '日本語.txt'],
  ])('keeps what is harmless: %s', (name, plain, full) => {
    expect(namesIn(contentDisposition(name))).toEqual({ plain, full });
  });
  it.each([
    ['characters that turn the direction of text', 'invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['isolates', 'a\u2066b\u2069.txt', 'a_b_.txt'],
    ['line ends', 'a\r\nset-cookie: x.txt', 'a set-cookie_ x.txt'],
    ['control characters', 'a\u0000b\u001bc\u007fd\u0085.txt', 'a_b_c_d_.txt'],
    ['invisible characters', 'a\u200bb\ufeff.txt', 'a_b_.txt'],
    ['half of a character', 'a\ud83d.txt', 'a_.txt'],
    ['paths upwards', '../x', '_x'],
    ['paths upwards of Windows', '..\\..\\x', '_.._x'],
    ['paths', '/etc/passwd', '_etc_passwd'],
    ['drives', 'C:\\x.txt', 'C_x.txt'],
    ['leading dots', '.htaccess', '_htaccess'],
    ['trailing dots and spaces', 'x.txt. . ', 'x.txt'],
    ['only dots', '..', '_'],
    ['nothing', '', '_'],
    ['quotes', 'a"; filename="b.exe', 'a_; filename=_b.exe'],
    ['reserved names of Windows', 'NUL.txt', 'NUL_.txt'],
    ['reserved names of Windows in any case', 'com1', 'com1_'],
  ])('has no %s', (_, name, full) => {
    const names = namesIn(contentDisposition(name));
    expect(names.full).toBe(full);
    expect(names.plain).toBe(full.replaceAll(/[^\w.-]/g, '_'));
  });
  it.each([
    ['x'.repeat(300), 'x'.repeat(200)],
    [`${'x'.repeat(300)}.mp4`, `${'x'.repeat(196)}.mp4`],
    [`${'日'.repeat(300)}.mp4`, `${'日'.repeat(196)}.mp4`],
    [`${'👩\u200d👩\u200d👧'.repeat(60)}.txt`, `${'👩\u200d👩\u200d👧'.repeat(24)}.txt`],
    [`a.${'x'.repeat(300)}`, `_${'x'.repeat(199)}`],
  ])('has at most 200 characters, with its extension: case %#', (name, full) => {
    expect(namesIn(contentDisposition(name)).full).toBe(full);
  });
});
