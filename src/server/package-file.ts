/**
 * Where files of the package are. This module is as deep below the package as a chunk of its bundle
 * (`rolldown.config.ts`), so that the same address is right for both.
 * @param path from the root of the package
 */
export const packageFile = (path: string): URL => new URL(`../../${path}`, import.meta.url);
